import { expect, test } from 'vitest'
import { showDate } from './date-cell.ts'

test.each([
  ['21-11-2026', '21-11-2026'],
  ['', '-'],
  ['2026-11-21', '-'],
  ['31-02-2026', '-'],
])('%j shows as %s', (date, shown) => {
  expect(showDate(date)).toBe(shown)
})
