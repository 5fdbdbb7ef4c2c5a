import type { Attendance } from '@prenoto/core/bookings/attendance.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { expect, test } from 'vitest'
import { currentAndNext } from './current-and-next.ts'

const visit = (hour: string, service_duration = 30, attendance: Attendance | null = null) => ({
  visit_hour: parsePlainTime(hour),
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
])('at %s the visits %j are current and %j are next', { tags: ['13.106'] }, (now, current, next) => {
  const minutes = Number(now.slice(0, 2)) * 60 + Number(now.slice(3))
  const result = currentAndNext(day, minutes)
  const hours = (visits: typeof day) => visits.map(({ visit_hour }) => visit_hour.slice(0, 5))
  expect([hours(result.current), hours(result.next)]).toEqual([current, next])
})

test('a visit marked as arrived is current before its start; a completed one or a no-show is left out', () => {
  const early = visit('10:00', 30, 'arrived')
  const completed = visit('09:00', 60, 'completed')
  const noShow = visit('09:00', 60, 'no_show')
  const next = visit('10:30')
  expect(currentAndNext([early, completed, noShow, next], 9 * 60 + 30)).toEqual({ current: [early], next: [next] })
})
