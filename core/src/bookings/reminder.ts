import { addDays, type PlainDate } from '../time/plain-date.ts'
import { parsePlainTime } from '../time/plain-time.ts'
import { toInstant } from '../time/time-zone.ts'

/** When reminders are sent, in the local time of the business. */
export const REMINDER_TIME = parsePlainTime('09:00')

type Visit = {
  visit_day: PlainDate
  starts_at: Temporal.Instant
  /** When the customer or the staff chose the current day and hour. */
  scheduled_at: Temporal.Instant
}

type Asked = { daysBefore: number; timeZone: string; now: Temporal.Instant }

/**
 * A reminder is due from `REMINDER_TIME`, `daysBefore` days before the visit, until the visit begins, unless the visit
 * was scheduled at that moment or later. 0 days before means never.
 */
export function isReminderDue(visit: Visit, { daysBefore, timeZone, now }: Asked): boolean {
  if (daysBefore <= 0) return false
  const moment = toInstant(addDays(visit.visit_day, -daysBefore), REMINDER_TIME, timeZone)
  const { compare } = Temporal.Instant
  return compare(moment, now) <= 0 && compare(now, visit.starts_at) < 0 && compare(visit.scheduled_at, moment) < 0
}
