import type { BookingEvent, StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { HIDDEN_EMAIL } from '@prenoto/core/fields/hidden-contacts.ts'
import { isWithoutEmail } from '@prenoto/core/fields/without-email.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { addMinutes, toShortTime } from '@prenoto/core/time/plain-time.ts'

/** The bookings of a day. `listed` may hold only the first of `count`. */
export type DayBookings = { listed: BookingEvent[]; count: number }

export const NO_BOOKINGS: DayBookings = { listed: [], count: 0 }

/** Groups bookings by day and keeps their order. */
export function byDay(bookings: BookingEvent[]): Map<PlainDate, DayBookings> {
  const days = Map.groupBy(bookings, ({ visit_day }) => visit_day)
  return new Map([...days].map(([day, listed]) => [day, { listed, count: listed[0]!.of_day ?? listed.length }]))
}

type Visit = Pick<StaffBooking, 'visit_hour' | 'service_duration'>

/** '09:30', or '00:15' after midnight. */
export const formatEnd = ({ visit_hour, service_duration }: Visit) =>
  toShortTime(addMinutes(visit_hour, service_duration))

/** '09:00 - 09:30' */
export const timeRange = (visit: Visit) => `${toShortTime(visit.visit_hour)} - ${formatEnd(visit)}`

/** 'Giulia Verdi' */
export const customerName = ({ name, surname }: Pick<StaffBooking, 'name' | 'surname'>) => `${name} ${surname}`.trim()

/** ['Taglio · capelli lunghi', 'Colore'] */
export const serviceNames = ({ services, service_name }: Pick<StaffBooking, 'services' | 'service_name'>) =>
  services?.map(({ name }) => name) ?? [service_name]

/** Whether an e-mail reaches the customer; a hidden address counts as one. */
export const isReachable = (email: string) => email === HIDDEN_EMAIL || !isWithoutEmail(email)
