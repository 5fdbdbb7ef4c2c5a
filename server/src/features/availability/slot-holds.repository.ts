import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { anyId } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'

/** Compared with the start of the transaction, so a slot seen as free can no longer be restored by a later one. */
export const isHeld = sql<boolean>`held_until > now()`

/** The occupied time of a booking, with buffers and processing times. */
const takenByBooking = [
  'processing',
  sql<Temporal.Instant>`coalesce(busy_from, starts_at)`.as('starts_at'),
  sql<Temporal.Instant>`coalesce(busy_to, ends_at)`.as('ends_at'),
] as const

const undoableUntil = sql<Temporal.Instant>`now() + make_interval(secs => ${UNDO_SECONDS})`.as('held_until')

/** Holds the slot of a just deleted booking until its undo ends. */
export const holdSlot = (ctx: Context, bookingId: number) => holdSlots(ctx, [bookingId])

export async function holdSlots(ctx: Context, bookingIds: number[]) {
  await ctx.db
    .insertInto('slot_holds')
    .columns([
      'tenant_id',
      'booking_id',
      'calendar_id',
      'visit_day',
      'processing',
      'starts_at',
      'ends_at',
      'held_until',
    ])
    .expression((eb) =>
      eb
        .selectFrom('bookings')
        .select(['tenant_id', 'id', 'calendar_id', 'visit_day', ...takenByBooking, undoableUntil])
        .where('tenant_id', '=', ctx.tenant.id)
        .where('id', '=', anyId(bookingIds)),
    )
    .execute()
}

/**
 * Holds the slot that a booking is about to leave until the undo ends, with everything that the undo restores. Replaces
 * an earlier hold.
 */
export async function holdPreviousSlot(ctx: Context, bookingId: number) {
  const copied = ['calendar_id', 'visit_day', 'visit_hour', 'scheduled_at', 'overridden_conflicts'] as const
  const columns = [...copied, 'processing', 'starts_at', 'ends_at', 'held_until', 'version'] as const
  await ctx.db
    .insertInto('slot_holds')
    .columns(['tenant_id', 'booking_id', 'is_previous', ...columns])
    .expression((eb) =>
      eb
        .selectFrom('bookings')
        .select([
          'tenant_id',
          'id',
          sql<boolean>`true`.as('is_previous'),
          ...copied,
          ...takenByBooking,
          undoableUntil,
          sql<number>`sequence + 1`.as('version'),
        ])
        .where('tenant_id', '=', ctx.tenant.id)
        .where('id', '=', bookingId),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'booking_id', 'is_previous'])
        .doUpdateSet((eb) => Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}`)]))),
    )
    .execute()
}

/** The slot that a booking was rescheduled from, held or not, with the version that the reschedule made. */
export function findPreviousSlot(ctx: Context, bookingId: number) {
  return ctx.db
    .selectFrom('slot_holds')
    .select((eb) => [
      'calendar_id',
      'visit_day',
      eb.ref('visit_hour').$notNull().as('visit_hour'),
      eb.ref('version').$notNull().as('version'),
      eb.ref('scheduled_at').$notNull().as('scheduled_at'),
      'overridden_conflicts',
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('booking_id', '=', bookingId)
    .where('is_previous', '=', true)
    .executeTakeFirst()
}

export type PreviousSlot = NonNullable<Awaited<ReturnType<typeof findPreviousSlot>>>

/**
 * Gives a booking its previous slot back under this version. Returns whether the hold was still valid and the calendar
 * exists. The row stays until the notification of the reschedule is due.
 */
export async function takePreviousSlot(ctx: Context, bookingId: number, version: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('slot_holds')
    .set({ held_until: sql<string>`now()`, version })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('booking_id', '=', bookingId)
    .where('is_previous', '=', true)
    .where(sql<boolean>`held_until > clock_timestamp()`)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('calendars')
          .select('calendars.id')
          .whereRef('calendars.tenant_id', '=', 'slot_holds.tenant_id')
          .whereRef('calendars.id', '=', 'slot_holds.calendar_id')
          .where('calendars.deleted_at', 'is', null),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Adjusts the version of the previous slots of restored bookings, which grew by two, so that a reschedule can still be
 * undone.
 */
export async function updatePreviousSlotVersions(ctx: Context, bookingIds: number[]) {
  await sql`
    update slot_holds set version = bookings.sequence from bookings
    where slot_holds.tenant_id = ${ctx.tenant.id} and slot_holds.booking_id = ${anyId(bookingIds)}
      and bookings.tenant_id = slot_holds.tenant_id and bookings.id = slot_holds.booking_id
      and slot_holds.is_previous and slot_holds.version = bookings.sequence - 2`.execute(ctx.db)
}

/**
 * Gives a booking its held slot back. Returns whether the hold was valid by the wall clock, since the transaction may
 * have waited for the lock.
 */
export const restoreSlot = (ctx: Context, bookingId: number) => restoreSlots(ctx, [bookingId])

/** Returns whether all holds were valid. */
export async function restoreSlots(ctx: Context, bookingIds: number[]): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('slot_holds')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('booking_id', '=', anyId(bookingIds))
    .where('is_previous', '=', false)
    .where(sql<boolean>`held_until > clock_timestamp()`)
    .executeTakeFirst()
  return numDeletedRows === BigInt(bookingIds.length)
}

/** Deletes the expired holds of bookings; waits for a concurrent restore. */
export async function endHolds(ctx: Context, bookingIds: number[]) {
  if (bookingIds.length === 0) return
  await ctx.db
    .deleteFrom('slot_holds')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('booking_id', '=', anyId(bookingIds))
    .where(sql<boolean>`not ${isHeld}`)
    .execute()
}

const heldFor = (ctx: Context, eb: ExpressionBuilder<Schema, 'bookings'>) =>
  eb
    .selectFrom('slot_holds')
    .select('slot_holds.booking_id')
    .where('slot_holds.tenant_id', '=', ctx.tenant.id)
    .whereRef('slot_holds.booking_id', '=', 'bookings.id')
    .where(isHeld)

/** Whether a deletion or reschedule can still be undone; until then, no message about it is sent. */
export const canBeUndone = (ctx: Context, eb: ExpressionBuilder<Schema, 'bookings'>) =>
  eb.exists(heldFor(ctx, eb)).$castTo<boolean>()

/** Whether a booking is deleted and can still be restored. */
export const isRestorable = (ctx: Context) => (eb: ExpressionBuilder<Schema, 'bookings'>) =>
  eb.and([
    eb('bookings.deleted_at', 'is not', null),
    eb.exists(heldFor(ctx, eb).where('slot_holds.is_previous', '=', false)),
  ])

/** Bookings that are not deleted or can still be restored. */
export const isActiveOrRestorable = (ctx: Context) => (eb: ExpressionBuilder<Schema, 'bookings'>) =>
  eb.or([eb('bookings.deleted_at', 'is', null), isRestorable(ctx)(eb)])
