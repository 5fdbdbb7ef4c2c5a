import { describe, expect, test } from 'vitest'
import { dateOf } from '../../time/plain-date.ts'
import { timeOf } from '../../time/plain-time.ts'
import { type ClosedSpan, closedDays, closedSpans } from '../closed-days.ts'
import type { ShownCalendar, ShownClosure } from '../shown-hours.ts'

const DAY = [
  { from: 9 * 60, to: 13 * 60 },
  { from: 14 * 60, to: 19 * 60 },
]

/** Open from Monday to Saturday. */
const HAIR: ShownCalendar = { id: 1, from: dateOf('2020-01-01'), week: [DAY, DAY, DAY, DAY, DAY, DAY, []] }
const NAILS: ShownCalendar = { ...HAIR, id: 2 }

/** From Monday 23 November to Sunday 6 December. */
const DAYS = { first: dateOf('2026-11-23'), last: dateOf('2026-12-06') }

const closure = (from: string, to: string, calendar_id = 1): ShownClosure => {
  const [day_from, hour_from] = from.split(' ') as [string, string]
  const [day_to, hour_to] = to.split(' ') as [string, string]
  return {
    calendar_id,
    day_from: dateOf(day_from),
    hour_from: timeOf(hour_from),
    day_to: dateOf(day_to),
    hour_to: timeOf(hour_to),
  }
}

const written = ({ day_from, hour_from, day_to, hour_to }: ClosedSpan) =>
  `${day_from} ${hour_from?.slice(0, 5) ?? '-'} ${day_to} ${hour_to?.slice(0, 5) ?? '-'}`

const spansOf = (calendars: ShownCalendar[], ...closures: ShownClosure[]) =>
  closedSpans({ calendars, closures }, DAYS).map(written)

describe('closed days', () => {
  test('include days without opening hours and days whose hours a closure covers', () => {
    const closures = [
      closure('2026-11-26 00:00', '2026-11-27 23:59'),
      closure('2026-11-30 08:00', '2026-11-30 20:00'),
      closure('2026-12-01 00:00', '2026-12-01 14:00'),
    ]
    const closed = closedDays({ calendars: [HAIR], closures }, DAYS)
    expect(closed).toEqual(['2026-11-26', '2026-11-27', '2026-11-29', '2026-11-30', '2026-12-06'])
  })

  test('exclude days on which another calendar is open', () => {
    const closures = [closure('2026-11-26 00:00', '2026-11-27 23:59')]
    expect(closedDays({ calendars: [HAIR, NAILS], closures }, DAYS)).toEqual(['2026-11-29', '2026-12-06'])
  })

  test('include all days after the end of a calendar and exclude a special opening', () => {
    const specialOpenings = new Map([[dateOf('2026-11-29'), DAY]])
    const calendar = { ...HAIR, to: dateOf('2026-11-29'), specialOpenings }
    const closed = closedDays({ calendars: [calendar], closures: [] }, DAYS)
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
    expect(spansOf([HAIR], closure(from, to))).toEqual([span])
  })

  test('merge two consecutive closures', () => {
    const spans = spansOf(
      [HAIR],
      closure('2026-11-27 00:00', '2026-11-28 23:59'),
      closure('2026-11-26 00:00', '2026-11-26 23:59'),
    )
    expect(spans).toEqual(['2026-11-26 - 2026-11-28 -'])
  })

  test('are the intersection of the closures of all calendars in force', () => {
    const hair = closure('2026-11-26 00:00', '2026-11-28 23:59')
    expect(spansOf([HAIR, NAILS], hair)).toEqual([])
    expect(spansOf([HAIR, NAILS], hair, closure('2026-11-25 00:00', '2026-11-27 14:00', 2))).toEqual([
      '2026-11-26 - 2026-11-27 14:00',
    ])
    expect(spansOf([HAIR, { ...NAILS, to: dateOf('2026-01-01') }], hair)).toEqual(['2026-11-26 - 2026-11-28 -'])
  })

  test('exclude closures outside the opening hours or outside the days', () => {
    expect(spansOf([HAIR], closure('2026-11-26 20:00', '2026-11-27 08:00'))).toEqual([])
    expect(spansOf([HAIR], closure('2026-12-24 00:00', '2026-12-26 23:59'))).toEqual([])
  })
})
