import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'
import { type StaffContext, transaction } from '../../../tenants/context.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { holdSlots } from '../../availability/slot-holds.repository.ts'
import { restoreBookings } from '../cancel-for-closure.ts'
import { insertHistoryOfAll } from '../repositories/booking-history.repository.ts'
import { markCancelled } from '../repositories/booking-states.repository.ts'
import { lockBookings, lockDaysOfBookings } from '../repositories/bookings-bulk.repository.ts'
import { selectUnusual } from './unusual-bookings.ts'

/**
 * Cancels the unusual ones of these bookings without a message to anyone. The slots are held until the undo
 * (`restoreUnusualBookings`) ends. Returns the ids of the cancelled bookings.
 */
export function cancelUnusualBookings(ctx: StaffContext, named: number[]): Promise<number[]> {
  return transaction(ctx, async (ctx) => {
    await lockBookings(ctx, named)
    const ids = await selectUnusual(ctx, named)
    const [first] = ids
    if (first === undefined) return ids

    await lockDaysOfBookings(ctx, ids)
    await markCancelled(ctx, ids)
    await insertHistoryOfAll(ctx, ids, 'cancelled')
    await holdSlots(ctx, ids)
    await ctx.jobs.add(ctx, 'notify', { event: 'booking-undo-pending', booking_id: first })
    const cancelled = { event: 'unusual-bookings-cancelled', booking_ids: ids } as const
    await ctx.jobs.add(ctx, 'notify', cancelled, { startAfter: UNDO_SECONDS })
    await recordAudit(ctx, { action: 'bookings.burst_cancelled', after: { bookings: ids.length } })
    return ids
  })
}

/** Restores bookings that were cancelled as unusual; see `restoreBookings`. */
export function restoreUnusualBookings(ctx: StaffContext, named: number[]) {
  return transaction(ctx, async (ctx) => {
    const { length } = await restoreBookings(ctx, named)
    if (length > 0) await recordAudit(ctx, { action: 'bookings.burst_restored', after: { bookings: length } })
  })
}
