import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openingWeek, weekdays } from '../availability/opening-hours.ts'
import { openingHoursFields, openingHoursIssues, toOpeningHours } from '../calendars/opening-hours-fields.ts'
import {
  convertOpeningTimes,
  getDayMode,
  type OpeningTime,
  openingTime,
  timesOnWeekday,
  withCopies,
  withMode,
} from './opening-times.ts'

const toFields = (times: readonly OpeningTime[]) => toOpeningHours(convertOpeningTimes(times))

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** None, one or two intervals of a day that do not overlap. */
const day = fc
  .uniqueArray(fc.integer({ min: 0, max: 1440 }), { minLength: 4, maxLength: 4 })
  .chain((minutes) => fc.tuple(fc.constant(minutes.sort((a, b) => a - b)), fc.nat(2)))
  .map(
    ([[a, b, c, d], length]) =>
      [
        [a, b],
        [c, d],
      ].slice(0, length) as [number, number][],
  )

const week: fc.Arbitrary<OpeningTime[]> = fc
  .array(day, { minLength: 7, maxLength: 7 })
  .map((days) =>
    days.flatMap((intervals, index) => intervals.map(([from, to]) => openingTime(index + 1, clock(from), clock(to)))),
  )

describe('a week of opening times', () => {
  test('converts to valid opening hours with the same windows', { tags: ['3.8'] }, () => {
    fc.assert(
      fc.property(week, (times) => {
        const expected = weekdays.map((_, index) =>
          timesOnWeekday(times, index + 1).map((time) => [
            time.openingTimeHours * 60 + time.openingTimeMinutes,
            time.closingTimeHours * 60 + time.closingTimeMinutes || 1440,
          ]),
        )
        expect(
          openingWeek(convertOpeningTimes(times)).map((windows) => windows.map(({ from, to }) => [from, to])),
        ).toEqual(expected)
        expect(openingHoursIssues(toFields(times))).toEqual([])
      }),
    )
  })

  test('converts to the same fields in any order', () => {
    fc.assert(
      fc.property(week, fc.infiniteStream(fc.nat()), (times, order) => {
        const shuffled = times
          .map((time) => [order.next().value, time] as const)
          .sort(([one], [other]) => one - other)
          .map(([, time]) => time)
        expect(toFields(shuffled)).toEqual(toFields(times))
      }),
    )
  })

  test('leaves the fields of closed half days empty', { tags: ['3.8'] }, () => {
    const hours = toFields([openingTime(1, '08:30', '12:15')])
    expect(Object.keys(hours)).toEqual([...openingHoursFields, 'pauses'])
    expect(Object.entries(hours).filter(([, time]) => typeof time === 'string' && time)).toEqual([
      ['monday_morning_from', '08:30'],
      ['monday_morning_to', '12:15'],
    ])
  })
})

describe('an interval', () => {
  test.each([
    ['12:59', 'morning'],
    ['13:00', 'afternoon'],
    ['00:00', 'morning'],
    ['23:00', 'afternoon'],
  ])('that opens at %s goes to the %s', (opening, half) => {
    const hours = toFields([openingTime(2, opening, '23:59')]) as Record<string, unknown>
    expect(hours[`tuesday_${half}_from`]).toBe(opening)
  })

  test('goes to the other half of the day when its own half already has one', () => {
    expect(toFields([openingTime(3, '14:00', '16:00'), openingTime(3, '17:00', '20:00')])).toMatchObject({
      wednesday_morning_from: '14:00',
      wednesday_morning_to: '16:00',
      wednesday_afternoon_from: '17:00',
      wednesday_afternoon_to: '20:00',
    })
  })
})

describe('a weekday', () => {
  test.each([
    ['closed', []],
    ['continuous', [openingTime(4, '08:00', '12:00')]],
    ['normal', [openingTime(4, '08:00', '12:00'), openingTime(4, '14:00', '18:00')]],
  ] as const)('switched to %s gets the default intervals', (mode, expected) => {
    fc.assert(
      fc.property(week, (times) => {
        const changed = withMode(times, 4, mode)
        expect(timesOnWeekday(changed, 4)).toEqual(expected)
        expect(getDayMode(changed, 4)).toBe(mode)
        expect(changed.filter((time) => time.weekDay !== 4)).toEqual(times.filter((time) => time.weekDay !== 4))
      }),
    )
  })

  test('copied to all replaces the intervals of every weekday', () => {
    fc.assert(
      fc.property(week, fc.integer({ min: 1, max: 7 }), (times, weekDay) => {
        const copies = withCopies(times, weekDay)
        for (const other of [1, 2, 3, 4, 5, 6, 7])
          expect(timesOnWeekday(copies, other)).toEqual(
            timesOnWeekday(times, weekDay).map((time) => ({ ...time, weekDay: other })),
          )
      }),
    )
  })
})
