import { expect, test } from 'vitest'
import { hashPlan, planRun } from './plan.ts'

test('the same seed yields the same plan, and another seed another plan', () => {
  expect(planRun(7, 2)).toEqual(planRun(7, 2))
  expect(hashPlan(planRun(7, 2))).not.toBe(hashPlan(planRun(8, 2)))
})

test('every fault ends before the calm at the end of the run', () => {
  const { faults } = planRun(7, 10)

  expect(faults.length).toBeGreaterThan(100)
  expect(Math.max(...faults.map(({ at, lasts }) => at + lasts))).toBeLessThanOrEqual(0.85 * 600_000)
})
