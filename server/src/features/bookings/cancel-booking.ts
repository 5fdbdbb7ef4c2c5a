import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'
import { countRecipient } from '../../outbox/recipients.repository.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { lockCalendarDay } from '../availability/availability.repository.ts'
import { holdSlot } from '../availability/slot-holds.repository.ts'
import { BookingNotFound, VisitNotFound } from './errors.ts'
import { insertHistory } from './repositories/booking-history.repository.ts'
import { markCancelled } from './repositories/booking-states.repository.ts'
import { lockBooking, lockBookingByHiddenId } from './repositories/locked-bookings.repository.ts'
import { requireOpen } from './visit.ts'

/**
 * Cancels a visit through its private link. Its e-mail counts towards the mailbox's limit, which never rejects a
 * cancellation. Throws 404 for an unknown or cancelled visit, 409 after the notice for changes.
 */
export function cancelByCustomer(ctx: Context, hiddenId: string) {
  return transaction(ctx, async (ctx) => {
    const booking = await lockBookingByHiddenId(ctx, hiddenId)
    if (!booking) throw new VisitNotFound()
    await requireOpen(ctx, booking, 'cancel')
    await countRecipient(ctx, booking.email, { emails: 1 })
    await lockCalendarDay(ctx, booking.calendar_id, booking.visit_day)
    await markCancelled(ctx, [booking.id])
    await insertHistory(ctx, booking.id, { kind: 'cancelled' })
    await ctx.jobs.add(ctx, 'notify', { event: 'booking-cancelled', booking_id: booking.id })
  })
}

/**
 * Cancels any booking, past ones included. The slot is held and e-mails wait until the undo (`restoreBooking`) ends.
 * Throws 404.
 */
export function cancelByStaff(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    const booking = await lockBooking(ctx, id)
    if (!booking) throw new BookingNotFound()
    await lockCalendarDay(ctx, booking.calendar_id, booking.visit_day)
    await markCancelled(ctx, [id])
    await insertHistory(ctx, id, { kind: 'cancelled' })
    await holdSlot(ctx, id)
    await ctx.jobs.add(ctx, 'notify', { event: 'booking-undo-pending', booking_id: id })
    await ctx.jobs.add(ctx, 'notify', { event: 'booking-cancelled', booking_id: id }, { startAfter: UNDO_SECONDS })
  })
}
