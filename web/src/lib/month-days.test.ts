import { isoWeekday, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { describe, expect, test } from 'vitest'
import { dayAfterKey, firstOfMonth, gridRange, weeksInMonth } from './month-days.ts'

describe('the grid of a month', () => {
  test.each([
    ['2026-11-01', '2026-10-26', '2026-12-06'],
    ['2026-06-01', '2026-06-01', '2026-07-12'],
    ['2027-02-01', '2027-02-01', '2027-03-14'],
    ['2028-02-01', '2028-01-31', '2028-03-12'],
    ['2026-03-01', '2026-02-23', '2026-04-05'],
  ])('of %s has six weeks, from %s to %s', { tags: ['2.50', '9.12'] }, (first, from, to) => {
    const month = parsePlainDate(first)
    const days = weeksInMonth(month).flat()
    expect(days).toHaveLength(42)
    expect([days[0], days.at(-1)]).toEqual([from, to])
    expect(gridRange(month)).toEqual({ from, to })
  })

  test('contains every day of its month and starts on a Monday, in any month of ten years', { tags: ['2.50'] }, () => {
    for (let year = 2024; year < 2034; year++)
      for (let month = 1; month <= 12; month++) {
        const first = parsePlainDate(`${year}-${String(month).padStart(2, '0')}-01`)
        const weeks = weeksInMonth(first)
        expect(weeks.every((week) => week.length === 7 && isoWeekday(week[0]!) === 1)).toBe(true)
        expect(weeks[0]).toContain(first)
        const inMonth = weeks.flat().filter((day) => firstOfMonth(day) === first)
        expect(inMonth).toHaveLength(new Date(Date.UTC(year, month, 0)).getUTCDate())
      }
  })
})

test.each([
  ['ArrowLeft', '2026-11-20'],
  ['ArrowRight', '2026-11-22'],
  ['ArrowUp', '2026-11-14'],
  ['ArrowDown', '2026-11-28'],
  ['Home', '2026-11-16'],
  ['End', '2026-11-22'],
  ['PageUp', '2026-10-21'],
  ['PageDown', '2026-12-21'],
  ['Enter', undefined],
])('%s moves from Saturday 21 November 2026 to %s', { tags: ['13.67'] }, (key, day) => {
  expect(dayAfterKey(parsePlainDate('2026-11-21'), key)).toBe(day)
})
