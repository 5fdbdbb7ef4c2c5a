import { readFileSync } from 'node:fs'

/**
 * Imported before a program, shifts its clock by the milliseconds in the file CLOCK_OFFSET_FILE, which is read again on
 * SIGUSR2. Timers are not affected.
 */

const path = process.env.CLOCK_OFFSET_FILE!
let offset = 0
const read = () => {
  offset = Number(readFileSync(path, 'utf8'))
}
read()
process.on('SIGUSR2', read)

const realNow = Date.now
const realInstant = Temporal.Now.instant
const now = () => realNow() + offset

Date.now = now
Temporal.Now.instant = () => realInstant().add({ milliseconds: offset })
globalThis.Date = new Proxy(Date, {
  construct: (target, parameters, newTarget) =>
    Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, newTarget),
  apply: (target) => new target(now()).toString(),
})
