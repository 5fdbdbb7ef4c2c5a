import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'
import { type StaffContext, transaction } from '../../../tenants/context.ts'
import { lockDaysOfMany } from '../../availability/service-calendars.repository.ts'
import { holdSlots, restoreSlots, updatePreviousSlotVersions } from '../../availability/slot-holds.repository.ts'
import { BookingNotFound, RestoreTooLate } from '../errors.ts'
import { insertHistoryOfAll } from '../repositories/booking-history.repository.ts'
import { markCancelled, markRestored } from '../repositories/booking-states.repository.ts'
import { lockBookingAndFollowing, lockDeletedSeries } from './series.repository.ts'

/** Cancels a booking and all that follow it in its series, with an undo as in `cancelByStaff`. Throws 404. */
export function cancelSeries(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    const following = await lockBookingAndFollowing(ctx, id)
    if (following.length === 0) throw new BookingNotFound()
    await lockDaysOfMany(ctx, [], following)
    const booking_ids = following.map((booking) => booking.id)
    await markCancelled(ctx, booking_ids)
    await insertHistoryOfAll(ctx, booking_ids, 'cancelled')
    await holdSlots(ctx, booking_ids)
    await ctx.jobs.add(ctx, 'notify', { event: 'booking-undo-pending', booking_id: id })
    await ctx.jobs.add(ctx, 'notify', { event: 'series-cancelled', booking_ids }, { startAfter: UNDO_SECONDS })
  })
}

/** Restores a cancelled series as a whole; can be repeated. Throws 404, and 409 after the undo has ended. */
export function restoreSeries(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    const together = await lockDeletedSeries(ctx, id)
    if (together.length === 0) throw new BookingNotFound()
    const deleted = together.filter(({ deleted_at }) => deleted_at !== null)
    if (deleted.length === 0) return
    const ids = deleted.map((booking) => booking.id)
    await lockDaysOfMany(ctx, [], deleted)
    if (!(await restoreSlots(ctx, ids))) throw new RestoreTooLate()
    await markRestored(ctx, ids)
    await updatePreviousSlotVersions(ctx, ids)
    await insertHistoryOfAll(ctx, ids, 'restored')
    await ctx.jobs.add(ctx, 'notify', { event: 'booking-undo-pending', booking_id: id })
  })
}
