import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const CLOCK = join(import.meta.dirname, 'shifted-clock.ts')
const HOUR = 3_600_000

/** Prints every clock before and after the file changes. */
const PROGRAM = `
  const { writeFileSync } = await import('node:fs')
  const { setTimeout: sleep } = await import('node:timers/promises')
  const clocks = () => [Date.now(), +new Date(), Date.parse(Date()), Temporal.Now.instant().epochMilliseconds]
  const before = clocks()
  writeFileSync(process.env.CLOCK_OFFSET_FILE, '0')
  process.kill(process.pid, 'SIGUSR2')
  await sleep(100)
  console.log(JSON.stringify([before, clocks(), new Date(0) instanceof Date, new Date(5).getTime()]))`

test('a program sees the shifted time, and reads a new offset on SIGUSR2', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-clock-'))
  const file = join(folder, 'clock')
  await writeFile(file, String(HOUR))
  const options = { env: { ...process.env, CLOCK_OFFSET_FILE: file } }

  const words = ['--import', CLOCK, '--input-type=module', '-e', PROGRAM]
  const { stdout } = await promisify(execFile)(process.execPath, words, options)
  await rm(folder, { recursive: true })

  const [before, after, isDate, givenTime] = JSON.parse(stdout)
  const near = (shift: number) => (clock: number) => Math.abs(clock - Date.now() - shift) < HOUR / 2
  expect(before.map(near(HOUR))).toEqual([true, true, true, true])
  expect(after.map(near(0))).toEqual([true, true, true, true])
  expect([isDate, givenTime]).toEqual([true, 5])
})
