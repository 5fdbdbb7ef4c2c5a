import { deepStrictEqual } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { availableSlots } from '../core/src/availability/slots.ts'
import { engineCase, engineCases } from './engine-cases.ts'
import { sweepSlots } from './integer-sweep.ts'

export type EngineFigures = {
  days: number
  bookings: number
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
  return engineCases.map(({ days, bookings }) => {
    const { calendar, rules } = engineCase(days, bookings)
    deepStrictEqual(availableSlots(calendar, rules), sweepSlots(calendar, rules))

    const calls = Math.ceil(20_000 / (days + bookings / 10))
    const engine: number[] = []
    const sweep: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      engine.push(microseconds(() => availableSlots(calendar, rules), calls))
      sweep.push(microseconds(() => sweepSlots(calendar, rules), calls))
    }
    const [engineMedian, sweepMedian] = [median(engine.slice(ROUNDS / 4)), median(sweep.slice(ROUNDS / 4))]
    return {
      days,
      bookings,
      engine: engineMedian,
      sweep: sweepMedian,
      ratio: engineMedian / sweepMedian,
      cold: coldCall(days, bookings),
    }
  })
}

function microseconds(call: () => unknown, calls: number): number {
  const start = performance.now()
  for (let i = 0; i < calls; i++) call()
  return ((performance.now() - start) / calls) * 1000
}

function coldCall(days: number, bookings: number): number {
  const script = fileURLToPath(new URL('./engine-cold.ts', import.meta.url))
  const runs = Array.from({ length: 5 }, () =>
    Number(execFileSync(process.execPath, [script, String(days), String(bookings)], { encoding: 'utf8' })),
  )
  return median(runs)
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

if (import.meta.main) {
  for (const { days, bookings, engine, sweep, ratio, cold } of benchEngine()) {
    process.stdout.write(
      `availability, ${days} days with ${bookings} bookings: engine ${engine.toFixed(1)} µs, hand-made sweep ` +
        `${sweep.toFixed(1)} µs, ratio ${ratio.toFixed(2)}; first call in a new process ${cold.toFixed(2)} ms\n`,
    )
  }
}
