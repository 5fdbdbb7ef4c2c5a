import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import { dateOf, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, type ShortTime, timeOf } from '@prenoto/core/time/plain-time.ts'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import type { Call, Change, Offer, Place, Sight } from './journal.ts'

export const PASSWORD = 'Tempesta-2026!'

/** How far what is kept ready may be behind, and as much again for a busy machine, milliseconds. */
export const BEHIND = 2_000

export const calendarName = (marker: string, i: number) => `${marker} sala ${i}`

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
  /** Visits in a day on each of its calendars; 0: as many as fit. */
  maxPerDay: number
  calendars: number[]
  /** Each with its first calendar, and with all that it has. */
  services: { id: number; calendarId: number; calendars: number[]; duration: number }[]
  staff: Staff[]
  /** The bookings that somebody was told of, by id. */
  bookings: Map<number, string>
  /** What each visitor has booked, as their e-mail says it. */
  ownBookings: Map<string, OwnBooking[]>
  closures: { id: number; record: string }[]
  openings: { id: number; record: string }[]
  series: { first: number; record: string }[]
  /** Who waits, or has waited. */
  waiting: Waiter[]
  /** Bookings of days that are over. */
  past: { id: number; record: string }[]
  /** The one customer whom others are merged into, and those who have been. */
  mainCustomer: number
  doubles: Set<string>
  /** Whom the staff blocks now and then, with the number by which they are known. */
  unwanted: { id: number; telephone: string }[]
  images: string[]
  /** The slots that somebody has asked for, by service. */
  wanted: Map<number, Set<string>>
}

export type OwnBooking = { record: string; hiddenId: string; service: Shop['services'][number] }

export type Waiter = { key: string; service: Shop['services'][number]; day: PlainDate }

/** Bookings of a series share their address, and are one record. */
export const SERIES = 'serie'
export const isOfSeries = ({ email }: { email: string }) => email.split('@')[0]!.includes(`-${SERIES}`)

/** A booking is known by its idempotency key, which is also in its e-mail address. */
export const emailOf = (key: string) => `${key}@posta.example`
export const recordOfEmail = (email: string) => `booking ${email.split('@')[0]}`

export const bookingValueOf = ({
  service_id,
  visit_day,
  visit_hour,
}: Pick<Visit, 'service_id' | 'visit_day' | 'visit_hour'>) => [service_id, visit_day, visit_hour].join('|')

/** Who comes: a record of its own, since the visit moves without it. */
export const personValueOf = ({ name, telephone }: Pick<Visit, 'name' | 'telephone'>) => [name, telephone].join('|')

/** What becomes of the records beside a booking as it is made. */
export const withBooking = (record: string, person: Pick<Visit, 'name' | 'telephone'>): Change[] => [
  { record: personOf(record), how: 'create', value: personValueOf(person) },
  { record: customerOf(record), how: 'create', value: 'known' },
]

export const personOf = (record: string) => record.replace('booking', 'person')
export const customerOf = (record: string) => record.replace('booking', 'customer')
export const waitingOf = (key: string) => `waiting ${key}`

/** Where a booking takes place. */
export function placeOf({ timeZone }: Pick<Shop, 'timeZone'>, visit: Given): Place {
  const from = toInstant(visit.visit_day, visit.visit_hour, timeZone).epochMilliseconds
  return { calendar: visit.calendar_id, from, to: from + visit.service_duration * 60_000 }
}

type Given = Pick<Visit, 'visit_day' | 'visit_hour'> & { calendar_id: number; service_duration: number }

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

export const closureOf = (reason: string, { calendar_id }: { calendar_id: number }) =>
  `closure ${reason}/${calendar_id}`

export const openingValueOf = (opening: { calendar_id: number; day: PlainDate; hour_from: string; hour_to: string }) =>
  [opening.calendar_id, opening.day, opening.hour_from, opening.hour_to].join('|')

/** All visits of a series that stand: 'YYYY-MM-DD HH:mm:ss' each. */
export const seriesValueOf = (visits: Pick<Visit, 'visit_day' | 'visit_hour'>[]) =>
  visits
    .map(({ visit_day, visit_hour }) => `${visit_day} ${visit_hour}`)
    .sort()
    .join('|')

/** What is told of a booking; of a series nothing by one of its visits. */
export function sightsOf(booking: Pick<StaffBooking, 'email'> & Visit): Sight[] {
  if (isOfSeries(booking)) return []
  const record = recordOfEmail(booking.email)
  return [
    { record, value: bookingValueOf(booking) },
    { record: personOf(record), value: personValueOf(booking) },
  ]
}

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
export function know(shop: Shop, { id, email }: { id: number; email: string }) {
  if (!isOfSeries({ email })) shop.bookings.set(id, recordOfEmail(email))
}

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
