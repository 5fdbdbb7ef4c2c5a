import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import type { Moment } from './seed-bookings.ts'

type Seeded = {
  id: number
  calendar_id: number
  service_name: string
  visit_day: PlainDate
  visit_hour: PlainTime
  starts_at: string
  ends_at: string
  created_at: string
  deleted_at: string | null
  attendance: string | null
}

/** Bookings have a history within this number of days around today. */
const DAYS = 21
/** Every ninth booking has been rescheduled. */
const RESCHEDULED_EVERY = 9

/** Rows of `booking_history` and `messages` for the bookings of these weeks. */
export function seedHistory(bookings: Seeded[], userIds: number[], { today, minute }: Moment) {
  const recent = bookings.filter(
    ({ visit_day, deleted_at }) =>
      !deleted_at && visit_day >= addDays(today, -DAYS) && visit_day <= addDays(today, DAYS),
  )
  const chooseUser = (i: number) => userIds[i % userIds.length]!
  const notAfterNow = (instant: Temporal.Instant) =>
    Temporal.Instant.fromEpochMilliseconds(Math.min(instant.epochMilliseconds, minute * 60_000)).toString()
  const later = (instant: string, minutes: number) => notAfterNow(Temporal.Instant.from(instant).add({ minutes }))

  const reschedules = recent
    .filter((_, i) => i % RESCHEDULED_EVERY === 0)
    .map(({ id, calendar_id, service_name, visit_day, visit_hour, created_at }, i) => ({
      booking_id: id,
      at: later(created_at, 55),
      kind: 'rescheduled',
      user_id: i % 2 ? chooseUser(i) : null,
      previous_day: addDays(visit_day, 7),
      previous_hour: visit_hour,
      previous_calendar_id: calendar_id,
      previous_service: service_name,
      day: visit_day,
      hour: visit_hour,
      calendar_id,
      service: service_name,
    }))
  const attendances = recent
    .filter(({ attendance }) => attendance !== null)
    .map(({ id, starts_at, ends_at, attendance }, i) => ({
      booking_id: id,
      at: later(attendance === 'completed' ? ends_at : starts_at, attendance === 'no_show' ? 20 : 2),
      kind: 'attendance',
      user_id: chooseUser(i),
      attendance,
    }))
  return {
    reschedules,
    attendances,
    messages: recent.map(({ id, created_at }) => ({
      deduplication_key: `confirmation:${id}`,
      kind: 'confirmation',
      record_id: id,
      created_at,
      sent_at: later(created_at, 1),
    })),
  }
}
