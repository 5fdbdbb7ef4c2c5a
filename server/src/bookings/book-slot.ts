import { randomBytes } from 'node:crypto'
import { type BookingWindow, type Now, staffWindow, visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import type { PublicBooking, StaffBookingInput } from '@prenoto/core/bookings/booking-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import {
  type BookableService,
  findBookableService,
  findPublicService,
  lockServiceDay,
} from '../availability/availability.repository.ts'
import { findSlotsOfDay, nowOf } from '../availability/available-slots.ts'
import { conflict, invalid, notFound } from '../lib/errors.ts'
import { type Context, type StaffContext, transaction } from '../tenants/context.ts'
import { insertBooking, lockBookingByKey, type Visitor } from './booking-writes.repository.ts'
import { limitRecipient } from './limit-recipient.ts'

export const UNKNOWN_SERVICE = 'Il servizio richiesto non esiste.'
const NO_NOTES = 'Per questo servizio non si possono lasciare note: cancella il testo per prenotare.'
export const SLOT_GONE = 'Lo slot scelto non è più disponibile.'

/** 128 random bits, as 22 characters that may stand in a URL. */
const newHiddenId = () => randomBytes(16).toString('base64url')

/** What differs by who is booking; all else is the same for everybody. */
type Rules = {
  /** Throws when it is too much. */
  admit?(ctx: Context, order: Order): Promise<void>
  findService(ctx: Context, id: number): Promise<BookableService | undefined>
  windowOf(now: Now, service: BookableService): BookingWindow
  /** Whether the visitor agreed to the privacy policy as they booked. */
  consents: boolean
}

const VISITOR: Rules = {
  findService: findPublicService,
  windowOf: visitorWindow,
  consents: true,
}

const STAFF: Rules = {
  findService: findBookableService,
  windowOf: staffWindow,
  consents: false,
}

type Order = Visitor & {
  service_id: number
  visit_day: PlainDate
  visit_hour: PlainTime
  /** Of a visitor. */
  notes?: string
  idempotencyKey?: string
}

type Options = {
  idempotencyKey?: string
  /** Whether one mailbox gets no more than so many confirmations. */
  isLimited: boolean
}

/** Books an offered slot for a visitor. Throws as `book` does, and 429 for an address that was booked with too often. */
export const bookSlot = (
  ctx: Context,
  service_id: number,
  booking: PublicBooking,
  { idempotencyKey, isLimited }: Options,
) => book(ctx, { ...VISITOR, ...(isLimited && { admit: limitRecipient }) }, { ...booking, service_id, idempotencyKey })

/** Books a slot that the staff is offered: hidden services and times within the notice, too. Throws as `book` does. */
export const bookForCustomer = (ctx: StaffContext, booking: StaffBookingInput, idempotencyKey?: string) =>
  book(ctx, STAFF, { ...booking, idempotencyKey })

/**
 * A repeated call with the same idempotency key gets the first answer.
 * Throws 404 for an unknown service, 409 when the slot is gone, 422 when the key was used for another booking
 * or notes come with a service that takes none.
 */
function book(ctx: Context, rules: Rules, order: Order) {
  return transaction(ctx, async (ctx) => {
    const earlier = order.idempotencyKey && (await lockBookingByKey(ctx, order.idempotencyKey))
    if (earlier) return sameBooking(earlier, order)

    await rules.admit?.(ctx, order)
    const calendarId = await lockServiceDay(ctx, order.service_id, order.visit_day)
    const service = calendarId && (await rules.findService(ctx, order.service_id))
    if (!service) throw notFound(UNKNOWN_SERVICE)
    if (order.notes && !service.allow_patient_notes) throw invalid('notes', NO_NOTES)

    // A service that moved to another calendar while we waited: its slots there are not ours to give.
    const window = rules.windowOf(nowOf(ctx), service)
    const isOurs = service.calendar_id === calendarId
    const slots = isOurs ? await findSlotsOfDay(ctx, service, order.visit_day, window) : []
    if (!slots.includes(order.visit_hour)) throw conflict(SLOT_GONE)

    const visit = visitOf(ctx, order, service.duration)
    const made = await insertBooking(ctx, service, order, visit, {
      hiddenId: newHiddenId(),
      idempotencyKey: order.idempotencyKey,
      consents: rules.consents,
      notes: order.notes,
    })
    await ctx.jobs.add(ctx, 'announce', { cause: 'booking-created', booking_id: made.id })
    return made
  })
}

/** What the local clock of the business says, with the instants this means. */
export function visitOf(
  ctx: Context,
  { visit_day, visit_hour }: { visit_day: PlainDate; visit_hour: PlainTime },
  duration: number,
) {
  const startsAt = toInstant(visit_day, visit_hour, ctx.tenant.time_zone)
  return { visit_day, visit_hour, startsAt, endsAt: startsAt.add({ minutes: duration }) }
}

const PERSON = ['name', 'surname', 'email', 'telephone'] as const
const VISIT = ['service_id', 'visit_day', 'visit_hour'] as const

type Earlier = NonNullable<Awaited<ReturnType<typeof lockBookingByKey>>>

/**
 * A visit that was moved or cancelled since is another than was asked for: whoever lost the answer gets it as it is now.
 * The person has to be the same in any case, since keys can be guessed.
 */
function sameBooking(earlier: Earlier, order: Order): Earlier {
  const compared = earlier.sequence > 0 ? PERSON : [...PERSON, ...VISIT]
  const isSame = compared.every((field) => earlier[field] === order[field])
  if (!isSame) throw invalid('idempotency-key', 'La chiave di idempotenza è già stata usata per un’altra prenotazione.')
  return earlier
}
