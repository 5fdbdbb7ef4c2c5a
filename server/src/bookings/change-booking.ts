import type { StaffBookingInput } from '@prenoto/core/bookings/booking-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { findBookableService, lockCalendarDay } from '../availability/availability.repository.ts'
import { nowOf } from '../availability/available-slots.ts'
import { findStaffSlotsOfDay } from '../availability/staff-slots.ts'
import { changedMeanwhile, conflict, notFound } from '../lib/errors.ts'
import { type Context, type StaffContext, transaction } from '../tenants/context.ts'
import { SLOT_GONE, UNKNOWN_SERVICE, visitOf } from './book-slot.ts'
import {
  type LockedBooking,
  lockBooking,
  updateVisit,
  updateVisitor,
  type Visitor,
} from './booking-writes.repository.ts'
import { findStaffBooking } from './bookings.repository.ts'
import { UNKNOWN_BOOKING } from './cancel-booking.ts'

/**
 * Changes a booking of today or later; its own time stays its own, whatever else has changed since.
 * Throws 404 for an unknown booking or service, 409 for a past day, for a slot that is not offered, and when the booking
 * has been changed since the `version` that the changes were made to.
 */
export function changeBooking(ctx: StaffContext, id: number, changes: StaffBookingInput, version?: number) {
  return transaction(ctx, async (ctx) => {
    const booking = await lockBooking(ctx, id)
    if (!booking) throw notFound(UNKNOWN_BOOKING)
    if (version !== undefined && version !== booking.sequence) throw changedMeanwhile(await findStaffBooking(ctx, id))

    const { today } = nowOf(ctx)
    if (booking.visit_day < today) throw conflict('Una prenotazione di un giorno passato non può essere modificata.')
    if (changes.visit_day < today) throw conflict('Una prenotazione non può essere spostata nel passato.')

    if (isMoved(booking, changes)) await move(ctx, booking, changes)
    if (isSomebodyElse(booking, changes)) await updateVisitor(ctx, booking, changes)
    await ctx.jobs.add(ctx, 'announce', {
      cause: 'booking-changed',
      booking_id: id,
      concerns_customer: isMoved(booking, changes) || changes.email !== booking.email,
    })
  })
}

async function move(ctx: Context, booking: LockedBooking, changes: StaffBookingInput) {
  const known = await findBookableService(ctx, changes.service_id)
  if (!known) throw notFound(UNKNOWN_SERVICE)

  await lockDays(ctx, [
    { calendar: booking.calendar_id, day: booking.visit_day },
    { calendar: known.calendar_id, day: changes.visit_day },
  ])
  // It may have changed while we waited; on another calendar, its slots are not ours to give.
  const service = await findBookableService(ctx, changes.service_id)
  if (!service) throw notFound(UNKNOWN_SERVICE)
  const isOurs = service.calendar_id === known.calendar_id
  const slots = isOurs ? await findStaffSlotsOfDay(ctx, service, changes.visit_day, booking) : []
  if (!slots.includes(changes.visit_hour)) throw conflict(SLOT_GONE)

  // Moved within its service, a booking keeps the name, duration and price it was made for.
  const isSameService = service.id === booking.service_id
  const visit = visitOf(ctx, changes, isSameService ? booking.service_duration : service.duration)
  await updateVisit(ctx, booking.id, visit, service, { copyService: !isSameService })
}

type CalendarDay = { calendar: number; day: PlainDate }

/** Always in the same order, so that two who move bookings between the same days never wait for each other. */
export async function lockDays(ctx: Context, days: [CalendarDay, CalendarDay]) {
  const [first, second] = days.sort((a, b) => (a.day === b.day ? a.calendar - b.calendar : a.day < b.day ? -1 : 1))
  await lockCalendarDay(ctx, first.calendar, first.day)
  if (second.calendar !== first.calendar || second.day !== first.day)
    await lockCalendarDay(ctx, second.calendar, second.day)
}

const isMoved = (booking: LockedBooking, { service_id, visit_day, visit_hour }: StaffBookingInput) =>
  service_id !== booking.service_id || visit_day !== booking.visit_day || visit_hour !== booking.visit_hour

const isSomebodyElse = (booking: Visitor, { name, surname, email, telephone }: Visitor) =>
  name !== booking.name || surname !== booking.surname || email !== booking.email || telephone !== booking.telephone
