import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, parsePlainDate } from '../../time/plain-date.ts'
import { parsePlainTime, toPlainTime } from '../../time/plain-time.ts'
import { toInstant } from '../../time/time-zone.ts'
import { isReminderDue } from '../reminder.ts'

const ROME = 'Europe/Rome'
const at = (text: string) => toInstant(parsePlainDate(text.slice(0, 10)), parsePlainTime(text.slice(11)), ROME)

const visit = (day: string, hour: string, scheduled: string) => ({
  visit_day: parsePlainDate(day),
  starts_at: at(`${day} ${hour}`),
  scheduled_at: at(scheduled),
})

test.each([
  ['a minute before nine', '2026-11-21 08:59', false],
  ['at nine', '2026-11-21 09:00', true],
  ['a day late', '2026-11-22 17:00', true],
  ['as the visit begins', '2026-11-23 10:00', false],
])('two days before the visit, a reminder %s: at %s, due is %s', (_, now, due) => {
  const monday = visit('2026-11-23', '10:00', '2026-11-01 12:00')

  expect(isReminderDue(monday, { daysBefore: 2, timeZone: ROME, now: at(now) })).toBe(due)
})

test.each([
  ['the evening before', '2026-11-20 20:00', true],
  ['a minute before nine', '2026-11-21 08:59', true],
  ['at nine', '2026-11-21 09:00', false],
  ['the day before the visit', '2026-11-22 20:00', false],
])('for a visit scheduled %s: at %s, due is %s', (_, scheduled, due) => {
  const monday = visit('2026-11-23', '10:00', scheduled)

  expect(isReminderDue(monday, { daysBefore: 2, timeZone: ROME, now: at('2026-11-23 08:00') })).toBe(due)
})

test.each([
  ['forward', '2026-03-30', '2026-03-29 09:00', '2026-03-29T07:00:00Z'],
  ['the day after', '2026-03-31', '2026-03-30 09:00', '2026-03-30T07:00:00Z'],
  ['back', '2026-10-26', '2026-10-25 09:00', '2026-10-25T08:00:00Z'],
  ['the day before', '2026-10-25', '2026-10-24 09:00', '2026-10-24T07:00:00Z'],
])('a reminder is due at nine local time: clock change %s', (_, day, wall, instant) => {
  const tomorrow = visit(day, '12:00', '2026-01-01 12:00')
  const isDue = (now: Temporal.Instant) => isReminderDue(tomorrow, { daysBefore: 1, timeZone: ROME, now })

  expect(at(wall).toString()).toBe(instant)
  expect(isDue(at(wall))).toBe(true)
  expect(isDue(at(wall).subtract({ minutes: 1 }))).toBe(false)
})

describe('in every zone, on any day of two years', () => {
  const cases = fc.record({
    timeZone: fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
    day: fc.integer({ min: 0, max: 730 }).map((days) => addDays(parsePlainDate('2026-01-01'), days)),
    hour: fc.integer({ min: 0, max: 23 }).map((hour) => toPlainTime(hour * 60 + 30)),
    daysBefore: fc.integer({ min: 1, max: 60 }),
    hoursBefore: fc.integer({ min: -48, max: 24 * 70 }),
    scheduledHoursBefore: fc.integer({ min: 0, max: 24 * 100 }),
  })

  test('a reminder is due from nine local time until the visit, if it was scheduled before nine', {
    tags: ['11.5'],
  }, () => {
    fc.assert(
      fc.property(cases, ({ timeZone, day, hour, daysBefore, hoursBefore, scheduledHoursBefore }) => {
        const starts_at = toInstant(day, hour, timeZone)
        const now = starts_at.subtract({ hours: hoursBefore })
        const scheduled_at = starts_at.subtract({ hours: scheduledHoursBefore })
        const reminded = Temporal.PlainDate.from(day).subtract({ days: daysBefore }).toPlainDateTime('09:00')
        const isReached = (instant: Temporal.Instant) =>
          Temporal.PlainDateTime.compare(instant.toZonedDateTimeISO(timeZone).toPlainDateTime(), reminded) >= 0

        const due = isReminderDue({ visit_day: day, starts_at, scheduled_at }, { daysBefore, timeZone, now })

        expect(due).toBe(isReached(now) && hoursBefore > 0 && !isReached(scheduled_at))
      }),
      { numRuns: 3000 },
    )
  })

  test('no reminder is due with 0 days before', () => {
    fc.assert(
      fc.property(cases, ({ timeZone, day, hour, hoursBefore, scheduledHoursBefore }) => {
        const starts_at = toInstant(day, hour, timeZone)
        const scheduled_at = starts_at.subtract({ hours: scheduledHoursBefore })
        const now = starts_at.subtract({ hours: hoursBefore })
        expect(isReminderDue({ visit_day: day, starts_at, scheduled_at }, { daysBefore: 0, timeZone, now })).toBe(false)
      }),
    )
  })
})
