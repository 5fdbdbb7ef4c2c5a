import { sql } from 'kysely'
import { anyId } from '../../../database/sql-expressions.ts'
import type { Context } from '../../../tenants/context.ts'
import { bookings, changedPersonFields, PUBLIC_COLUMNS } from '../repositories/bookings.repository.ts'
import { type LockedBooking, lockedBookings } from '../repositories/locked-bookings.repository.ts'

/** Makes bookings a series; its id is that of the first one. */
export async function insertSeries(ctx: Context, ids: number[]) {
  await ctx.db
    .updateTable('bookings')
    .set({ series_id: ids[0]! })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(ids))
    .execute()
}

/** All visits of a series in the order of creation, cancelled ones included. */
export function listSeriesAsMade(ctx: Context, seriesId: number) {
  return ctx.db
    .selectFrom('bookings')
    .select([...PUBLIC_COLUMNS, 'sequence', changedPersonFields])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('series_id', '=', seriesId)
    .orderBy('id')
    .execute()
}

const selectSeriesId = (ctx: Context, id: number) => sql<number>`(
  select series_id from bookings where tenant_id = ${ctx.tenant.id} and id = ${id} and deleted_at is null
)`

/** The visits of a series that are not cancelled, in order. */
export function listSeriesVisits(ctx: Context, seriesId: number) {
  return bookings(ctx)
    .select(['id', 'visit_day', 'visit_hour'])
    .where('series_id', '=', seriesId)
    .orderBy('visit_day')
    .orderBy('visit_hour')
    .orderBy('id')
    .execute()
}

/**
 * Locks a booking and all that follow it in its series, in order; a booking without a series alone. Empty if there is
 * no such booking.
 */
export async function lockBookingAndFollowing(ctx: Context, id: number): Promise<LockedBooking[]> {
  const locked = await lockedBookings(ctx)
    .where((eb) => eb.or([eb('id', '=', id), eb('series_id', '=', selectSeriesId(ctx, id))]))
    .orderBy('id')
    .execute()
  const first = locked.find((booking) => booking.id === id)
  if (!first) return []
  return locked.filter((booking) => inOrder(booking, first) >= 0).sort(inOrder)
}

const inOrder = (one: LockedBooking, other: LockedBooking) =>
  Temporal.Instant.compare(one.starts_at, other.starts_at) || one.id - other.id

/** Locks a booking and those of its series that were deleted with it. */
export function lockDeletedSeries(ctx: Context, id: number) {
  const ownColumn = (column: 'series_id' | 'deleted_at') =>
    sql`(select ${sql.ref(column)} from bookings where tenant_id = ${ctx.tenant.id} and id = ${id})`
  return ctx.db
    .selectFrom('bookings')
    .select(['id', 'calendar_id', 'visit_day', 'deleted_at', 'sequence'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where(
      sql<boolean>`(id = ${id} or (series_id = ${ownColumn('series_id')} and deleted_at = ${ownColumn('deleted_at')}))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}
