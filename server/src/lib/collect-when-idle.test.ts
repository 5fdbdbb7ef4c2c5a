import { expect, test, vi } from 'vitest'
import { idleCollector } from './collect-when-idle.ts'

test('garbage is collected once a process has nothing to do, and again only after work', () => {
  const collect = vi.fn()
  const look = idleCollector(collect)
  const timesAfter = (...windows: number[]) => {
    windows.forEach(look)
    return collect.mock.calls.length
  }

  expect(timesAfter(0.6, 0.1, 0.03), 'while it starts, or answers somebody').toBe(0)
  expect(timesAfter(0.01)).toBe(1)
  expect(timesAfter(0, 0.1, 0)).toBe(1)
  expect(timesAfter(0.2, 0.9, 0.15)).toBe(1)
  expect(timesAfter(0)).toBe(2)
})
