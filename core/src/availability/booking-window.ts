import { addMonths, type PlainDate } from '../time/plain-date.ts'

/**
 * The bookable days, both included, and the epoch minute before which no visit may begin. Useless gaps are hidden from
 * visitors only.
 */
export type BookingWindow = { first: PlainDate; last: PlainDate; earliest: number; hidesGaps: boolean }

/** The current instant and the tenant's local day. */
export type Now = { epochMilliseconds: number; today: PlainDate }

const DEFAULT_MONTHS = 3
const MAX_MONTHS = 24

/** The notice counts elapsed hours; `app_booking_max_months` 0 means 3, the maximum is 24. */
export function visitorWindow(
  now: Now,
  limits: { app_booking_hours_notice: number; app_booking_max_months: number },
): BookingWindow {
  return {
    first: now.today,
    last: lastBookableDay(now.today, limits),
    earliest: nextMinute(now) + limits.app_booking_hours_notice * 60,
    hidesGaps: true,
  }
}

export function lastBookableDay(today: PlainDate, limits: { app_booking_max_months: number }): PlainDate {
  return addMonths(today, Math.min(limits.app_booking_max_months || DEFAULT_MONTHS, MAX_MONTHS))
}

/** Neither the notice nor the tenant's months limit the staff, who book from now to two years ahead. */
export function staffWindow(now: Now): BookingWindow {
  return { first: now.today, last: addMonths(now.today, MAX_MONTHS), earliest: nextMinute(now), hidesGaps: false }
}

/** Rounds up: at 9:00:30 the visit of 9:00 has begun. */
function nextMinute(now: Now): number {
  return Math.ceil(now.epochMilliseconds / 60_000)
}
