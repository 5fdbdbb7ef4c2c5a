import { addDays, type PlainDate } from '../time/plain-date.ts'
import { timeOf } from '../time/plain-time.ts'
import { toInstant } from '../time/time-zone.ts'

/** When reminders are sent, in the local time of the business. */
export const REMINDER_TIME = timeOf('09:00')

type Visit = {
  visit_day: PlainDate
  starts_at: Temporal.Instant
  /** When its day and hour were chosen. */
  scheduled_at: Temporal.Instant
}

type Asked = { daysBefore: number; timeZone: string; now: Temporal.Instant }

/**
 * Whether a visit should be reminded of: its moment has come, it lies ahead, and who chose it so late that the moment
 * had passed already needs no reminder. 0 days before means never.
 */
export function isReminderDue(visit: Visit, { daysBefore, timeZone, now }: Asked): boolean {
  if (daysBefore <= 0) return false
  const moment = toInstant(addDays(visit.visit_day, -daysBefore), REMINDER_TIME, timeZone)
  const { compare } = Temporal.Instant
  return compare(moment, now) <= 0 && compare(now, visit.starts_at) < 0 && compare(visit.scheduled_at, moment) < 0
}
