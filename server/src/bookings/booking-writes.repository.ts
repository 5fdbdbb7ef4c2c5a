import type { Outcome } from '@prenoto/core/bookings/outcome.ts'
import type { CollisionKind } from '@prenoto/core/collision.ts'
import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import { priceOf } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { BookableService } from '../availability/availability.repository.ts'
import type { FormerPlace } from '../availability/held-places.repository.ts'
import { anyOf } from '../database/any-of.ts'
import type { Schema } from '../database/schema.ts'
import { isToldOfVisit } from '../outbox/messages.repository.ts'
import { privacyVersion } from '../privacy/privacy.repository.ts'
import type { Context } from '../tenants/context.ts'
import { deletion } from '../undo/deletions.repository.ts'
import { isBlocked, isVisitorBlocked } from './blocked.repository.ts'
import { bookings, changedPersonFields, PUBLIC_COLUMNS } from './bookings.repository.ts'

/**
 * The booking that was made under an idempotency key, cancelled since or not.
 * Whoever comes with the same key meanwhile waits until the transaction ends.
 */
export async function lockBookingByKey(ctx: Context, idempotencyKey: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${idempotencyKey}, ${ctx.tenant.id}))`.execute(ctx.db)
  return ctx.db
    .selectFrom('bookings')
    .select([...PUBLIC_COLUMNS, 'sequence', 'series_id', 'deleted_at', changedPersonFields])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

/**
 * A booking that nobody else moves or cancels until the transaction ends. Whoever locks days, too, locks them
 * after it: see `lockCalendarDay`.
 */
export const lockedBookings = (ctx: Context) =>
  bookings(ctx)
    .select(PUBLIC_COLUMNS)
    .select([
      'buffer_before',
      'buffer_after',
      'customer_id',
      'starts_at',
      'sequence',
      'despite',
      'outcome',
      'series_id',
    ])
    .forUpdate()

export const lockBooking = (ctx: Context, id: number) => lockedBookings(ctx).where('id', '=', id).executeTakeFirst()

/** By the key of its public link, with whether its customer may have another time. */
export const lockBookingByHiddenId = (ctx: Context, hiddenId: string) =>
  lockedBookings(ctx)
    .select(isBlocked(ctx, sql`array[lower(bookings.email), bookings.telephone]`).as('is_blocked'))
    .where('hidden_id', '=', hiddenId)
    .executeTakeFirst()

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

/** Whether a booking's telephone replaces the one that is known of its customer: only the staff's word counts for that. */
type Trust = { replacesTelephone: boolean }

/**
 * Begins a statement about the `customer` with the visitor's e-mail and full name, or a new one; a merged double resolves to the
 * customer it was merged into. A customer whose row stays as it is gets a shared lock only, so that bookings do not wait for each other.
 */
const withCustomer = (ctx: Context, visitor: Visitor, { replacesTelephone }: Trust) => {
  const { name, surname, email, telephone } = visitor
  const identity = customerIdentity(visitor)
  const found = [sql<number>`coalesce(merged_into, id)`.as('id'), 'merged_into'] as const
  return ctx.db
    .with('known', (db) =>
      db
        .selectFrom('customers')
        .select(found)
        .where('tenant_id', '=', ctx.tenant.id)
        .where('identity', '=', identity)
        .where((eb) => (replacesTelephone ? eb('telephone', '=', telephone) : eb('telephone', '<>', '')))
        .forShare(),
    )
    .with('written', (db) =>
      db
        .insertInto('customers')
        .columns(['tenant_id', 'identity', 'name', 'surname', 'email', 'telephone'])
        .expression(
          sql`select ${ctx.tenant.id}::bigint, ${identity}::text, ${name}::text, ${surname}::text, ${email}::text, ${telephone}::text
            where not exists (select from known)`,
        )
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'identity']).doUpdateSet({
            telephone: replacesTelephone
              ? telephone
              : sql<string>`coalesce(nullif(customers.telephone, ''), ${telephone})`,
          }),
        )
        .returning(found),
    )
    .with('customer', (db) => db.selectFrom('known').selectAll().unionAll(db.selectFrom('written').selectAll()))
}

/** Sets a customer's telephone, unless they have one and it is not to be replaced. Returns whether it has changed. */
export async function updateTelephone(ctx: Context, id: number, telephone: string, { replacesTelephone }: Trust) {
  const { numUpdatedRows } = await ctx.db
    .updateTable('customers')
    .set({ telephone })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .where((eb) => (replacesTelephone ? eb('telephone', '<>', telephone) : eb('telephone', '=', '')))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Has whoever else books as the same customer wait until the transaction ends. No idempotency key has a space in it. */
export async function lockCustomer(ctx: Context, visitor: Visitor) {
  const identity = customerIdentity(visitor)
  await sql`
    select pg_advisory_xact_lock(hashtextextended('customer ' || coalesce((
      select main.identity from customers known
      join customers main on main.tenant_id = known.tenant_id and main.id = known.merged_into
      where known.tenant_id = ${ctx.tenant.id} and known.identity = ${identity}
    ), ${identity}), ${ctx.tenant.id}))`.execute(ctx.db)
}

/** How many bookings to come the customer of the same e-mail and full name has. */
export async function countBookingsToComeOf(ctx: Context, visitor: Visitor): Promise<number> {
  const { count } = await bookings(ctx)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('bookings.customer_id', '=', (eb) =>
      eb
        .selectFrom('customers')
        .select(sql<number>`coalesce(merged_into, id)`.as('id'))
        .where('tenant_id', '=', ctx.tenant.id)
        .where('identity', '=', customerIdentity(visitor)),
    )
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

type Particulars = {
  hiddenId: string
  idempotencyKey?: string
  isVisitor: boolean
  anyCalendar?: boolean
  notes?: string
}

/**
 * Inserts a booking and, if need be, the customer it belongs to. Says of a visitor whether the business takes none of theirs:
 * then the transaction must not stand.
 */
export async function insertBooking(
  ctx: Context,
  service: BookableService,
  visitor: Visitor,
  visit: Visit,
  { hiddenId, idempotencyKey, isVisitor, anyCalendar, notes }: Particulars,
) {
  const { name, surname, email, telephone } = visitor
  const trust = { replacesTelephone: !isVisitor }
  const { merged_into, is_blocked, ...made } = await withCustomer(ctx, visitor, trust)
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
      privacy_version: isVisitor ? privacyVersion(ctx) : null,
      consented_at: isVisitor ? ctx.now.toString() : null,
      patient_notes: notes ?? '',
      any_calendar: anyCalendar ?? false,
      idempotency_key: idempotencyKey ?? null,
      created_by: ctx.user?.id ?? null,
      scheduled_at: ctx.now.toString(),
    }))
    .returning(PUBLIC_COLUMNS)
    .returning((eb) => [
      eb.selectFrom('customer').select('merged_into').as('merged_into'),
      (isVisitor ? isVisitorBlocked(ctx, visitor) : sql<boolean>`false`).as('is_blocked'),
    ])
    .executeTakeFirstOrThrow()
  if (merged_into) await updateTelephone(ctx, merged_into, telephone, trust)
  return { made, is_blocked }
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

/**
 * Of a visit at another time nobody knows yet what became of it, unless its customer is here and waits. Told by what stands there
 * before the change.
 */
const outcomeAt = ({ visit_day, visit_hour }: Visit) =>
  sql<Outcome | null>`case when visit_day = ${visit_day} and (visit_hour = ${visit_hour} or outcome = 'arrived') then outcome end`

/** Moves a booking to another time or calendar or, with `copyService`, another service. */
export async function updateVisit(
  ctx: Context,
  id: number,
  visit: Visit,
  service: BookableService,
  { copyService, anyCalendar }: { copyService: boolean; anyCalendar?: boolean },
) {
  await ctx.db
    .updateTable('bookings')
    .set((eb) => ({
      ...(copyService && copyOf(service)),
      ...formerVisit(ctx, eb),
      ...whenOf(visit),
      ...(anyCalendar !== undefined && { any_calendar: anyCalendar }),
      outcome: outcomeAt(visit),
      scheduled_at: ctx.now.toString(),
      ...changed(ctx),
    }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

type Former = Pick<FormerPlace, 'scheduled_at' | 'former_day' | 'former_hour'> & { outcome: Outcome | null }

/** Puts a booking back to where it was before it was moved, as it was there. */
export async function updateToFormerVisit(
  ctx: Context,
  id: number,
  visit: Visit,
  { scheduled_at, former_day, former_hour, outcome }: Former,
) {
  await ctx.db
    .updateTable('bookings')
    .set({ ...whenOf(visit), scheduled_at: scheduled_at.toString(), former_day, former_hour, outcome, ...changed(ctx) })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Says who comes instead. A customer who was only ever there through this booking goes, unless the staff knows more of them: it was mistyped. */
export async function updateVisitor(ctx: Context, booking: LockedBooking, visitor: Visitor) {
  const { name, surname, email, telephone } = visitor
  const trust = { replacesTelephone: telephone !== booking.telephone }
  const moved = await withCustomer(ctx, visitor, trust)
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
    .returning((eb) => eb.selectFrom('customer').select('merged_into').as('merged_into'))
    .executeTakeFirst()
  if (moved?.merged_into) await updateTelephone(ctx, moved.merged_into, telephone, trust)
  await deleteWithoutBookings(ctx, booking.customer_id)
}

/** Deletes a customer who has never booked and of whom nothing else is known, unless somebody is just booking as them. */
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
    .where('notes', '=', '')
    .where('blocked_at', 'is', null)
    .where(
      sql<boolean>`not exists (
        select from bookings b where b.tenant_id = ${ctx.tenant.id} and b.customer_id = ${customerId}
        union all
        select from customers double where double.tenant_id = ${ctx.tenant.id} and double.merged_into = ${customerId})`,
    )
    .execute()
}

/** Marks bookings as cancelled; their rows stay for the statistics. */
export async function markCancelled(ctx: Context, ids: number[]) {
  await ctx.db
    .updateTable('bookings')
    .set({ ...deletion(ctx), ...advanced })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Undoes that. */
export async function markRestored(ctx: Context, ids: number[]) {
  await ctx.db
    .updateTable('bookings')
    .set({ deleted_at: null, deleted_by: null, ...advanced })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Says what became of a visit. It stays the same version: nothing that anybody edits has changed. */
export async function updateOutcome(ctx: Context, id: number, outcome: Outcome | null) {
  await ctx.db
    .updateTable('bookings')
    .set({ outcome })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}
