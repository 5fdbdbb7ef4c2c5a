import { deepStrictEqual } from 'node:assert/strict'
import { median } from '@prenoto/test-support/formats/statistics.ts'
import { count, type Row, times } from '@prenoto/test-support/formats/table.ts'
import { availableSlots } from '../core/src/availability/slots.ts'
import { availabilityCase, CASES } from './availability-cases.ts'
import { sweepSlots } from './integer-sweep.ts'
import { benchUsefulStarts } from './useful-starts.ts'

const ROUNDS = 60

/** Compares the availability function with a minimal sweep over the same integers; both return the same slots. */
export async function benchAvailability(): Promise<Row[]> {
  const ratios = CASES.map(({ days, bookings }) => {
    const { calendar, rules } = availabilityCase(days, bookings)
    const runEngine = () => availableSlots(calendar, rules)
    const sweep = () => sweepSlots(calendar, rules)
    deepStrictEqual(runEngine(), sweep())

    const calls = Math.ceil(20_000 / (days + bookings / 10))
    const [engine, byHand]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      engine.push(microseconds(runEngine, calls))
      byHand.push(microseconds(sweep, calls))
    }
    // The first quarter warms up.
    const [engineTime, handTime] = [median(engine.slice(ROUNDS / 4)), median(byHand.slice(ROUNDS / 4))]
    return {
      figure: 'availability function',
      data: `${days} days, ${count(bookings)} bookings`,
      measured: `${times(engineTime / handTime)} (${engineTime.toFixed(1)} µs, sweep ${handTime.toFixed(1)} µs)`,
      budget: '≤ 3 × a hand-made sweep',
      passed: engineTime / handTime <= 3,
    }
  })
  return [...ratios, ...benchUsefulStarts()]
}

function microseconds(call: () => unknown, calls: number): number {
  const start = performance.now()
  for (let i = 0; i < calls; i++) call()
  return ((performance.now() - start) / calls) * 1000
}
