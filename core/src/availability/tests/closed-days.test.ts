import { describe, expect, test } from 'vitest'
import { parsePlainDate } from '../../time/plain-date.ts'
import { parsePlainTime } from '../../time/plain-time.ts'
import type { CalendarException, CalendarSchedule } from '../calendar-schedule.ts'
import { type ClosedSpan, closedDays, closedSpans } from '../closed-days.ts'

const DAY = [
  { from: 9 * 60, to: 13 * 60 },
  { from: 14 * 60, to: 19 * 60 },
]

/** Open from Monday to Saturday. */
const OPEN: CalendarSchedule = {
  from: parsePlainDate('2020-01-01'),
  weeks: [[DAY, DAY, DAY, DAY, DAY, DAY, []]],
  exceptions: [],
}

const calendar = (...exceptions: CalendarException[]) => ({ ...OPEN, exceptions })

/** From Monday 23 November to Sunday 6 December. */
const DAYS = { first: parsePlainDate('2026-11-23'), last: parsePlainDate('2026-12-06') }

const closure = (from: string, to: string): CalendarException => {
  const [day_from, hour_from] = from.split(' ') as [string, string]
  const [day_to, hour_to] = to.split(' ') as [string, string]
  return {
    kind: 'closure',
    day_from: parsePlainDate(day_from),
    hour_from: parsePlainTime(hour_from),
    day_to: parsePlainDate(day_to),
    hour_to: parsePlainTime(hour_to),
  }
}

const written = ({ day_from, hour_from, day_to, hour_to }: ClosedSpan) =>
  `${day_from} ${hour_from?.slice(0, 5) ?? '-'} ${day_to} ${hour_to?.slice(0, 5) ?? '-'}`

const listSpans = (...calendars: CalendarSchedule[]) => closedSpans(calendars, DAYS).map(written)

describe('closed days', () => {
  test('include days without opening hours and days whose hours a closure covers', () => {
    const closures = [
      closure('2026-11-26 00:00', '2026-11-27 23:59'),
      closure('2026-11-30 08:00', '2026-11-30 20:00'),
      closure('2026-12-01 00:00', '2026-12-01 14:00'),
    ]
    const closed = closedDays([calendar(...closures)], DAYS)
    expect(closed).toEqual(['2026-11-26', '2026-11-27', '2026-11-29', '2026-11-30', '2026-12-06'])
  })

  test('exclude days on which another calendar is open', () => {
    const closed = calendar(closure('2026-11-26 00:00', '2026-11-27 23:59'))
    expect(closedDays([closed, OPEN], DAYS)).toEqual(['2026-11-29', '2026-12-06'])
  })

  test('include all days after the end of a calendar and exclude a special opening', () => {
    const sunday = parsePlainDate('2026-11-29')
    const opening: CalendarException = {
      kind: 'special_opening',
      day_from: sunday,
      day_to: sunday,
      hour_from: parsePlainTime('09:00'),
      hour_to: parsePlainTime('13:00'),
    }
    const closed = closedDays([{ ...calendar(opening), to: sunday }], DAYS)
    expect(closed[0]).toBe('2026-11-30')
    expect(closed).toHaveLength(7)
  })
})

describe('closed spans', () => {
  test.each([
    ['2026-11-26 00:00', '2026-11-28 23:59', '2026-11-26 - 2026-11-28 -'],
    ['2026-11-26 00:00', '2026-11-29 00:00', '2026-11-26 - 2026-11-28 -'],
    ['2026-11-26 08:00', '2026-11-26 20:00', '2026-11-26 - 2026-11-26 -'],
    ['2026-11-26 14:00', '2026-11-26 23:59', '2026-11-26 14:00 2026-11-26 -'],
    ['2026-11-26 10:00', '2026-11-28 12:00', '2026-11-26 10:00 2026-11-28 12:00'],
    ['2026-11-20 00:00', '2026-11-23 23:59', '2026-11-20 - 2026-11-23 -'],
  ])('of a closure from %s to %s are %s', (from, to, span) => {
    expect(listSpans(calendar(closure(from, to)))).toEqual([span])
  })

  test('merge two consecutive closures', () => {
    const spans = listSpans(
      calendar(closure('2026-11-27 00:00', '2026-11-28 23:59'), closure('2026-11-26 00:00', '2026-11-26 23:59')),
    )
    expect(spans).toEqual(['2026-11-26 - 2026-11-28 -'])
  })

  test('are the intersection of the closures of all calendars in force', () => {
    const hair = calendar(closure('2026-11-26 00:00', '2026-11-28 23:59'))
    expect(listSpans(hair, OPEN)).toEqual([])
    expect(listSpans(hair, calendar(closure('2026-11-25 00:00', '2026-11-27 14:00')))).toEqual([
      '2026-11-26 - 2026-11-27 14:00',
    ])
    expect(listSpans(hair, { ...OPEN, to: parsePlainDate('2026-01-01') })).toEqual(['2026-11-26 - 2026-11-28 -'])
  })

  test('exclude closures outside the opening hours or outside the days', () => {
    expect(listSpans(calendar(closure('2026-11-26 20:00', '2026-11-27 08:00')))).toEqual([])
    expect(listSpans(calendar(closure('2026-12-24 00:00', '2026-12-26 23:59')))).toEqual([])
  })
})
