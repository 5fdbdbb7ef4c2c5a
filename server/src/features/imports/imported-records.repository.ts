import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import { anyId } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'

/** Customers and merged duplicates after an id, also restricted and blocked ones; `main_id` is the customer they were merged into. */
export const listKnownAfter = (ctx: Context, after: number, limit: number) =>
  ctx.db
    .selectFrom('customers')
    .leftJoin('customers as main', (join) =>
      join.onRef('main.tenant_id', '=', 'customers.tenant_id').onRef('main.id', '=', 'customers.merged_into'),
    )
    .select([
      'customers.id',
      'customers.identity',
      'customers.name',
      'customers.surname',
      'customers.email',
      'customers.telephone',
      sql<number>`coalesce(main.id, customers.id)`.as('main_id'),
      sql<boolean>`coalesce(main.restricted_at, customers.restricted_at) is not null`.as('is_restricted'),
      sql<boolean>`coalesce(main.blocked_at, customers.blocked_at) is not null`.as('is_blocked'),
    ])
    .where('customers.tenant_id', '=', ctx.tenant.id)
    .where((eb) =>
      eb.or([eb('customers.erased_at', 'is', null), eb('main.erased_at', 'is', null).and('main.id', 'is not', null)]),
    )
    .where('customers.id', '>', after)
    .orderBy('customers.id')
    .limit(limit)
    .execute()

/** The contacts by which blocked customers are recognised. */
export async function listBlockedContacts(ctx: Context): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('customers')
    .select('blocked_as')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('blocked_at', 'is not', null)
    .execute()
  return rows.flatMap(({ blocked_as }) => blocked_as ?? [])
}

type NewCustomer = { identity: string; name: string; surname: string; email: string; telephone: string; notes: string }

/** Inserts customers; leaves out those whose identity exists already. Returns the new ones. */
export async function insertCustomers(ctx: Context, customers: NewCustomer[]) {
  const { rows } = await sql<{ id: number; identity: string }>`
    insert into customers (tenant_id, identity, name, surname, email, telephone, notes, is_imported)
    select ${ctx.tenant.id}::bigint, identity, name, surname, email, telephone, notes, true
    from jsonb_to_recordset(${JSON.stringify(customers)}::jsonb) as given (
      identity text, name text, surname text, email text, telephone text, notes text)
    on conflict (tenant_id, identity) do nothing
    returning id, identity`.execute(ctx.db)
  return rows
}

/** Locks customers who may be changed: neither erased, merged, restricted nor blocked. */
export const lockChangeable = (ctx: Context, ids: number[]) =>
  ctx.db
    .selectFrom('customers')
    .select(['id', 'telephone', 'notes', 'version'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(ids))
    .where('erased_at', 'is', null)
    .where('restricted_at', 'is', null)
    .where('blocked_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

type Contents = { id: number; telephone: string; notes: string }

/** Updates telephone and notes of locked customers. */
export async function updateContents(ctx: Context, customers: Contents[]) {
  if (customers.length === 0) return
  await sql`
    update customers set telephone = given.telephone, notes = given.notes
    from jsonb_to_recordset(${JSON.stringify(customers)}::jsonb) as given (id bigint, telephone text, notes text)
    where customers.tenant_id = ${ctx.tenant.id} and customers.id = given.id`.execute(ctx.db)
}

/** Deletes locked customers, except those with a booking, health data or a merged duplicate. Returns the deleted ids. */
export async function deleteUnused(ctx: Context, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from customers c
    where c.tenant_id = ${ctx.tenant.id} and c.id = ${anyId(ids)}
      and not exists (
        select from bookings o where o.tenant_id = c.tenant_id and o.customer_id = c.id
        union all select from health_notes o where o.tenant_id = c.tenant_id and o.customer_id = c.id
        union all select from health_documents o where o.tenant_id = c.tenant_id and o.customer_id = c.id
        union all select from health_consents o where o.tenant_id = c.tenant_id and o.customer_id = c.id
        union all select from customers o where o.tenant_id = c.tenant_id and o.merged_into = c.id)
    returning c.id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** The bookings of some days that are not cancelled, to recognise those that were imported before. */
export const listBookedVisits = (ctx: Context, days: PlainDate[]) =>
  ctx.db
    .selectFrom('bookings')
    .select(['customer_id', 'service_id', 'visit_day', 'visit_hour'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where(sql<boolean>`visit_day = any(${days}::date[])`)
    .where('deleted_at', 'is', null)
    .execute()

/** The customers of bookings of this transaction, and whether the transaction has created them. */
export const listCustomersOfBookings = (ctx: Context, ids: number[]) =>
  ctx.db
    .selectFrom('bookings')
    .innerJoin('customers', (join) =>
      join.onRef('customers.tenant_id', '=', 'bookings.tenant_id').onRef('customers.id', '=', 'bookings.customer_id'),
    )
    .select(['bookings.id', 'customer_id', sql<boolean>`customers.created_at = now()`.as('is_new')])
    .where('bookings.tenant_id', '=', ctx.tenant.id)
    .where('bookings.id', '=', anyId(ids))
    .execute()

/** Locks imported bookings, with why each stays; null: it can be deleted. */
export async function lockImportedBookings(ctx: Context, ids: number[]) {
  const { rows } = await sql<{
    id: number
    calendar_id: number
    visit_day: PlainDate
    kept: 'changed_since' | 'reminded' | null
  }>`
    select id, calendar_id, visit_day::text, case
      when deleted_at is not null or sequence > 0 or attendance is not null or series_id is not null
        or exists (select from booking_history h where h.tenant_id = bookings.tenant_id and h.booking_id = bookings.id)
        or exists (select from health_notes n where n.tenant_id = bookings.tenant_id and n.booking_id = bookings.id)
        or exists (select from health_documents d where d.tenant_id = bookings.tenant_id and d.booking_id = bookings.id)
        then 'changed_since'
      when exists (
        select from messages m where m.tenant_id = bookings.tenant_id and m.record_id = bookings.id and m.kind = 'reminder'
      ) then 'reminded' end as kept
    from bookings
    where tenant_id = ${ctx.tenant.id} and id = ${anyId(ids)}
    order by id for update`.execute(ctx.db)
  return rows
}

export async function deleteBookings(ctx: Context, ids: number[]) {
  if (ids.length === 0) return
  await ctx.db.deleteFrom('bookings').where('tenant_id', '=', ctx.tenant.id).where('id', '=', anyId(ids)).execute()
}
