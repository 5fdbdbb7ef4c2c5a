import { UNDO_SECONDS } from '@prenoto/core/undo.ts'
import { holdPlace, keepFormerPlace, takePlaceBack } from '../availability/held-places.repository.ts'
import { lockDaysOfMany } from '../availability/service-calendars.repository.ts'
import { notFound } from '../lib/errors.ts'
import { type StaffContext, transaction } from '../tenants/context.ts'
import { insertHistory } from './booking-history.repository.ts'
import { markCancelled, markRestored } from './booking-writes.repository.ts'
import { UNKNOWN_BOOKING } from './cancel-booking.ts'
import { tooLate } from './restore-booking.ts'
import { lockBookingAndFollowing, lockDeletedTogether } from './series.repository.ts'

/**
 * The staff cancels a booking and all that follow in its series. For some seconds this can be undone, as with one
 * (`cancelAnyBooking`). Throws 404.
 */
export function cancelSeries(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    const following = await lockBookingAndFollowing(ctx, id)
    if (following.length === 0) throw notFound(UNKNOWN_BOOKING)
    await lockDaysOfMany(ctx, [], following)
    for (const booking of following) {
      await markCancelled(ctx, booking.id)
      await insertHistory(ctx, booking.id, { kind: 'cancelled' })
      await holdPlace(ctx, booking.id)
    }
    const booking_ids = following.map((booking) => booking.id)
    await ctx.jobs.add(ctx, 'announce', { cause: 'booking-undecided', booking_id: id })
    await ctx.jobs.addLater(ctx, 'announce', { cause: 'series-cancelled', booking_ids }, UNDO_SECONDS)
  })
}

/**
 * Takes that back, all of it or nothing. Those that stand are left as they are, as by `restoreBooking`. Throws 404, and 409 once the time is over.
 */
export function restoreSeries(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    const together = await lockDeletedTogether(ctx, id)
    if (together.length === 0) throw notFound(UNKNOWN_BOOKING)
    const deleted = together.filter(({ deleted_at }) => deleted_at !== null)
    await lockDaysOfMany(ctx, [], deleted)
    for (const booking of deleted) {
      if (!(await takePlaceBack(ctx, booking.id))) throw tooLate()
      await markRestored(ctx, booking.id)
      await insertHistory(ctx, booking.id, { kind: 'restored' })
      await keepFormerPlace(ctx, booking.id, { deleted: booking.sequence - 1, restored: booking.sequence + 1 })
    }
    if (deleted.length > 0) await ctx.jobs.add(ctx, 'announce', { cause: 'booking-undecided', booking_id: id })
  })
}
