import { randomBytes } from 'node:crypto'
import type { Attendance } from '@prenoto/core/bookings/attendance.ts'
import type { BookingSource } from '@prenoto/core/bookings/booking-source.ts'
import type { ConflictKind } from '@prenoto/core/contract/conflict.ts'
import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import { visitOnCalendar } from '@prenoto/core/services/combined-service.ts'
import { getPrice } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { sql } from 'kysely'
import type { Row } from '../../../database/schema.ts'
import { anyId, type InstantRange, toMultirange } from '../../../database/sql-expressions.ts'
import type { Context } from '../../../tenants/context.ts'
import type { BookableService } from '../../availability/availability.repository.ts'
import type { PreviousSlot } from '../../availability/slot-holds.repository.ts'
import { privacyVersion } from '../../privacy/privacy.repository.ts'
import { isVisitorBlocked } from './blocked-customers.repository.ts'
import { bookings, PUBLIC_COLUMNS } from './bookings.repository.ts'
import type { LockedBooking } from './locked-bookings.repository.ts'

/** The customer's data as typed for this booking. */
export type Visitor = { name: string; surname: string; email: string; telephone: string }

/** Local time, instants and occupied time of a visit. */
export type Visit = {
  calendar_id: number
  visit_day: PlainDate
  visit_hour: PlainTime
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  /** Undefined if the visit has no buffers. */
  busy?: InstantRange
  /** The times within the visit in which its calendar is free. */
  processing: InstantRange[]
  /** The conflicts that staff have overridden. */
  overridden_conflicts: ConflictKind[] | null
}

/**
 * Whether the booking's telephone replaces the customer's. Only staff may do that, even if there is none: anybody can book in
 * somebody's name.
 */
type Trust = { replacesTelephone: boolean }

/**
 * Adds a CTE `customer`: the customer with the visitor's e-mail and full name, or a new one; a merged duplicate
 * resolves to the customer it was merged into. An unchanged row gets a shared lock only, so that bookings do not wait
 * for each other.
 */
const withCustomer = (ctx: Context, visitor: Visitor, { replacesTelephone }: Trust) => {
  const { name, surname, email, telephone } = visitor
  const identity = customerIdentity(visitor)
  const customerColumns = [sql<number>`coalesce(merged_into, id)`.as('id'), 'merged_into'] as const
  return ctx.db
    .with('known', (db) =>
      db
        .selectFrom('customers')
        .select(customerColumns)
        .where('tenant_id', '=', ctx.tenant.id)
        .where('identity', '=', identity)
        .$if(replacesTelephone, (query) => query.where('telephone', '=', telephone))
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
            telephone: replacesTelephone ? telephone : sql<string>`customers.telephone`,
          }),
        )
        .returning(customerColumns),
    )
    .with('customer', (db) => db.selectFrom('known').selectAll().unionAll(db.selectFrom('written').selectAll()))
}

/** Sets a customer's telephone. Returns whether it has changed. */
export async function updateTelephone(ctx: Context, id: number, telephone: string) {
  const { numUpdatedRows } = await ctx.db
    .updateTable('customers')
    .set({ telephone })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .where('telephone', '<>', telephone)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Serialises bookings of the same customer until the transaction ends. Idempotency keys contain no space, so the locks
 * differ.
 */
export async function lockCustomer(ctx: Context, visitor: Visitor) {
  const identity = customerIdentity(visitor)
  await sql`
    select pg_advisory_xact_lock(hashtextextended('customer ' || coalesce((
      select main.identity from customers known
      join customers main on main.tenant_id = known.tenant_id and main.id = known.merged_into
      where known.tenant_id = ${ctx.tenant.id} and known.identity = ${identity}
    ), ${identity}), ${ctx.tenant.id}))`.execute(ctx.db)
}

/** The number of upcoming bookings of the customer with the same e-mail and full name. */
export async function countCustomerBookings(ctx: Context, visitor: Visitor): Promise<number> {
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

const toTimeColumns = ({
  calendar_id,
  visit_day,
  visit_hour,
  startsAt,
  endsAt,
  busy,
  processing,
  overridden_conflicts,
}: Visit) => ({
  calendar_id,
  visit_day,
  visit_hour,
  starts_at: startsAt.toString(),
  ends_at: endsAt.toString(),
  busy_from: busy?.from.toString() ?? null,
  busy_to: busy?.to.toString() ?? null,
  processing: toMultirange(processing),
  overridden_conflicts,
})

/** The fields that a booking copies from its services, as they are on its calendar. */
function toServiceColumns(services: BookableService, { calendar_id }: Visit) {
  const service = visitOnCalendar(services, calendar_id)
  return {
    service_id: service.id,
    service_name: service.name,
    service_duration: service.duration,
    service_price: getPrice(service),
    services: service.services ?? null,
    buffer_before: service.buffer_before,
    buffer_after: service.buffer_after,
  }
}

/** 128 random bits as 22 URL-safe characters. */
const newHiddenId = () => randomBytes(16).toString('base64url')

type BookingDetails = {
  /** Stored with the first of several bookings, for all of them. */
  idempotencyKey?: string
  isVisitor: boolean
  anyCalendar?: boolean
  notes?: string
  source?: BookingSource
}

/**
 * Inserts the bookings of one customer in the order of the visits, and the customer if new. Returns whether a visitor
 * is blocked; the transaction must then roll back.
 */
export async function insertBookings(
  ctx: Context,
  service: BookableService,
  visitor: Visitor,
  visits: Visit[],
  { idempotencyKey, isVisitor, anyCalendar, notes, source }: BookingDetails,
) {
  const { name, surname, email, telephone } = visitor
  const trust = { replacesTelephone: !isVisitor && telephone !== '' }
  const insertedRows = await withCustomer(ctx, visitor, trust)
    .insertInto('bookings')
    .values((eb) =>
      visits.map((visit, i) => {
        const { services, ...columns } = toServiceColumns(service, visit)
        return {
          tenant_id: ctx.tenant.id,
          hidden_id: newHiddenId(),
          customer_id: eb.selectFrom('customer').select('id'),
          ...columns,
          services: services && JSON.stringify(services),
          name,
          surname,
          email,
          telephone,
          ...toTimeColumns(visit),
          privacy_version: isVisitor ? privacyVersion(ctx) : null,
          consented_at: isVisitor ? ctx.now.toString() : null,
          patient_notes: notes ?? '',
          any_calendar: anyCalendar ?? false,
          source: source ?? null,
          idempotency_key: i === 0 ? (idempotencyKey ?? null) : null,
          created_by: ctx.user?.id ?? null,
          created_by_key: ctx.user?.api_key?.name ?? null,
          scheduled_at: ctx.now.toString(),
        }
      }),
    )
    .returning(PUBLIC_COLUMNS)
    .returning((eb) => [
      eb.selectFrom('customer').select('merged_into').as('merged_into'),
      (isVisitor ? isVisitorBlocked(ctx, visitor) : sql<boolean>`false`).as('is_blocked'),
    ])
    .execute()
  const { merged_into, is_blocked } = insertedRows[0]!
  if (merged_into && trust.replacesTelephone) await updateTelephone(ctx, merged_into, telephone)
  return { createdBookings: insertedRows.map(({ merged_into: _, is_blocked: __, ...booking }) => booking), is_blocked }
}

export const advanced = { sequence: sql<number>`bookings.sequence + 1` }

const changeColumns = (ctx: Context) => ({
  updated_at: ctx.now.toString(),
  updated_by: ctx.user?.id ?? null,
  ...advanced,
})

/** A reschedule clears the attendance, except 'arrived' on the same day. */
const attendanceAfterReschedule = sql<Attendance | null>`
  case when bookings.visit_day = changes.visit_day and (bookings.visit_hour = changes.visit_hour or bookings.attendance = 'arrived')
  then bookings.attendance end`

/** A reschedule to another time, calendar or service; `service` is as booked if the services stay the same. */
export type Reschedule = { booking: LockedBooking; visit: Visit; service: BookableService }

/** Reschedules bookings in one statement. Returns each with its new service name. */
export async function updateVisits(
  ctx: Context,
  reschedules: Reschedule[],
  { anyCalendar }: { anyCalendar?: boolean },
) {
  const changes = reschedules.map(({ service, visit }) => ({
    ...toServiceColumns(service, visit),
    ...toTimeColumns(visit),
  }))
  const columns = Object.keys(changes[0]!) as (keyof (typeof changes)[0])[]
  const rows = changes.map((row, i) => ({ id: reschedules[i]!.booking.id, ...row }))
  await ctx.db
    .updateTable('bookings')
    .from(
      sql<Row<'bookings'>>`jsonb_populate_recordset(null::bookings, ${JSON.stringify(rows)}::jsonb)`.as<'changes'>(
        sql.ref('changes'),
      ),
    )
    .set((eb) => ({
      ...Object.fromEntries(columns.map((column) => [column, eb.ref(`changes.${column}`)])),
      ...(anyCalendar !== undefined && { any_calendar: anyCalendar }),
      attendance: attendanceAfterReschedule,
      scheduled_at: ctx.now.toString(),
      ...changeColumns(ctx),
    }))
    .where('bookings.tenant_id', '=', ctx.tenant.id)
    .whereRef('bookings.id', '=', 'changes.id')
    .execute()
  return reschedules.map((reschedule, i) => ({ ...reschedule, service_name: changes[i]!.service_name }))
}

type PreviousState = Pick<PreviousSlot, 'scheduled_at'> & { attendance: Attendance | null }

/** Restores the slot that a booking had before its reschedule. */
export async function updateToPreviousVisit(
  ctx: Context,
  id: number,
  visit: Visit,
  { scheduled_at, attendance }: PreviousState,
) {
  await ctx.db
    .updateTable('bookings')
    .set({ ...toTimeColumns(visit), scheduled_at: scheduled_at.toString(), attendance, ...changeColumns(ctx) })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Gives bookings another customer. Deletes previous customers without bookings and notes. */
export async function updateVisitors(ctx: Context, bookings: LockedBooking[], visitor: Visitor) {
  const { name, surname, email, telephone } = visitor
  const trust = { replacesTelephone: telephone !== '' && bookings.some((booking) => booking.telephone !== telephone) }
  const updated = await withCustomer(ctx, visitor, trust)
    .updateTable('bookings')
    .set((eb) => ({
      customer_id: eb.selectFrom('customer').select('id'),
      name,
      surname,
      email,
      telephone,
      ...changeColumns(ctx),
    }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(bookings.map(({ id }) => id)))
    .returning((eb) => eb.selectFrom('customer').select('merged_into').as('merged_into'))
    .executeTakeFirst()
  if (updated?.merged_into && trust.replacesTelephone) await updateTelephone(ctx, updated.merged_into, telephone)
  await deleteWithoutBookings(ctx, [...new Set(bookings.map(({ customer_id }) => customer_id))])
}

/** Deletes customers without bookings and notes, except imported ones; skips one that a concurrent booking has locked. */
async function deleteWithoutBookings(ctx: Context, customerIds: number[]) {
  const locked = await ctx.db
    .selectFrom('customers')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(customerIds))
    .forUpdate()
    .skipLocked()
    .execute()
  await ctx.db
    .deleteFrom('customers')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(locked.map(({ id }) => id)))
    .where('notes', '=', '')
    .where('blocked_at', 'is', null)
    .where('restricted_at', 'is', null)
    .where('is_imported', '=', false)
    .where(
      sql<boolean>`not exists (
        select from bookings b where b.tenant_id = customers.tenant_id and b.customer_id = customers.id
        union all
        select from customers duplicate where duplicate.tenant_id = customers.tenant_id and duplicate.merged_into = customers.id)`,
    )
    .execute()
}
