import { addMonths, type PlainDate } from '../time/plain-date.ts'

/** The days that can be booked, both included, and the epoch minute before which nothing may begin. */
export type BookingWindow = { first: PlainDate; last: PlainDate; earliest: number }

/** The present, told: the instant, and the day it falls on where the tenant is. */
export type Now = { epochMilliseconds: number; today: PlainDate }

const DEFAULT_MONTHS = 3
const MAX_MONTHS = 24

/** Visitors keep the notice, in hours that really pass, and book at most some months ahead (0 means 3). */
export function visitorWindow(
  now: Now,
  limits: { app_booking_hours_notice: number; app_booking_max_months: number },
): BookingWindow {
  return {
    first: now.today,
    last: lastBookableDay(now.today, limits),
    earliest: nextMinute(now) + limits.app_booking_hours_notice * 60,
  }
}

/** The last day a visitor can ask for. */
export function lastBookableDay(today: PlainDate, limits: { app_booking_max_months: number }): PlainDate {
  return addMonths(today, Math.min(limits.app_booking_max_months || DEFAULT_MONTHS, MAX_MONTHS))
}

/** Staff are held by neither notice nor months, but never book in the past; nobody looks beyond two years. */
export function staffWindow(now: Now): BookingWindow {
  return { first: now.today, last: addMonths(now.today, MAX_MONTHS), earliest: nextMinute(now) }
}

/** Rounded up: at 9:00:30 the visit of 9:00 has begun. */
function nextMinute(now: Now): number {
  return Math.ceil(now.epochMilliseconds / 60_000)
}
