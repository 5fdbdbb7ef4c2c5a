import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { minutesOf, toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'

const DAY_IN_MINUTES = 1440

/** Bookings by their day, each day's in the order they came in. */
export function byDay(bookings: StaffBooking[]): Map<PlainDate, StaffBooking[]> {
  const days = new Map<PlainDate, StaffBooking[]>()
  for (const booking of bookings) {
    const day = days.get(booking.visit_day)
    if (day) day.push(booking)
    else days.set(booking.visit_day, [booking])
  }
  return days
}

type Visit = Pick<StaffBooking, 'visit_hour' | 'service_duration'>

/** '09:30', or '00:15' when the visit goes past midnight. */
export const endOf = ({ visit_hour, service_duration }: Visit) =>
  toShortTime(toPlainTime((minutesOf(visit_hour) + service_duration) % DAY_IN_MINUTES))

/** '09:00 - 09:30' */
export const timeRange = (visit: Visit) => `${toShortTime(visit.visit_hour)} - ${endOf(visit)}`

/** 'Giulia Verdi' */
export const customerOf = ({ name, surname }: Pick<StaffBooking, 'name' | 'surname'>) => `${name} ${surname}`.trim()
