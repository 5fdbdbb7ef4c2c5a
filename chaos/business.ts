import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import { addDays, type PlainDate, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { localTimeAt, toInstant } from '@prenoto/core/time/time-zone.ts'
import type { Dice } from '../server/src/features/operations/demo/random.ts'
import type { CallOptions, Client, Result } from './client.ts'
import type { Call, Observation, Offer, Position } from './event-log.ts'
import type { Operation } from './plan.ts'

/** Maximum age of a cached answer, milliseconds: one second, doubled for a busy machine. */
export const STALENESS = 2_000

export type Service = { id: number; name: string; duration: number; calendars: number[] }

/** A business of the run, with what its clients have learnt so far. */
export type Business = {
  marker: string
  domain: string
  tenantId: number
  timeZone: string
  capacity: number
  /** Milliseconds. */
  notice: number
  maxPerDay: number
  calendars: { id: number; name: string }[]
  services: Service[]
  /** Session tokens, the admin's first. */
  staff: string[]
  /** The ids of bookings that clients know of, with the record of each. */
  bookings: Map<number, string>
  /** The bookings of each visitor. */
  ownBookings: Map<string, OwnBooking[]>
  closures: { id: number; record: string }[]
  series: { first: number; record: string }[]
  waiting: WaitingVisitor[]
  /** The slots that clients have requested, by service. */
  requestedSlots: Map<number, Set<string>>
}

type OwnBooking = { record: string; hiddenId: string; service: Service }

export type WaitingVisitor = { key: string; service: Service; day: PlainDate }

/** One operation that is to be performed. */
export type Scene = {
  client: Client
  business: Business
  operation: Operation
  random: Dice
  serial: number
  findWaitingLink: (email: string) => string | undefined
}

type Request = Omit<CallOptions, 'actor' | 'business' | 'operation'>

/** Calls of the actor of an operation: `call` sends once, `retry` repeats until the outcome is known. */
export function callers({ client, business, operation, random }: Scene, token?: string) {
  const about = { actor: operation.actor, business, operation: operation.what, ...(token && { token }) }
  return {
    call: (request: Request): Promise<Result> => client.call(random.pick(client.servers), { ...about, ...request }),
    retry: (request: Request): Promise<Result> => client.retry(random, { ...about, ...request }),
  }
}

export const asStaff = (scene: Scene) => callers(scene, scene.random.pick(scene.business.staff))

/** A day from today on, within a number of days, in the time zone of the business. */
export const someDay = ({ business, random }: Pick<Scene, 'business' | 'random'>, days: number) =>
  addDays(localTimeAt(Date.now(), business.timeZone).date, random.below(days))

// Records -----------------------------------------------------------------------------------------

export type Slot = { visit_day: PlainDate; visit_hour: PlainTime }
export type Visit = Slot & { service_id: number }

/** A booking as the API returns it. */
export type Booking = Visit & {
  id: number
  hidden_id: string
  email: string
  name: string
  surname: string
  telephone: string
  calendar_id: number
  service_duration: number
  version: number
}

/** The e-mail address contains the idempotency key of a booking, which also names its record. */
export const toEmail = (key: string) => `${key}@posta.example`
const toKey = (email: string) => email.split('@')[0]!
export const bookingRecord = (email: string) => `booking ${toKey(email)}`

/** The bookings of a series share their e-mail address and form one record. */
export const SERIES = '-series'
export const isOfSeries = ({ email }: Pick<Booking, 'email'>) => email.includes(SERIES)
export const seriesRecord = (email: string) => `series ${toKey(email)}`

export const visitValue = ({ service_id, visit_day, visit_hour }: Visit) =>
  [service_id, visit_day, visit_hour].join('|')

export function parseVisit(value: string) {
  const [service, day, hour] = value.split('|') as [string, string, string]
  return { service, day: parsePlainDate(day), hour: parsePlainTime(hour) }
}

export const seriesValue = (visits: Slot[]) => visits.map(slotText).sort().join('|')

const slotText = ({ visit_day, visit_hour }: Slot) => `${visit_day} ${visit_hour}`

export const serviceValue = ({ name, duration }: { name: string; duration: number }) => [name, duration].join('|')

type Closure = { calendar_id: number; day_from: string; hour_from: string; day_to: string; hour_to: string }

export const closureValue = ({ calendar_id, day_from, hour_from, day_to, hour_to }: Closure) =>
  [calendar_id, day_from, hour_from, day_to, hour_to].join('|')

// Answers -----------------------------------------------------------------------------------------

/** The fields of a booking that an answer shows; none for a single visit of a series. */
export const observeBooking = (booking: Booking): Observation[] =>
  isOfSeries(booking) ? [] : [{ record: bookingRecord(booking.email), value: visitValue(booking) }]

export function toPosition(
  { timeZone }: Pick<Business, 'timeZone'>,
  booking: Slot & Pick<Booking, 'calendar_id' | 'service_duration'>,
): Position {
  const from = toInstant(booking.visit_day, booking.visit_hour, timeZone).epochMilliseconds
  return { calendar: booking.calendar_id, from, to: from + booking.service_duration * 60_000 }
}

/** The observations that the answer to a creation gives; `notice` in milliseconds. */
export function observeCreation(business: Business, booking: Booking, notice: number): Partial<Call> {
  remember(business, booking)
  const position = toPosition(business, booking)
  const booked = { id: booking.id, hiddenId: booking.hidden_id, start: position.from, notice }
  return { observations: observeBooking(booking), booked, position }
}

/** Lets the staff find a booking. */
export function remember(business: Business, booking: Pick<Booking, 'id' | 'email'>) {
  if (!isOfSeries(booking)) business.bookings.set(booking.id, bookingRecord(booking.email))
}

export function rememberOwn(business: Business, actor: string, booking: OwnBooking) {
  business.ownBookings.set(actor, [...(business.ownBookings.get(actor) ?? []), booking])
}

export const slotsIn = ({ available_slots }: { available_slots: AvailableDay[] }): Slot[] =>
  available_slots.flatMap(({ date, slots }) => slots.map((hour) => ({ visit_day: date, visit_hour: hour })))

export function observeOffer(business: Business, service: { id: number; available_slots: AvailableDay[] }): Offer {
  const requested = business.requestedSlots.get(service.id) ?? new Set()
  const slots = slotsIn(service)
  const [first] = slots
  return {
    service: String(service.id),
    ...(first && { first: toInstant(first.visit_day, first.visit_hour, business.timeZone).epochMilliseconds }),
    requested: slots.map(slotText).filter((slot) => requested.has(slot)),
  }
}

/** Records that a client is about to request a slot. */
export function requestSlot(business: Business, serviceId: number, slot: Slot) {
  const slots = business.requestedSlots.get(serviceId) ?? new Set()
  business.requestedSlots.set(serviceId, slots.add(slotText(slot)))
}

/** Days, and slots of each day, for which half of all clients compete. */
const CONTESTED_DAYS = 3
const CONTESTED_SLOTS = 40

/** Picks a slot; half of all clients choose among the same few. */
export function chooseSlot(random: Dice, slots: Slot[]): Slot {
  if (random.chance(0.5)) return random.pick(slots)
  const days = [...new Set(slots.map(({ visit_day }) => visit_day))].slice(0, CONTESTED_DAYS)
  const day = random.pick(days)
  return random.pick(slots.filter(({ visit_day }) => visit_day === day).slice(0, CONTESTED_SLOTS))
}
