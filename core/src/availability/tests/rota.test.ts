import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, epochDay, isoWeekday, type PlainDate, parsePlainDate } from '../../time/plain-date.ts'
import { dayClock } from '../../time/time-zone.ts'
import { bookableDays } from '../bookable-days.ts'
import type { CalendarException } from '../calendar-schedule.ts'
import { closedDays } from '../closed-days.ts'
import { closedTimes } from '../closed-times.ts'
import type { OpeningWeek } from '../opening-hours.ts'
import { weekIndexOn } from '../rota.ts'
import { shownHours } from '../shown-hours.ts'

const NAMES = ['A', 'B', 'C', 'D']
const nameOn = (date: string, from: string, weeks: number) =>
  NAMES[weekIndexOn(parsePlainDate(date), { weeks: NAMES.slice(0, weeks), rota_from: parsePlainDate(from) })]

test.each([
  ['its first Monday', '2026-11-23', 2, 'A'],
  ['its first Sunday', '2026-11-29', 2, 'A'],
  ['the Monday after', '2026-11-30', 2, 'B'],
  ['the Sunday before it', '2026-11-22', 2, 'B'],
  ['the Monday before it', '2026-11-16', 3, 'C'],
  ['the fourth week before it', '2026-10-26', 4, 'A'],
  ['the fifth week before it', '2026-10-19', 4, 'D'],
  ['the last day of a year of 53 weeks', '2026-12-31', 2, 'B'],
  ['the first day of the year after it', '2027-01-01', 2, 'B'],
  ['the first Monday of the year after it', '2027-01-04', 2, 'A'],
  ['the week in which the clocks go forward', '2027-03-28', 2, 'B'],
  ['the Monday after the clocks went forward', '2027-03-29', 2, 'A'],
  ['a leap day', '2028-02-29', 3, 'A'],
])('finds the week of %s', (_, date, weeks, name) => {
  expect(nameOn(date, '2026-11-23', weeks)).toBe(name)
})

const minute = fc.integer({ min: 0, max: 1439 })
const windows = fc
  .uniqueArray(minute, { minLength: 2, maxLength: 2 })
  .map(([one, other]) => [{ from: Math.min(one!, other!), to: Math.max(one!, other!) }])
const week: fc.Arbitrary<OpeningWeek> = fc.array(fc.oneof(fc.constant([]), windows), { minLength: 7, maxLength: 7 })
const days = (most: number) => fc.integer({ min: -most, max: most })

/** Days around the ends of 2026, which has 53 weeks, and around changes of the clocks. */
const anyDate = fc
  .tuple(fc.constantFrom('2026-12-31', '2027-03-28', '2027-10-31', '2028-02-29', '2026-06-10'), days(20))
  .map(([date, offset]) => addDays(parsePlainDate(date), offset))

test('on each date a rota equals a calendar of one week whose only week is the one that applies', () => {
  fc.assert(
    fc.property(
      fc.array(week, { minLength: 1, maxLength: 4 }),
      anyDate,
      days(400),
      fc.array(fc.tuple(days(3), minute), { maxLength: 1 }),
      (weeks, date, weeksFrom, closed) => {
        const rota_from = addDays(parsePlainDate('2026-12-28'), weeksFrom * 7)
        const exceptions = closed.map(([offset]) => closureOn(addDays(date, offset)))
        const calendar = { from: parsePlainDate('2000-01-01'), exceptions }
        const rota = { ...calendar, weeks, rota_from }
        const single = { ...calendar, weeks: [weeks[countWeeks(rota_from, date, weeks.length)]!] }
        const only = { first: date, last: date }
        const getClock = (day: PlainDate) => dayClock(day, 'Europe/Rome')

        expect(bookableDays(rota, only, getClock)).toEqual(bookableDays(single, only, getClock))
        expect(closedDays([rota], only)).toEqual(closedDays([single], only))
        expect(closedTimes(rota, only)).toEqual(closedTimes(single, only))
        expect(shownHours([rota], date).days[0]).toEqual(shownHours([single], date).days[0])
        expect(shownHours([rota], date).week).toEqual(shownHours([single], date).week)
      },
    ),
    { numRuns: 200 },
  )
})

/** Counts day by day from the Monday of week A. */
function countWeeks(from: PlainDate, date: PlainDate, weeks: number): number {
  let index = 0
  const step = date < from ? -1 : 1
  for (let day = from; day !== date; day = addDays(day, step)) {
    if (step > 0 && isoWeekday(addDays(day, 1)) === 1) index = (index + 1) % weeks
    if (step < 0 && isoWeekday(day) === 1) index = (index + weeks - 1) % weeks
  }
  return index
}

const closureOn = (day: PlainDate): CalendarException => ({
  kind: 'closure',
  day_from: day,
  hour_from: '12:00:00' as never,
  day_to: day,
  hour_to: '14:00:00' as never,
})

test('weeks apply one after the other over ten years, seven days each', () => {
  const from = parsePlainDate('2020-01-06')
  for (const weeks of [2, 3, 4])
    for (let day = epochDay(from), date = from; day < epochDay(from) + 3660; day++, date = addDays(date, 1))
      expect(weekIndexOn(date, { weeks: NAMES.slice(0, weeks), rota_from: from })).toBe(
        Math.floor((day - epochDay(from)) / 7) % weeks,
      )
})
