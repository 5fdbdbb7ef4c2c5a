import { randomBytes } from 'node:crypto'
import type { Attendance } from '@prenoto/core/bookings/attendance.ts'
import type { ConflictKind } from '@prenoto/core/contract/conflict.ts'
import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import { priceOf } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { sql } from 'kysely'
import type { Row } from '../../database/schema.ts'
import { anyOf } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import type { BookableService } from '../availability/availability.repository.ts'
import type { PreviousSlot } from '../availability/held-places.repository.ts'
import { privacyVersion } from '../privacy/privacy.repository.ts'
import { deletion } from '../undo/deletions.repository.ts'
import { isBlocked, isVisitorBlocked } from './blocked-customers.repository.ts'
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

/** Lets another booking use the idempotency key of this one. */
export async function releaseKey(ctx: Context, id: number) {
  await ctx.db
    .updateTable('bookings')
    .set({ idempotency_key: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
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
      'overridden_conflicts',
      'attendance',
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
  overridden_conflicts: ConflictKind[] | null
}

/** Whether a booking's telephone replaces the one that is known of its customer: only the staff's word counts for that. */
type Trust = { replacesTelephone: boolean }

/**
 * Begins a statement about the `customer` with the visitor's e-mail and full name, or a new one; a merged duplicate resolves to the
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

const whenOf = ({ calendar_id, visit_day, visit_hour, startsAt, endsAt, busy, overridden_conflicts }: Visit) => ({
  calendar_id,
  visit_day,
  visit_hour,
  starts_at: startsAt.toString(),
  ends_at: endsAt.toString(),
  busy_from: busy?.from.toString() ?? null,
  busy_to: busy?.to.toString() ?? null,
  overridden_conflicts,
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

/** 128 random bits, as 22 characters that may stand in a URL. */
const newHiddenId = () => randomBytes(16).toString('base64url')

type Particulars = {
  /** Stands with the first of several bookings, and answers for all. */
  idempotencyKey?: string
  isVisitor: boolean
  anyCalendar?: boolean
  notes?: string
}

/**
 * Inserts the bookings of one customer in the order of the visits and, if need be, the customer. Tells of a visitor whether the
 * business has blocked them: then the transaction must not commit.
 */
export async function insertBookings(
  ctx: Context,
  service: BookableService,
  visitor: Visitor,
  visits: Visit[],
  { idempotencyKey, isVisitor, anyCalendar, notes }: Particulars,
) {
  const { name, surname, email, telephone } = visitor
  const trust = { replacesTelephone: !isVisitor }
  const made = await withCustomer(ctx, visitor, trust)
    .insertInto('bookings')
    .values((eb) =>
      visits.map((visit, i) => ({
        tenant_id: ctx.tenant.id,
        hidden_id: newHiddenId(),
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
        idempotency_key: i === 0 ? (idempotencyKey ?? null) : null,
        created_by: ctx.user?.id ?? null,
        scheduled_at: ctx.now.toString(),
      })),
    )
    .returning(PUBLIC_COLUMNS)
    .returning((eb) => [
      eb.selectFrom('customer').select('merged_into').as('merged_into'),
      (isVisitor ? isVisitorBlocked(ctx, visitor) : sql<boolean>`false`).as('is_blocked'),
    ])
    .execute()
  const { merged_into, is_blocked } = made[0]!
  if (merged_into) await updateTelephone(ctx, merged_into, telephone, trust)
  return { made: made.map(({ merged_into: _, is_blocked: __, ...booking }) => booking), is_blocked }
}

const advanced = { sequence: sql<number>`bookings.sequence + 1` }

const changed = (ctx: Context) => ({ updated_at: ctx.now.toString(), updated_by: ctx.user?.id ?? null, ...advanced })

/** A visit at another time has no attendance yet, unless its customer has arrived and waits. */
const outcomeAfterMove = sql<Attendance | null>`
  case when bookings.visit_day = moved.visit_day and (bookings.visit_hour = moved.visit_hour or bookings.attendance = 'arrived')
  then bookings.attendance end`

/** A booking that goes to another time, calendar or service; within its service it keeps the name, duration and price it was made for. */
export type Move = { booking: LockedBooking; visit: Visit; service: BookableService }

const serviceOf = ({ booking, service }: Move) => {
  if (service.id !== booking.service_id) return copyOf(service)
  const { service_id, service_name, service_duration, service_price, buffer_before, buffer_after } = booking
  return { service_id, service_name, service_duration, service_price, buffer_before, buffer_after }
}

/** Moves bookings in one statement. Returns each with the name of the service it has then. */
export async function updateVisits(ctx: Context, moves: Move[], { anyCalendar }: { anyCalendar?: boolean }) {
  const moved = moves.map((move) => ({ ...serviceOf(move), ...whenOf(move.visit) }))
  const columns = Object.keys(moved[0]!) as (keyof (typeof moved)[0])[]
  const rows = moved.map((row, i) => ({ id: moves[i]!.booking.id, ...row }))
  await ctx.db
    .updateTable('bookings')
    .from(
      sql<Row<'bookings'>>`jsonb_populate_recordset(null::bookings, ${JSON.stringify(rows)}::jsonb)`.as<'moved'>(
        sql.ref('moved'),
      ),
    )
    .set((eb) => ({
      ...Object.fromEntries(columns.map((column) => [column, eb.ref(`moved.${column}`)])),
      ...(anyCalendar !== undefined && { any_calendar: anyCalendar }),
      attendance: outcomeAfterMove,
      scheduled_at: ctx.now.toString(),
      ...changed(ctx),
    }))
    .where('bookings.tenant_id', '=', ctx.tenant.id)
    .whereRef('bookings.id', '=', 'moved.id')
    .execute()
  return moves.map((move, i) => ({ ...move, service_name: moved[i]!.service_name }))
}

type Former = Pick<PreviousSlot, 'scheduled_at'> & { attendance: Attendance | null }

/** Puts a booking back to where it was before it was moved, as it was there. */
export async function updateToPreviousVisit(
  ctx: Context,
  id: number,
  visit: Visit,
  { scheduled_at, attendance }: Former,
) {
  await ctx.db
    .updateTable('bookings')
    .set({ ...whenOf(visit), scheduled_at: scheduled_at.toString(), attendance, ...changed(ctx) })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Gives bookings another customer. Their previous customers are deleted if they have no other booking and nothing is noted of them. */
export async function updateVisitors(ctx: Context, bookings: LockedBooking[], visitor: Visitor) {
  const { name, surname, email, telephone } = visitor
  const trust = { replacesTelephone: bookings.some((booking) => booking.telephone !== telephone) }
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
    .where('id', '=', anyOf(bookings.map(({ id }) => id)))
    .returning((eb) => eb.selectFrom('customer').select('merged_into').as('merged_into'))
    .executeTakeFirst()
  if (moved?.merged_into) await updateTelephone(ctx, moved.merged_into, telephone, trust)
  await deleteWithoutBookings(ctx, [...new Set(bookings.map(({ customer_id }) => customer_id))])
}

/** Deletes those of these customers who have no booking and of whom nothing is noted, unless somebody is just booking as them. */
async function deleteWithoutBookings(ctx: Context, customerIds: number[]) {
  const locked = await ctx.db
    .selectFrom('customers')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyOf(customerIds))
    .forUpdate()
    .skipLocked()
    .execute()
  await ctx.db
    .deleteFrom('customers')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyOf(locked.map(({ id }) => id)))
    .where('notes', '=', '')
    .where('blocked_at', 'is', null)
    .where(
      sql<boolean>`not exists (
        select from bookings b where b.tenant_id = customers.tenant_id and b.customer_id = customers.id
        union all
        select from customers duplicate where duplicate.tenant_id = customers.tenant_id and duplicate.merged_into = customers.id)`,
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
export async function updateAttendance(ctx: Context, id: number, attendance: Attendance | null) {
  await ctx.db
    .updateTable('bookings')
    .set({ attendance })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}
