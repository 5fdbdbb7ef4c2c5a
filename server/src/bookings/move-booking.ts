import { type BookingWindow, type Now, staffWindow } from '@prenoto/core/availability/booking-window.ts'
import type { StaffBookingInput } from '@prenoto/core/bookings/booking-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type BookableService, findBookableService } from '../availability/availability.repository.ts'
import { nowOf } from '../availability/available-slots.ts'
import { offerFreedPlace } from '../availability/freed-places.repository.ts'
import { holdFormerPlace } from '../availability/held-places.repository.ts'
import { lockDaysOf } from '../availability/service-calendars.repository.ts'
import { asBooked } from '../availability/staff-slots.ts'
import { conflict, notFound } from '../lib/errors.ts'
import type { Context } from '../tenants/context.ts'
import { insertMove } from './booking-history.repository.ts'
import { type LockedBooking, updateVisit } from './booking-writes.repository.ts'
import { givePlace, type Wanted } from './give-place.ts'

export const UNKNOWN_SERVICE = 'Il servizio richiesto non esiste.'

const OF_OTHERS = 'Questo servizio non si prenota con questo calendario.'

/** Where a booking is to go. */
export type Destination = Wanted & { service_id: number }

/** What differs by who moves it. */
export type MoveRules = {
  findService(ctx: Context, id: number): Promise<BookableService | undefined>
  windowOf(now: Now, service: BookableService): BookingWindow
  isStaff: boolean
  /** Whether the staff takes what the new time collides with. */
  override?: boolean
  /** The calendars whose day is locked already, along with that it leaves. */
  locked?: number[]
  /** Whether any time that collides with nothing is accepted. */
  anyMinute?: boolean
  /** Whether it is moved by drag or in the move dialog: its former place is then held until the move cannot be undone any more. */
  byHand?: boolean
}

/** The staff's permissions for a time that is not offered. */
export const riskOf = ({ override, any_minute }: Pick<StaffBookingInput, 'override' | 'any_minute'>) => ({
  override,
  anyMinute: any_minute,
})

export const STAFF: MoveRules = { findService: findBookableService, windowOf: staffWindow, isStaff: true }

type OnDay = { visit_day: PlainDate }

/** Throws 409 for a booking of a past day, and for one that is to go there. */
export function requireToCome(ctx: Context, booking: OnDay, to: OnDay) {
  const { today } = nowOf(ctx)
  if (booking.visit_day < today) throw conflict('Una prenotazione di un giorno passato non può essere modificata.')
  if (to.visit_day < today) throw conflict('Una prenotazione non può essere spostata nel passato.')
}

/**
 * Moves a locked booking within a transaction: both its days are locked, and it has its place until it has the new one. With no
 * calendar chosen it stays on its own if that is free. Throws 404 for an unknown service, and 409 as `givePlace` does.
 */
export async function moveBooking(ctx: Context, booking: LockedBooking, to: Destination, rules: MoveRules) {
  const locked = rules.locked ?? (await lockDaysOf(ctx, to, booking))
  const service = await rules.findService(ctx, to.service_id)
  if (!service) throw notFound(UNKNOWN_SERVICE)

  if (rules.byHand && to.calendar_id && !locked.includes(to.calendar_id)) throw conflict(OF_OTHERS)

  const window = rules.windowOf(nowOf(ctx), service)
  const { isStaff, override, anyMinute, byHand } = rules
  const visit = await givePlace(ctx, asBooked(service, booking), to, {
    window,
    locked,
    isStaff,
    override,
    anyMinute,
    own: booking,
  })
  if (byHand) await holdFormerPlace(ctx, booking.id)
  // Moved within its service, a booking keeps the name, duration and price it was made for.
  const copyService = service.id !== booking.service_id
  // The staff's choice says nothing about whom the customer wanted.
  await updateVisit(ctx, booking.id, visit, service, {
    copyService,
    anyCalendar: isStaff ? undefined : !to.calendar_id,
  })
  await insertMove(ctx, booking, { ...visit, service_name: copyService ? service.name : booking.service_name })
  if (!byHand) await offerFreedPlace(ctx, booking.visit_day)
}

/** Whether a booking would be elsewhere then. */
export const isMoved = (booking: LockedBooking, { service_id, visit_day, visit_hour, calendar_id }: Destination) =>
  service_id !== booking.service_id ||
  visit_day !== booking.visit_day ||
  visit_hour !== booking.visit_hour ||
  (!!calendar_id && calendar_id !== booking.calendar_id)
