import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { expect, test } from 'vitest'
import { byDay, customerName, formatEnd, timeRange } from './booking-format.ts'

test.each([
  ['09:00:00', 30, '09:00 - 09:30'],
  ['09:45', 90, '09:45 - 11:15'],
  ['23:30:00', 45, '23:30 - 00:15'],
])('a visit at %s of %i minutes is shown as %s', { tags: ['2.52'] }, (hour, service_duration, range) => {
  const visit_hour = parsePlainTime(hour)
  expect(timeRange({ visit_hour, service_duration })).toBe(range)
  expect(formatEnd({ visit_hour, service_duration })).toBe(range.slice(-5))
})

test('a customer without a surname has a name without a trailing space', () => {
  expect(customerName({ name: 'Giulia', surname: '' })).toBe('Giulia')
})

test('bookings are grouped by day in their original order', { tags: ['2.54'] }, () => {
  const booking = (id: number, visit_day: string) => ({ id, visit_day }) as Parameters<typeof byDay>[0][number]
  const days = byDay([booking(1, '2026-11-21'), booking(2, '2026-11-22'), booking(3, '2026-11-21')])
  expect(days.get(parsePlainDate('2026-11-21'))?.listed.map(({ id }) => id)).toEqual([1, 3])
  expect(days.get(parsePlainDate('2026-11-21'))?.count).toBe(2)
  expect(days.get(parsePlainDate('2026-11-23'))).toBeUndefined()
})
