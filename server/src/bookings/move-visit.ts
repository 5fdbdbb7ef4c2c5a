import { visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import type { VisitMove } from '@prenoto/core/bookings/visit-schema.ts'
import { findBookableService } from '../availability/availability.repository.ts'
import { findSlotsOfDay, nowOf } from '../availability/available-slots.ts'
import { changedMeanwhile, conflict, notFound } from '../lib/errors.ts'
import { type Context, transaction } from '../tenants/context.ts'
import { SLOT_GONE, UNKNOWN_SERVICE, visitOf } from './book-slot.ts'
import { type LockedBooking, lockBookingByHiddenId, updateVisit } from './booking-writes.repository.ts'
import { lockDays } from './change-booking.ts'
import { readVisit, requireOpen, UNKNOWN_VISIT } from './visit.ts'

/**
 * Moves a visit through its private link, and answers with it. It keeps its place until it has the other one; moved to where it is
 * already, as when an answer was lost, it stays. Throws 404 when it is unknown or cancelled, 409 when it is too late or the slot gone,
 * and with the present visit when it has been changed since the `version` that was moved.
 */
export async function moveVisit(ctx: Context, hiddenId: string, to: VisitMove, version?: number) {
  await transaction(ctx, async (ctx) => {
    const booking = await lockBookingByHiddenId(ctx, hiddenId)
    if (!booking) throw notFound(UNKNOWN_VISIT)
    if (to.visit_day === booking.visit_day && to.visit_hour === booking.visit_hour) return
    if (version !== undefined && version !== booking.sequence) throw changedMeanwhile(await readVisit(ctx, hiddenId))

    await requireOpen(ctx, booking, 'spostata')
    await move(ctx, booking, to)
    await ctx.jobs.add(ctx, 'announce', {
      cause: 'booking-changed',
      booking_id: booking.id,
      concerns_customer: true,
      by_customer: true,
    })
  })
  return readVisit(ctx, hiddenId)
}

async function move(ctx: Context, booking: LockedBooking, to: VisitMove) {
  const known = await findBookableService(ctx, booking.service_id)
  if (!known) throw notFound(UNKNOWN_SERVICE)
  await lockDays(ctx, [
    { calendar: booking.calendar_id, day: booking.visit_day },
    { calendar: known.calendar_id, day: to.visit_day },
  ])
  const service = await findBookableService(ctx, booking.service_id)
  if (!service) throw notFound(UNKNOWN_SERVICE)
  const asBooked = { ...service, duration: booking.service_duration }
  const isOurs = service.calendar_id === known.calendar_id
  const window = visitorWindow(nowOf(ctx), service)
  const slots = isOurs ? await findSlotsOfDay(ctx, asBooked, to.visit_day, window, booking.id) : []
  if (!slots.includes(to.visit_hour)) throw conflict(SLOT_GONE)

  await updateVisit(ctx, booking.id, visitOf(ctx, to, booking.service_duration), service, { copyService: false })
}
