import { sql } from 'kysely'
import type { Context } from '../../../tenants/context.ts'
import { TIME_COLUMNS } from '../../availability/visit-columns.repository.ts'
import { isOfRestricted } from '../../restriction/shown-person.repository.ts'
import { isBlocked } from './blocked-customers.repository.ts'
import { bookings, changedPersonFields, PUBLIC_COLUMNS } from './bookings.repository.ts'

/** The booking of an idempotency key, cancelled or not. Locks the key until the transaction ends. */
export async function lockBookingByKey(ctx: Context, idempotencyKey: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${idempotencyKey}, ${ctx.tenant.id}))`.execute(ctx.db)
  return ctx.db
    .selectFrom('bookings')
    .select([...PUBLIC_COLUMNS, 'sequence', 'series_id', 'deleted_at', changedPersonFields])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

/** Lets another booking use the idempotency key of this one. */
export async function releaseKey(ctx: Context, id: number) {
  await ctx.db
    .updateTable('bookings')
    .set({ idempotency_key: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Locks bookings. Take this lock before those of days and customers: see docs/decisions/0004. */
export const lockedBookings = (ctx: Context) =>
  bookings(ctx)
    .select(PUBLIC_COLUMNS)
    .select(TIME_COLUMNS)
    .select([
      'customer_id',
      'starts_at',
      'sequence',
      'overridden_conflicts',
      'attendance',
      'confirmed_for',
      'series_id',
      isOfRestricted(ctx),
    ])
    .forUpdate()

export const lockBooking = (ctx: Context, id: number) => lockedBookings(ctx).where('id', '=', id).executeTakeFirst()

/** By private link, with whether the customer is blocked. */
export const lockBookingByHiddenId = (ctx: Context, hiddenId: string) =>
  lockedBookings(ctx)
    .select(isBlocked(ctx, sql`array[lower(bookings.email), bookings.telephone]`).as('is_blocked'))
    .where('hidden_id', '=', hiddenId)
    .executeTakeFirst()

/** Deleted or not. */
export const lockAnyBooking = (ctx: Context, id: number) =>
  ctx.db
    .selectFrom('bookings')
    .select(['calendar_id', 'visit_day', 'deleted_at', 'sequence'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export type LockedBooking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>
