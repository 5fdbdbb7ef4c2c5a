import type { Attendance } from '@prenoto/core/bookings/attendance.ts'
import { timeOf } from '@prenoto/core/time/plain-time.ts'
import { expect, test } from 'vitest'
import { whoIsWhen } from './who-is-when.ts'

const visit = (hour: string, service_duration = 30, attendance: Attendance | null = null) => ({
  visit_hour: timeOf(hour),
  service_duration,
  attendance,
})
const day = [visit('09:00', 60), visit('09:30'), visit('10:00'), visit('10:00', 45), visit('11:00')]

test.each([
  ['08:59', [], ['09:00']],
  ['09:00', ['09:00'], ['09:30']],
  ['09:59', ['09:00', '09:30'], ['10:00', '10:00']],
  ['10:30', ['10:00'], ['11:00']],
  ['11:30', [], []],
])('at %s there are %j, and %j come next', { tags: ['13.106'] }, (now, here, next) => {
  const minutes = Number(now.slice(0, 2)) * 60 + Number(now.slice(3))
  const found = whoIsWhen(day, minutes)
  const hours = (visits: typeof day) => visits.map(({ visit_hour }) => visit_hour.slice(0, 5))
  expect([hours(found.here), hours(found.next)]).toEqual([here, next])
})

test('whoever has arrived is here before the hour; whoever has left or did not come neither is nor comes', () => {
  const early = visit('10:00', 30, 'arrived')
  const gone = visit('09:00', 60, 'completed')
  const absent = visit('09:00', 60, 'no_show')
  const next = visit('10:30')
  expect(whoIsWhen([early, gone, absent, next], 9 * 60 + 30)).toEqual({ here: [early], next: [next] })
})
