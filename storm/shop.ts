import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import { dateOf, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, type ShortTime, timeOf } from '@prenoto/core/time/plain-time.ts'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import type { Call, Offer, Sight } from './journal.ts'

export const PASSWORD = 'Tempesta-2026!'

/** How far what is kept ready may be behind, and as much again for a busy machine, milliseconds. */
export const BEHIND = 2_000

/** How many days before a visit the businesses remind of it. */
export const REMINDER_DAYS = 2

export type Staff = { id: number; email: string; role: 'admin' | 'editor'; token: string; address: string }

/** What a call to change a booking names. */
export type Visit = {
  service_id: number
  visit_day: PlainDate
  visit_hour: PlainTime
  name: string
  telephone: string
}

/** A business in the storm, and what everybody in it has come to know. */
export type Shop = {
  marker: string
  domain: string
  tenantId: number
  timeZone: string
  capacity: number
  /** Milliseconds. */
  notice: number
  calendars: number[]
  services: { id: number; calendarId: number; duration: number }[]
  staff: Staff[]
  /** The bookings that somebody was told of, by id. */
  bookings: Map<number, string>
  /** What each visitor has booked, as their e-mail says it. */
  ownBookings: Map<string, { record: string; hiddenId: string }[]>
  closures: { id: number; record: string }[]
  images: string[]
  /** The slots that somebody has asked for, by service. */
  wanted: Map<number, Set<string>>
}

/** A booking is known by its idempotency key, which is also in its e-mail address. */
export const emailOf = (key: string) => `${key}@posta.example`
export const recordOfEmail = (email: string) => `booking ${email.split('@')[0]}`

export const bookingValueOf = ({ service_id, visit_day, visit_hour, name, telephone }: Visit) =>
  [service_id, visit_day, visit_hour, name, telephone].join('|')

/** What a value of a booking says of when it is, and of which service. */
export function slotOf(value: string) {
  const [service, day, hour] = value.split('|') as [string, string, string]
  return { service, day: dateOf(day), hour: timeOf(hour) }
}

export const serviceValueOf = ({ name, duration, amount }: { name: string; duration: number; amount: string }) =>
  [name, duration, Number(amount).toFixed(2)].join('|')

type Closure = {
  calendar_id: number
  day_from: PlainDate
  hour_from: ShortTime
  day_to: PlainDate
  hour_to: ShortTime
}

export const closureValueOf = ({ calendar_id, day_from, hour_from, day_to, hour_to }: Closure) =>
  [calendar_id, day_from, hour_from, day_to, hour_to].join('|')

export const sightOf = (booking: Pick<StaffBooking, 'email'> & Visit): Sight => ({
  record: recordOfEmail(booking.email),
  value: bookingValueOf(booking),
})

/** What a list of free days offers. */
export function offerOf(shop: Shop, service: { id: number; available_slots: AvailableDay[] }): Offer {
  const wanted = shop.wanted.get(service.id) ?? new Set()
  const slots = slotsOf(service)
  const [first] = slots
  return {
    service: String(service.id),
    ...(first && { first: toInstant(first.visit_day, first.visit_hour, shop.timeZone).epochMilliseconds }),
    wanted: slots.map(({ visit_day, visit_hour }) => `${visit_day} ${visit_hour}`).filter((slot) => wanted.has(slot)),
  }
}

export const slotsOf = ({ available_slots }: { available_slots: AvailableDay[] }) =>
  available_slots.flatMap(({ date, slots }) => slots.map((hour) => ({ visit_day: date, visit_hour: hour })))

/** Remembers that there is a booking, for whoever looks for one. */
export const know = (shop: Shop, { id, email }: { id: number; email: string }) =>
  shop.bookings.set(id, recordOfEmail(email))

/** What the answer to a booking says was made. */
export function bookedOf(shop: Shop, made: StaffBooking, notice: number): Call['booked'] {
  know(shop, made)
  const start = toInstant(made.visit_day, made.visit_hour, shop.timeZone).epochMilliseconds
  return { id: made.id, hiddenId: made.hidden_id, start, notice }
}

/** Remembers that somebody asks for a slot, before they do. */
export function want(
  shop: Shop,
  serviceId: number,
  { visit_day, visit_hour }: Pick<Visit, 'visit_day' | 'visit_hour'>,
) {
  const slots = shop.wanted.get(serviceId) ?? new Set()
  shop.wanted.set(serviceId, slots.add(`${visit_day} ${visit_hour}`))
}
