import type { CollisionKind } from '@prenoto/core/collision.ts'
import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import { priceOf } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { type ExpressionBuilder, type QueryCreator, sql } from 'kysely'
import type { BookableService } from '../availability/availability.repository.ts'
import type { FormerPlace } from '../availability/held-places.repository.ts'
import type { Schema } from '../database/schema.ts'
import { isToldOfVisit } from '../outbox/messages.repository.ts'
import { privacyVersion } from '../privacy/privacy.repository.ts'
import type { Context } from '../tenants/context.ts'
import { bookings, PUBLIC_COLUMNS } from './bookings.repository.ts'

/**
 * The booking that was made under an idempotency key, cancelled since or not.
 * Whoever comes with the same key meanwhile waits until the transaction ends.
 */
export async function lockBookingByKey(ctx: Context, idempotencyKey: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${idempotencyKey}, ${ctx.tenant.id}))`.execute(ctx.db)
  return ctx.db
    .selectFrom('bookings')
    .select([...PUBLIC_COLUMNS, 'sequence'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

/**
 * A booking that nobody else moves or cancels until the transaction ends. Whoever locks days, too, locks them
 * after it: see `lockCalendarDay`.
 */
const lockedBookings = (ctx: Context) =>
  bookings(ctx)
    .select(PUBLIC_COLUMNS)
    .select(['buffer_before', 'buffer_after', 'customer_id', 'starts_at', 'sequence'])
    .forUpdate()

export const lockBooking = (ctx: Context, id: number) => lockedBookings(ctx).where('id', '=', id).executeTakeFirst()

/** By the key of its public link. */
export const lockBookingByHiddenId = (ctx: Context, hiddenId: string) =>
  lockedBookings(ctx).where('hidden_id', '=', hiddenId).executeTakeFirst()

/** The same, deleted or not. */
export const lockAnyBooking = (ctx: Context, id: number) =>
  ctx.db
    .selectFrom('bookings')
    .select(['calendar_id', 'visit_day', 'deleted_at', 'sequence'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export type LockedBooking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>

/** Who comes, as typed for this one booking. */
export type Visitor = { name: string; surname: string; email: string; telephone: string }

/** When and with whom: in the local time of the business, as instants, and for how long the calendar is busy with it. */
export type Visit = {
  calendar_id: number
  visit_day: PlainDate
  visit_hour: PlainTime
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  /** Undefined where that is as long as the visit takes. */
  busy?: { from: Temporal.Instant; to: Temporal.Instant }
  /** What the staff books it in spite of. */
  despite: CollisionKind[] | null
}

/** The customer of the same e-mail and full name, whose telephone follows, or a new one. */
const upsertCustomer = (db: QueryCreator<Schema>, ctx: Context, visitor: Visitor) => {
  const { name, surname, email, telephone } = visitor
  return db
    .insertInto('customers')
    .values({ tenant_id: ctx.tenant.id, identity: customerIdentity(visitor), name, surname, email, telephone })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'identity']).doUpdateSet({ telephone }))
    .returning('id')
}

/** Has whoever else books as the same customer wait until the transaction ends. No idempotency key has a space in it. */
export async function lockCustomer(ctx: Context, visitor: Visitor) {
  const key = `customer ${customerIdentity(visitor)}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${ctx.tenant.id}))`.execute(ctx.db)
}

/** How many bookings to come the customer of the same e-mail and full name has. */
export async function countBookingsToComeOf(ctx: Context, visitor: Visitor): Promise<number> {
  const { count } = await bookings(ctx)
    .innerJoin('customers', (join) =>
      join.onRef('customers.tenant_id', '=', 'bookings.tenant_id').onRef('customers.id', '=', 'bookings.customer_id'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('customers.identity', '=', customerIdentity(visitor))
    .where('bookings.starts_at', '>', sql<Temporal.Instant>`${ctx.now.toString()}::timestamptz`)
    .executeTakeFirstOrThrow()
  return count
}

const whenOf = ({ calendar_id, visit_day, visit_hour, startsAt, endsAt, busy, despite }: Visit) => ({
  calendar_id,
  visit_day,
  visit_hour,
  starts_at: startsAt.toString(),
  ends_at: endsAt.toString(),
  busy_from: busy?.from.toString() ?? null,
  busy_to: busy?.to.toString() ?? null,
  despite,
})

/** What a booking keeps of its service, however that changes later. */
const copyOf = (service: BookableService) => ({
  service_id: service.id,
  service_name: service.name,
  service_duration: service.duration,
  service_price: priceOf(service),
  buffer_before: service.buffer_before,
  buffer_after: service.buffer_after,
})

type Particulars = { hiddenId: string; idempotencyKey?: string; consents: boolean; notes?: string }

/** Inserts a booking and, if need be, the customer it belongs to. */
export function insertBooking(
  ctx: Context,
  service: BookableService,
  visitor: Visitor,
  visit: Visit,
  { hiddenId, idempotencyKey, consents, notes }: Particulars,
) {
  const { name, surname, email, telephone } = visitor
  return ctx.db
    .with('customer', (db) => upsertCustomer(db, ctx, visitor))
    .insertInto('bookings')
    .values((eb) => ({
      tenant_id: ctx.tenant.id,
      hidden_id: hiddenId,
      customer_id: eb.selectFrom('customer').select('id'),
      ...copyOf(service),
      name,
      surname,
      email,
      telephone,
      ...whenOf(visit),
      privacy_version: consents ? privacyVersion(ctx) : null,
      consented_at: consents ? ctx.now.toString() : null,
      patient_notes: notes ?? '',
      idempotency_key: idempotencyKey ?? null,
      created_by: ctx.user?.id ?? null,
      scheduled_at: ctx.now.toString(),
    }))
    .returning(PUBLIC_COLUMNS)
    .executeTakeFirstOrThrow()
}

const advanced = { sequence: sql<number>`sequence + 1` }

const changed = (ctx: Context) => ({ updated_at: ctx.now.toString(), updated_by: ctx.user?.id ?? null, ...advanced })

/** The visit that the customer was told of last: of several moves in a row the e-mail tells from where. */
const formerVisit = (ctx: Context, eb: ExpressionBuilder<Schema, 'bookings'>) => {
  const isTold = isToldOfVisit(ctx, eb)
  return {
    former_day: eb.case().when(isTold).then(eb.ref('visit_day')).else(eb.ref('former_day')).end(),
    former_hour: eb.case().when(isTold).then(eb.ref('visit_hour')).else(eb.ref('former_hour')).end(),
  }
}

/** Moves a booking to another time or calendar or, with `copyService`, another service. */
export async function updateVisit(
  ctx: Context,
  id: number,
  visit: Visit,
  service: BookableService,
  { copyService }: { copyService: boolean },
) {
  await ctx.db
    .updateTable('bookings')
    .set((eb) => ({
      ...(copyService && copyOf(service)),
      ...formerVisit(ctx, eb),
      ...whenOf(visit),
      scheduled_at: ctx.now.toString(),
      ...changed(ctx),
    }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Puts a booking back to where it was before it was moved, as it was there. */
export async function updateToFormerVisit(
  ctx: Context,
  id: number,
  visit: Visit,
  { scheduled_at, former_day, former_hour }: Pick<FormerPlace, 'scheduled_at' | 'former_day' | 'former_hour'>,
) {
  await ctx.db
    .updateTable('bookings')
    .set({ ...whenOf(visit), scheduled_at: scheduled_at.toString(), former_day, former_hour, ...changed(ctx) })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Says who comes instead. A customer who was only ever there through this booking goes: it was mistyped. */
export async function updateVisitor(ctx: Context, booking: LockedBooking, visitor: Visitor) {
  const { name, surname, email, telephone } = visitor
  await ctx.db
    .with('customer', (db) => upsertCustomer(db, ctx, visitor))
    .updateTable('bookings')
    .set((eb) => ({
      customer_id: eb.selectFrom('customer').select('id'),
      name,
      surname,
      email,
      telephone,
      ...changed(ctx),
    }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', booking.id)
    .execute()
  await deleteWithoutBookings(ctx, booking.customer_id)
}

/** Deletes a customer who has never booked, unless somebody is just booking as them. */
async function deleteWithoutBookings(ctx: Context, customerId: number) {
  const locked = await ctx.db
    .selectFrom('customers')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', customerId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!locked) return
  await ctx.db
    .deleteFrom('customers')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', customerId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('bookings')
            .select('bookings.id')
            .where('bookings.tenant_id', '=', ctx.tenant.id)
            .where('bookings.customer_id', '=', customerId),
        ),
      ),
    )
    .execute()
}

/** Marks a booking as cancelled; its row stays for the statistics. */
export async function markCancelled(ctx: Context, id: number) {
  await ctx.db
    .updateTable('bookings')
    .set({ deleted_at: ctx.now.toString(), deleted_by: ctx.user?.id ?? null, ...advanced })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Undoes that. */
export async function markRestored(ctx: Context, id: number) {
  await ctx.db
    .updateTable('bookings')
    .set({ deleted_at: null, deleted_by: null, ...advanced })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}
