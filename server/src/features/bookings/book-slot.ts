import { type BookingWindow, type Now, staffWindow, visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import { PERSON_FIELDS } from '@prenoto/core/bookings/booking-history.ts'
import type { PublicBooking, StaffBookingInput } from '@prenoto/core/bookings/booking-schema.ts'
import type { BookingSource } from '@prenoto/core/bookings/booking-source.ts'
import { hasServices } from '@prenoto/core/bookings/chosen-services.ts'
import { parseLinkSource } from '@prenoto/core/bookings/stored-source.ts'
import type { TextChannelName } from '@prenoto/core/text-messages/text-channels.ts'
import { type Pressure, requireProof } from '../../plugins/limits/pressure.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { releaseAssistantHold } from '../availability/assistant-holds.repository.ts'
import type { BookableService } from '../availability/availability.repository.ts'
import { toNow } from '../availability/available-slots.ts'
import { findBookableVisit, findPublicVisit, type RequestedServices } from '../availability/bookable-visit.ts'
import { ServiceNotFound } from '../availability/errors.ts'
import { lockServiceDays } from '../availability/service-calendars.repository.ts'
import { giveConsent } from '../text-messages/consent.ts'
import { allocateSlot, type RequestedSlot } from './allocation/allocate-slot.ts'
import {
  BookingAlreadySaved,
  CustomerLimitReached,
  IdempotencyKeyReused,
  NotesNotAccepted,
  SlotTaken,
  TooManyServices,
} from './errors.ts'
import { fillInContacts } from './fill-in-contacts.ts'
import { findSavedBooking } from './find-saved-booking.ts'
import { limitContact } from './limits/contact-limit.ts'
import { recordOverrides } from './record-overrides.ts'
import {
  countCustomerBookings,
  insertBookings,
  lockCustomer,
  type Visitor,
} from './repositories/bookings-write.repository.ts'
import { lockBookingByKey } from './repositories/locked-bookings.repository.ts'
import { conflictPermissions } from './reschedule.ts'

/** The rules that differ between visitors, staff and waiting-list offers. */
type Rules = {
  /** Throws 429 after too many requests. */
  checkLimit?(ctx: Context, order: Order): Promise<void>
  findVisit(ctx: Context, requested: RequestedServices): Promise<BookableService | undefined>
  getWindow(now: Now, service: BookableService): BookingWindow
  isStaff: boolean
  /** Whether a hold has kept the slot for the visitor. */
  isHeld?: boolean
  /** The channels of text messages to which a visitor can consent. */
  textChannels?: readonly TextChannelName[]
  /** Whether the visit may have only as many services as the business lets visitors book. */
  limitsServices?: boolean
}

const VISITOR: Rules = {
  findVisit: findPublicVisit,
  getWindow: visitorWindow,
  isStaff: false,
  limitsServices: true,
}

const STAFF: Rules = {
  findVisit: findBookableVisit,
  getWindow: staffWindow,
  isStaff: true,
}

/** Rules for a waiting-list offer: ignores the booking notice, useless gaps and the service's visibility. */
const OFFERED: Rules = {
  findVisit: findBookableVisit,
  getWindow: staffWindow,
  isStaff: false,
  isHeld: true,
}

/** Books an hour that staff have held for a customer, whose hold the same transaction has released. Throws as `book` does. */
export const bookProposedSlot = (ctx: Context, order: Visitor & RequestedSlot & RequestedServices) =>
  book(ctx, STAFF, order)

type Order = Visitor &
  RequestedSlot &
  RequestedServices & {
    /** From visitors only. */
    notes?: string
    text_consent?: boolean
    source?: BookingSource
    /** The key of the hour that an assistant holds for the visitor. */
    holdKey?: string
    idempotencyKey?: string
    override?: boolean
    any_minute?: boolean
    /** From staff only. */
    notifies_customer?: boolean
  }

type BookSlotOptions = {
  idempotencyKey?: string
  /** Undefined if limits are off. */
  pressure: Pressure | undefined
  /** The channels of text messages that the provider offers. */
  textChannels: readonly TextChannelName[]
}

/** Books an offered slot for a visitor. Throws as `book` does, and 429 for a missing proof of work or as `limitContact`. */
export async function bookSlot(
  ctx: Context,
  service_id: number,
  booking: PublicBooking,
  { idempotencyKey, pressure, textChannels }: BookSlotOptions,
) {
  requireProof(pressure)
  const checkLimit: Rules['checkLimit'] = pressure && ((ctx, order) => limitContact(ctx, order, pressure))
  const order = { ...booking, ...parseLinkSource(booking.source), service_id, idempotencyKey }
  return book(ctx, { ...VISITOR, checkLimit, textChannels }, order)
}

/** Books a slot for staff, who may book hidden services and times within the notice. Throws as `book` does. */
export const bookForCustomer = async (ctx: StaffContext, booking: StaffBookingInput, idempotencyKey?: string) =>
  book(ctx, STAFF, { ...(await fillInContacts(ctx, booking)), idempotencyKey })

/** Books the slot of an offer, whose hold the same transaction has released. Throws as `book` does. */
export const bookOfferedSlot = (ctx: Context, order: Visitor & RequestedSlot & RequestedServices) =>
  book(ctx, OFFERED, order)

/**
 * A repeated request with the same idempotency key gets the first booking. Another booking with that key is rejected:
 * staff get 409 with the saved booking, visitors 422. Throws 404 for an unknown service, 409 for a taken slot or a
 * customer with too many bookings, 422 for notes that the service does not accept.
 */
function book(ctx: Context, rules: Rules, order: Order) {
  return transaction(ctx, async (ctx) => {
    const earlier = order.idempotencyKey ? await lockBookingByKey(ctx, order.idempotencyKey) : undefined
    const isDeleted = rules.isStaff && earlier?.deleted_at
    if (earlier && isSameBooking(earlier, order) && !isDeleted) return earlier
    if (earlier && !rules.isStaff) throw new IdempotencyKeyReused('idempotency-key')
    const saved = earlier && (await findSavedBooking(ctx, earlier))
    if (saved) throw new BookingAlreadySaved(saved, saved)

    await rules.checkLimit?.(ctx, order)
    // The service is read after the lock is taken.
    const locked = await lockServiceDays(ctx, order)
    const service = await rules.findVisit(ctx, order)
    if (!service) throw new ServiceNotFound()
    if (rules.limitsServices && !isAllowed(order, service)) throw new TooManyServices('also')
    if (order.notes && !service.allow_patient_notes) throw new NotesNotAccepted('notes')

    // Calendars that the service has gained while this waited are not locked, hence not chosen.
    const { isStaff } = rules
    const heldCalendar = order.holdKey && (await releaseAssistantHold(ctx, order.holdKey, order, locked))
    const { isHeld, getWindow } = heldCalendar ? OFFERED : rules
    const window = getWindow(toNow(ctx), service)
    const visit = await allocateSlot(ctx, {
      service,
      requested: heldCalendar ? { ...order, calendar_id: heldCalendar } : order,
      terms: { window, locked, isStaff, isHeld, ...conflictPermissions(order) },
    })
    if (!isStaff) await limitCustomer(ctx, service.app_customer_max_bookings, order)
    const { createdBookings, is_blocked } = await insertBookings(ctx, service, order, [visit], {
      idempotencyKey: order.idempotencyKey,
      // Visitors accept the privacy text with the booking.
      isVisitor: !isStaff,
      anyCalendar: !isStaff && !order.calendar_id,
      notes: order.notes,
      source: order.source,
    })
    // A blocked customer gets the same answer as one who lost the slot.
    if (is_blocked) throw new SlotTaken()
    const [booking] = createdBookings
    await recordOverrides(ctx, [{ id: booking!.id, visit }])
    if (rules.textChannels && order.text_consent) await giveConsent(ctx, booking!, rules.textChannels)
    const is_quiet = order.notifies_customer === false
    await ctx.jobs.add(ctx, 'notify', { event: 'booking-created', booking_id: booking!.id, is_quiet })
    return booking!
  })
}

const isAllowed = ({ also = [] }: Order, { app_services_per_visit }: BookableService) =>
  also.length < app_services_per_visit

const VISIT = ['visit_day', 'visit_hour'] as const
const CALENDAR = ['calendar_id'] as const

type Earlier = NonNullable<Awaited<ReturnType<typeof lockBookingByKey>>>

/**
 * A repeated request gets the booking also after a reschedule, a cancellation or a corrected name. The unchanged
 * personal data must match, since keys can be guessed.
 */
const isSameBooking = (earlier: Earlier, order: Order) => earlier.series_id === null && isSame(earlier, order)

/** Whether a booking is the ordered one, apart from what has been changed since. */
export function isSame(
  booking: Omit<Earlier, 'series_id' | 'deleted_at'>,
  order: Visitor & RequestedSlot & RequestedServices,
) {
  const person = PERSON_FIELDS.filter((field) => !booking.changed_fields.includes(field))
  const isForThem = person.includes('email') || person.includes('telephone')
  const visit = booking.sequence > 0 ? [] : [...VISIT, ...(order.calendar_id ? CALENDAR : [])]
  const isOfServices = booking.sequence > 0 || hasServices(booking, { also: [], ...order })
  return isForThem && isOfServices && [...person, ...visit].every((field) => booking[field] === order[field])
}

/**
 * Limits a customer (same e-mail and name) to `most` upcoming bookings; 0 means no limit. Locks the customer, after the
 * day. Throws 409.
 */
async function limitCustomer(ctx: Context, most: number, visitor: Visitor) {
  if (most === 0) return
  await lockCustomer(ctx, visitor)
  if ((await countCustomerBookings(ctx, visitor)) < most) return
  throw new CustomerLimitReached()
}
