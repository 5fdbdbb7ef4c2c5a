import { deepStrictEqual } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { slotsOfAny } from '../core/src/availability/any-calendar.ts'
import { availableSlots } from '../core/src/availability/slots.ts'
import { engineCase, engineCases } from './engine-cases.ts'
import { sweepAny, sweepSlots } from './integer-sweep.ts'

export type EngineFigures = {
  days: number
  bookings: number
  calendars: number
  /** Medians, in microseconds. */
  engine: number
  sweep: number
  ratio: number
  /** The first call in a new process, in milliseconds. */
  cold: number
}

const ROUNDS = 60

/** Times the availability engine against a hand-made sweep of the same integers, whose answers must be equal. */
export function benchEngine(): EngineFigures[] {
  return engineCases.map(({ days, bookings, calendars = 1 }) => {
    const { calendar, rules } = engineCase(days, bookings, calendars)
    const askEngine = () => slotsOfAny(rules.map((each) => availableSlots(calendar, each)))
    const sweepByHand = () => (calendars === 1 ? sweepSlots(calendar, rules[0]!) : sweepAny(calendar, rules))
    deepStrictEqual(askEngine(), sweepByHand())

    const calls = Math.ceil(20_000 / (days + bookings / 10))
    const engine: number[] = []
    const sweep: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      engine.push(microseconds(askEngine, calls))
      sweep.push(microseconds(sweepByHand, calls))
    }
    const [engineMedian, sweepMedian] = [median(engine.slice(ROUNDS / 4)), median(sweep.slice(ROUNDS / 4))]
    return {
      days,
      bookings,
      calendars,
      engine: engineMedian,
      sweep: sweepMedian,
      ratio: engineMedian / sweepMedian,
      cold: coldCall(days, bookings, calendars),
    }
  })
}

function microseconds(call: () => unknown, calls: number): number {
  const start = performance.now()
  for (let i = 0; i < calls; i++) call()
  return ((performance.now() - start) / calls) * 1000
}

function coldCall(...sizes: number[]): number {
  const script = fileURLToPath(new URL('./engine-cold.ts', import.meta.url))
  const runs = Array.from({ length: 5 }, () =>
    Number(execFileSync(process.execPath, [script, ...sizes.map(String)], { encoding: 'utf8' })),
  )
  return median(runs)
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

if (import.meta.main) {
  for (const { days, bookings, calendars, engine, sweep, ratio, cold } of benchEngine()) {
    process.stdout.write(
      `availability, ${days} days with ${bookings} bookings${calendars > 1 ? ` on ${calendars} calendars` : ''}: engine ${engine.toFixed(1)} µs, hand-made sweep ` +
        `${sweep.toFixed(1)} µs, ratio ${ratio.toFixed(2)}; first call in a new process ${cold.toFixed(2)} ms\n`,
    )
  }
}
