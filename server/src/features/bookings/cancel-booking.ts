import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'
import { countRecipient } from '../../outbox/recipients.repository.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { lockCalendarDay } from '../availability/availability.repository.ts'
import { holdSlot } from '../availability/held-places.repository.ts'
import { insertHistory } from './booking-history.repository.ts'
import { lockBooking, lockBookingByHiddenId, markCancelled } from './bookings-write.repository.ts'
import { BookingNotFound, VisitNotFound } from './errors.ts'
import { requireOpen } from './visit.ts'

/**
 * Cancels a visit through its private link. Its e-mail counts for the mailbox, but no limit keeps anyone from cancelling.
 * Throws 404 when the visit is unknown or cancelled already, 409 once it is too late.
 */
export function cancelByCustomer(ctx: Context, hiddenId: string) {
  return transaction(ctx, async (ctx) => {
    const booking = await lockBookingByHiddenId(ctx, hiddenId)
    if (!booking) throw new VisitNotFound()
    await requireOpen(ctx, booking, 'cancel')
    await countRecipient(ctx, booking.email)
    await lockCalendarDay(ctx, booking.calendar_id, booking.visit_day)
    await markCancelled(ctx, [booking.id])
    await insertHistory(ctx, booking.id, { kind: 'cancelled' })
    await ctx.jobs.add(ctx, 'notify', { event: 'booking-cancelled', booking_id: booking.id })
  })
}

/**
 * The staff cancels any booking, past ones too. For some seconds this can be undone (`restoreBooking`): its place is held, and
 * nobody is written to before. Throws 404.
 */
export function cancelByStaff(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    const booking = await lockBooking(ctx, id)
    if (!booking) throw new BookingNotFound()
    await lockCalendarDay(ctx, booking.calendar_id, booking.visit_day)
    await markCancelled(ctx, [id])
    await insertHistory(ctx, id, { kind: 'cancelled' })
    await holdSlot(ctx, id)
    await ctx.jobs.add(ctx, 'notify', { event: 'booking-undecided', booking_id: id })
    await ctx.jobs.add(ctx, 'notify', { event: 'booking-cancelled', booking_id: id }, { startAfter: UNDO_SECONDS })
  })
}
