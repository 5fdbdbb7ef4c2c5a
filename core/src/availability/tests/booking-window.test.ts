import { expect, test } from 'vitest'
import { parsePlainDate } from '../../time/plain-date.ts'
import { parsePlainTime } from '../../time/plain-time.ts'
import { localTimeAt, toEpochMinute } from '../../time/time-zone.ts'
import { type Now, staffWindow, visitorWindow } from '../booking-window.ts'

const rome = 'Europe/Rome'

test.each([
  [0, '2027-02-21'],
  [1, '2026-12-21'],
  [3, '2027-02-21'],
  [24, '2028-11-21'],
  [60, '2028-11-21'],
])('with a limit of %i months, the last day for visitors is %s', { tags: ['4.25'] }, (app_booking_max_months, last) => {
  const window = visitorWindow(at('2026-11-21T09:00:00+01:00'), { app_booking_hours_notice: 0, app_booking_max_months })

  expect(window).toMatchObject({ first: '2026-11-21', last })
})

test('the last bookable day is the last of a shorter month', () => {
  const window = visitorWindow(at('2026-11-30T09:00:00+01:00'), {
    app_booking_hours_notice: 0,
    app_booking_max_months: 3,
  })

  expect(window.last).toBe('2027-02-28')
})

test.each([
  [
    'without notice at a whole minute, that minute is bookable',
    '2026-11-21T09:00:00+01:00',
    0,
    '2026-11-21',
    '09:00:00',
  ],
  [
    'without notice after a minute has begun, the next one is bookable',
    '2026-11-21T09:00:00.001+01:00',
    0,
    '2026-11-21',
    '09:01:00',
  ],
  ['48 hours end two days later', '2026-11-21T09:00:00+01:00', 48, '2026-11-23', '09:00:00'],
  ['elapsed hours count when clocks go forward', '2026-03-28T20:00:00+01:00', 12, '2026-03-29', '09:00:00'],
  ['elapsed hours count when clocks go back', '2026-10-24T20:00:00+02:00', 12, '2026-10-25', '07:00:00'],
])('the notice starts now: %s', { tags: ['4.25'] }, (_, instant, app_booking_hours_notice, date, time) => {
  const window = visitorWindow(at(instant), { app_booking_hours_notice, app_booking_max_months: 0 })

  expect(window.earliest).toBe(toEpochMinute(parsePlainDate(date), parsePlainTime(time), rome))
})

test('the staff books without notice from the next minute to two years ahead', { tags: ['4.26'] }, () => {
  expect(staffWindow(at('2026-11-21T09:00:30+01:00'))).toEqual({
    first: '2026-11-21',
    last: '2028-11-21',
    earliest: toEpochMinute(parsePlainDate('2026-11-21'), parsePlainTime('09:01:00'), rome),
    hidesGaps: false,
  })
})

test('the first day is today in the tenant’s time zone', () => {
  expect(staffWindow(at('2026-11-20T23:30:00Z')).first).toBe('2026-11-21')
})

function at(instant: string): Now {
  const { epochMilliseconds } = Temporal.Instant.from(instant)
  return { epochMilliseconds, today: localTimeAt(epochMilliseconds, rome).date }
}
