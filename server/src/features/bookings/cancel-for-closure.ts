import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'
import type { CancelledWith } from '@prenoto/core/schedule/closures-schema.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { holdSlots, restoreSlots, updatePreviousSlotVersions } from '../availability/slot-holds.repository.ts'
import { RestoreManyTooLate, SomeBookingNotFound } from './errors.ts'
import { insertHistoryOfAll } from './repositories/booking-history.repository.ts'
import { markCancelled, markRestored } from './repositories/booking-states.repository.ts'
import { lockBookings, lockDaysOfBookings } from './repositories/bookings-bulk.repository.ts'
import { type ClosedTimes, lockBookingsInClosedTimes, lockClosedDays } from './repositories/closed-times.repository.ts'

/** Locks the days of closed times until the transaction ends, so that no concurrent booking is made in them. */
export const lockTimes = (ctx: Context, closed: ClosedTimes) =>
  lockClosedDays(ctx, todayIn(ctx.tenant.time_zone, ctx.now), closed)

/**
 * Cancels the chosen upcoming bookings within closed times, whose days the transaction has locked. The cancellations can
 * be undone for some seconds. Returns their ids.
 */
export async function cancelWithClosure(ctx: StaffContext, closed: ClosedTimes, chosen: CancelledWith) {
  const named = new Set('only' in chosen ? chosen.only : chosen.except)
  const isChosen = (id: number) => named.has(id) === 'only' in chosen
  const ids = (await lockBookingsInClosedTimes(ctx, closed)).filter(isChosen)
  if (ids.length === 0) return ids

  await markCancelled(ctx, ids)
  await insertHistoryOfAll(ctx, ids, 'cancelled')
  await holdSlots(ctx, ids)
  await addNotifyJobs(ctx, 'booking-undo-pending', ids)
  await addNotifyJobs(ctx, 'booking-cancelled', ids, UNDO_SECONDS)
  return ids
}

/**
 * Restores bookings that were cancelled together; ignores those that are not cancelled, so it can be repeated. Throws
 * 404, and 409 after the undo has ended for any of them. Returns the ids of the restored bookings.
 */
export function restoreBookings(ctx: StaffContext, named: number[]): Promise<number[]> {
  return transaction(ctx, async (ctx) => {
    const bookings = await lockBookings(ctx, named)
    if (bookings.length < new Set(named).size) throw new SomeBookingNotFound()
    const ids = bookings.filter(({ deleted_at }) => deleted_at).map(({ id }) => id)
    if (ids.length === 0) return ids
    await lockDaysOfBookings(ctx, ids)
    if (!(await restoreSlots(ctx, ids))) throw new RestoreManyTooLate()
    await markRestored(ctx, ids)
    await updatePreviousSlotVersions(ctx, ids)
    await insertHistoryOfAll(ctx, ids, 'restored')
    await addNotifyJobs(ctx, 'booking-undo-pending', ids)
    return ids
  })
}

const addNotifyJobs = (
  ctx: StaffContext,
  event: 'booking-undo-pending' | 'booking-cancelled',
  ids: number[],
  seconds?: number,
) =>
  ctx.jobs.addAll(
    ctx,
    'notify',
    ids.map((booking_id) => ({ data: { event, booking_id }, priority: 0, seconds })),
  )
