import type { BookingReschedule } from '@prenoto/core/bookings/visit-schema.ts'
import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'
import { VersionConflict } from '../../lib/errors.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { BookingNotFound } from './errors.ts'
import { findStaffBooking } from './repositories/bookings.repository.ts'
import { lockBooking } from './repositories/locked-bookings.repository.ts'
import { applyReschedule, isRescheduled, requireNotPast, STAFF } from './reschedule.ts'

/**
 * Reschedules a booking to any minute by drag and drop or the reschedule dialog. The previous slot is held and e-mails
 * wait until the undo (`undoReschedule`) ends. A reschedule to the current slot changes nothing. Throws as `changeBooking`
 * does.
 */
export function rescheduleByStaff(ctx: StaffContext, id: number, to: BookingReschedule, version?: number) {
  return transaction(ctx, async (ctx) => {
    const booking = await lockBooking(ctx, id)
    if (!booking) throw new BookingNotFound()
    const destination = { ...to, service_id: booking.service_id }
    if (!isRescheduled(booking, destination)) return
    if (version !== undefined && version !== booking.sequence)
      throw new VersionConflict(await findStaffBooking(ctx, id))

    requireNotPast(ctx, booking, to)
    await applyReschedule(ctx, booking, destination, { ...STAFF, override: to.override, anyMinute: true, byHand: true })
    await ctx.jobs.add(ctx, 'notify', { event: 'booking-undo-pending', booking_id: id })
    const { calendar_id, visit_day, visit_hour } = booking
    const from = { calendar_id, visit_day, visit_hour }
    await ctx.jobs.add(
      ctx,
      'notify',
      { event: 'booking-rescheduled', booking_id: id, from },
      { startAfter: UNDO_SECONDS },
    )
  })
}
