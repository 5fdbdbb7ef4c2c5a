import { type StaffContext, transaction } from '../../tenants/context.ts'
import { lockCalendarDay } from '../availability/availability.repository.ts'
import { restoreSlot, updatePreviousSlotVersions } from '../availability/slot-holds.repository.ts'
import { BookingNotFound, RestoreTooLate } from './errors.ts'
import { insertHistory } from './repositories/booking-history.repository.ts'
import { markRestored } from './repositories/booking-states.repository.ts'
import { lockAnyBooking } from './repositories/locked-bookings.repository.ts'

/**
 * Restores a booking that staff have deleted, on its held slot. A booking that is not deleted stays unchanged, so this
 * can be repeated. Throws 404, and 409 after the undo has ended.
 */
export function restoreBooking(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    const booking = await lockAnyBooking(ctx, id)
    if (!booking) throw new BookingNotFound()
    if (!booking.deleted_at) return
    await lockCalendarDay(ctx, booking.calendar_id, booking.visit_day)
    if (!(await restoreSlot(ctx, id))) throw new RestoreTooLate()
    await markRestored(ctx, [id])
    await updatePreviousSlotVersions(ctx, [id])
    await insertHistory(ctx, id, { kind: 'restored' })
    await ctx.jobs.add(ctx, 'notify', { event: 'booking-undo-pending', booking_id: id })
  })
}
