import { expect, test } from 'vitest'
import { hashOf, planStorm } from './plan.ts'

test('the same seed plans the same storm, another one another', () => {
  expect(planStorm(7, 2)).toEqual(planStorm(7, 2))
  expect(hashOf(planStorm(7, 2))).not.toBe(hashOf(planStorm(8, 2)))
})

test('every fault has an end well before the storm has one', () => {
  const { faults } = planStorm(7, 10)

  expect(faults.length).toBeGreaterThan(100)
  expect(Math.max(...faults.map(({ at, lasts }) => at + lasts))).toBeLessThanOrEqual(0.85 * 600_000)
})

test('one server is left alive, so that its memory can be followed', () => {
  const { faults } = planStorm(7, 10)

  const deaths = faults.filter(({ what, on }) => /^server (killed|restarted)$/.test(what) && on === 'server 2')
  expect(Math.max(...deaths.map(({ at }) => at))).toBeLessThan(0.4 * 600_000)
})
