import type { BookingEvent, StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { addMinutes, toShortTime } from '@prenoto/core/time/plain-time.ts'

/** What is known of a day's bookings: of a large business the first ones only. */
export type DayBookings = { listed: BookingEvent[]; count: number }

export const NO_BOOKINGS: DayBookings = { listed: [], count: 0 }

/** Bookings by their day, each day's in the order they came in. */
export function byDay(bookings: BookingEvent[]): Map<PlainDate, DayBookings> {
  const days = Map.groupBy(bookings, ({ visit_day }) => visit_day)
  return new Map([...days].map(([day, listed]) => [day, { listed, count: listed[0]!.of_day ?? listed.length }]))
}

type Visit = Pick<StaffBooking, 'visit_hour' | 'service_duration'>

/** '09:30', or '00:15' when the visit goes past midnight. */
export const endOf = ({ visit_hour, service_duration }: Visit) => toShortTime(addMinutes(visit_hour, service_duration))

/** '09:00 - 09:30' */
export const timeRange = (visit: Visit) => `${toShortTime(visit.visit_hour)} - ${endOf(visit)}`

/** 'Giulia Verdi' */
export const customerOf = ({ name, surname }: Pick<StaffBooking, 'name' | 'surname'>) => `${name} ${surname}`.trim()
