import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import { sql } from 'kysely'
import { anyOf, hasVersion, isoInstant, localDateTime } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'

export const COLUMNS = ['id', 'name', 'surname', 'email', 'telephone'] as const

/** Those who are somebody: neither erased nor merged. */
const customers = (ctx: Context) =>
  ctx.db.selectFrom('customers').where('tenant_id', '=', ctx.tenant.id).where('erased_at', 'is', null)

export function listCustomers(ctx: Context, after: number | undefined, limit: number) {
  return customers(ctx)
    .select(COLUMNS)
    .$if(after !== undefined, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** In a statement about customers: the duplicates that were merged into each. */
const knownAs = (ctx: Context) => sql<Person[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', d.name, 'surname', d.surname, 'email', d.email, 'telephone', d.telephone) order by d.id), '[]')
  from customers d where d.tenant_id = ${ctx.tenant.id} and d.merged_into = customers.id)`

export function findCustomer(ctx: Context, id: number) {
  return customers(ctx)
    .select(COLUMNS)
    .select([
      isoInstant('created_at').$notNull().as('created_at'),
      'notes',
      isoInstant('blocked_at').as('blocked_at'),
      knownAs(ctx).as('also_known_as'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** As the staff sees them; of a double that was merged, who they are now. */
export function findProfile(ctx: Context, id: number) {
  return customers(ctx)
    .select(COLUMNS)
    .select([
      'version',
      'notes',
      localDateTime('blocked_at', ctx.tenant.time_zone).$castTo<string | null>().as('blocked_at'),
      knownAs(ctx).as('also_known_as'),
    ])
    .where('id', '=', (eb) =>
      eb
        .selectFrom('customers as asked')
        .select(sql<number>`coalesce(asked.merged_into, asked.id)`.as('id'))
        .where('asked.tenant_id', '=', ctx.tenant.id)
        .where('asked.id', '=', id),
    )
    .executeTakeFirst()
}

/** The identities by which a customer, or a double that was merged into them, is known. */
export async function listIdentitiesOf(ctx: Context, id: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('customers')
    .select('identity')
    .where('tenant_id', '=', ctx.tenant.id)
    .where((eb) => eb.or([eb('id', '=', id), eb('merged_into', '=', id)]))
    .execute()
  return rows.map(({ identity }) => identity)
}

const people = (ctx: Context) =>
  ctx.db
    .selectFrom('customers')
    .select(['id', 'name', 'surname', 'email', sql<number>`coalesce(merged_into, id)`.as('main_id')])
    .where('tenant_id', '=', ctx.tenant.id)
    .where((eb) => eb.or([eb('erased_at', 'is', null), eb('merged_into', 'is not', null)]))

/** Customers with the duplicates that were merged into them. */
export const listNamesOf = (ctx: Context, ids: number[]) =>
  people(ctx)
    .where((eb) => eb.or([eb('id', '=', anyOf(ids)), eb('merged_into', '=', anyOf(ids))]))
    .execute()

/** Customers and merged duplicates whose address matches a pattern: see `mailboxPattern`. */
export const listCustomersOfMailboxes = (ctx: Context, patterns: string[]) =>
  people(ctx).where(sql<boolean>`lower(email) ~ any(${patterns}::text[])`).orderBy('id').execute()

/** Puts notes in the place of those of this version. Says whether there was one. */
export async function updateNotes(ctx: Context, id: number, notes: string, version?: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('customers')
    .set({ notes })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .where(hasVersion(version))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Has who merges and who erases customers of a business take turns, so that duplicates stay whose they are. */
export async function lockDuplicates(ctx: Context) {
  await sql`select pg_advisory_xact_lock(hashtextextended('duplicates of customers', ${ctx.tenant.id}))`.execute(ctx.db)
}

/**
 * Locks the bookings of these customers until the transaction ends. Comes before `lockCustomers`, since
 * whoever changes a booking has it first and then its customer.
 */
export async function lockBookingsOfCustomers(ctx: Context, ids: number[]) {
  await ctx.db
    .selectFrom('bookings')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Customers for whom nobody books until the transaction ends, with their duplicates: those come first, since whoever books as one
 * has it before who they are now.
 */
export function lockCustomers(ctx: Context, ids: number[]) {
  return ctx.db
    .selectFrom('customers')
    .select(COLUMNS)
    .select(['notes', 'blocked_at', 'blocked_by', 'created_at', 'merged_into', 'erased_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where((eb) => eb.or([eb('id', '=', anyOf(ids)), eb('merged_into', '=', anyOf(ids))]))
    .orderBy(sql`merged_into is null`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Every booking of these customers, cancelled ones too, in the order they were made. */
export function listBookingsOfCustomers(ctx: Context, ids: number[]) {
  return ctx.db
    .selectFrom('bookings')
    .select([
      'id',
      'name',
      'surname',
      'email',
      'telephone',
      'visit_day',
      'visit_hour',
      'service_name',
      'service_duration',
      'service_price',
      'patient_notes',
      'attendance',
      'privacy_version',
      isoInstant('consented_at').as('consented_at'),
      isoInstant('created_at').$notNull().as('created_at'),
      isoInstant('updated_at').as('updated_at'),
      isoInstant('deleted_at').as('cancelled_at'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', anyOf(ids))
    .orderBy('id')
    .execute()
}

/** The history of these customers' bookings. */
export function listBookingHistoryOfCustomers(ctx: Context, ids: number[]) {
  return ctx.db
    .selectFrom('booking_history')
    .innerJoin('bookings', (join) =>
      join
        .onRef('bookings.tenant_id', '=', 'booking_history.tenant_id')
        .onRef('bookings.id', '=', 'booking_history.booking_id'),
    )
    .select((eb) => [
      'booking_id',
      isoInstant('at').$notNull().as('at'),
      'kind',
      eb('user_id', 'is', null).$castTo<boolean>().as('by_customer'),
      'booking_history.previous_day',
      'booking_history.previous_hour',
      'day',
      'hour',
      'booking_history.attendance',
    ])
    .where('booking_history.tenant_id', '=', ctx.tenant.id)
    .where('bookings.customer_id', '=', anyOf(ids))
    .orderBy('booking_history.booking_id')
    .orderBy('booking_history.id')
    .execute()
}

type Person = { name: string; surname: string; email: string; telephone: string }

/** An identity begins with its address; what the staff types there may be none, and then nobody has written from it. */
const addressOf = (identity: string) => identity.split(' ')[0]!

const contactRequests = (ctx: Context) =>
  ctx.db
    .selectFrom('contact_requests')
    .select([
      'id',
      'name',
      'email',
      'phone',
      'message',
      'privacy_version',
      isoInstant('consented_at').$notNull().as('consented_at'),
      isoInstant('created_at').$notNull().as('created_at'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .orderBy('id')

/** The contact requests under the e-mail and full name of one of these identities. */
export async function listContactRequestsOf(ctx: Context, identities: string[]) {
  const rows = await contactRequests(ctx)
    .where(sql<boolean>`lower(email) = any(${identities.map(addressOf)}::text[])`)
    .execute()
  return rows.filter(({ name, email }) => identities.includes(customerIdentity({ name, surname: '', email })))
}

/** The contact requests whose address matches a pattern: see `mailboxPattern`. */
export const listContactRequestsOfMailboxes = (ctx: Context, patterns: string[]) =>
  contactRequests(ctx).where(sql<boolean>`lower(email) ~ any(${patterns}::text[])`).execute()

export async function deleteContactRequests(ctx: Context, ids: number[]) {
  await ctx.db
    .deleteFrom('contact_requests')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Who stands in an erased customer's place. */
const NOBODY = { name: 'Cliente', surname: 'cancellato', email: '', telephone: '' }

/** Takes a customer's name, e-mail, telephone and notes out of their row and their bookings; their duplicates go. */
export async function eraseCustomer(ctx: Context, id: number) {
  await ctx.db
    .updateTable('bookings')
    .set({ ...NOBODY, patient_notes: '', idempotency_key: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', id)
    .execute()
  await ctx.db.deleteFrom('customers').where('tenant_id', '=', ctx.tenant.id).where('merged_into', '=', id).execute()
  await ctx.db
    .updateTable('customers')
    .set({
      ...NOBODY,
      notes: '',
      blocked_at: null,
      blocked_by: null,
      blocked_as: null,
      identity: `erased ${id}`,
      erased_at: ctx.now.toString(),
      erased_by: ctx.user?.id ?? null,
    })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}
