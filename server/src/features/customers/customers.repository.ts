import { sql } from 'kysely'
import { anyId, hasVersion, isoInstant, localDateTime } from '../../database/sql-expressions.ts'
import { mailboxPattern, toMailbox } from '../../outbox/mailbox.ts'
import type { Context, StaffContext } from '../../tenants/context.ts'
import { deleteVisitorTokens } from '../bookings/repositories/visitor-tokens.repository.ts'
import { showsHealthNotes } from '../health-notes/health-access.repository.ts'

export const COLUMNS = ['id', 'name', 'surname', 'email', 'telephone'] as const

/** Customers that are neither erased, merged nor restricted. */
const customers = (ctx: Context) =>
  ctx.db
    .selectFrom('customers')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('erased_at', 'is', null)
    .where('restricted_at', 'is', null)

const selectRestricted = (ctx: Context) =>
  ctx.db.selectFrom('customers').where('tenant_id', '=', ctx.tenant.id).where('restricted_at', 'is not', null)

const restrictedAt = (ctx: Context) => localDateTime('restricted_at', ctx.tenant.time_zone).$castTo<string>()

/** At most 200 customers whose processing is restricted, the latest first. */
export const listRestricted = (ctx: Context) =>
  selectRestricted(ctx)
    .select(['id', 'name', 'surname', restrictedAt(ctx).as('restricted_at')])
    .orderBy('customers.restricted_at', 'desc')
    .limit(200)
    .execute()

/** The columns that an admin needs to lift the restriction of a customer. */
export async function findRestricted(ctx: Context, id: number) {
  const customer = await selectRestricted(ctx)
    .select(['id', 'name', 'surname', 'version', restrictedAt(ctx).as('at'), 'restriction_reason as reason'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!customer) return undefined
  const { at, reason, ...restrictedCustomer } = customer
  const hidden = { email: '', telephone: '', notes: '', blocked_at: null, also_known_as: [], has_health_notes: false }
  return { ...restrictedCustomer, ...hidden, restriction: { at, reason: reason ?? '' } }
}

/** Restricts the processing for a reason; null lifts the restriction. */
export async function updateRestriction(ctx: StaffContext, id: number, reason: string | null) {
  const isRestricted = reason !== null
  await ctx.db
    .updateTable('customers')
    .set({
      restricted_at: isRestricted ? ctx.now.toString() : null,
      restricted_by: isRestricted ? ctx.user.id : null,
      restriction_reason: reason,
    })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

export function listCustomers(ctx: Context, after: number | undefined, limit: number) {
  return customers(ctx)
    .select(COLUMNS)
    .$if(after !== undefined, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Subquery of a statement about customers: the duplicates that were merged into each. */
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

/** The profile for staff. The id of a merged duplicate finds the customer it was merged into. */
export function findProfile(ctx: Context, id: number) {
  return customers(ctx)
    .select(COLUMNS)
    .select([
      'version',
      'notes',
      localDateTime('blocked_at', ctx.tenant.time_zone).$castTo<string | null>().as('blocked_at'),
      sql<null>`null`.as('restriction'),
      knownAs(ctx).as('also_known_as'),
      showsHealthNotes(ctx).as('has_health_notes'),
    ])
    .where('id', '=', (eb) =>
      eb
        .selectFrom('customers as requested')
        .select(sql<number>`coalesce(requested.merged_into, requested.id)`.as('id'))
        .where('requested.tenant_id', '=', ctx.tenant.id)
        .where('requested.id', '=', id),
    )
    .executeTakeFirst()
}

/** The identities of a customer and of the duplicates merged into them. */
export async function listIdentities(ctx: Context, id: number): Promise<string[]> {
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
    .select(['id', 'name', 'surname', 'email', 'restricted_at', sql<number>`coalesce(merged_into, id)`.as('main_id')])
    .where('tenant_id', '=', ctx.tenant.id)
    .where((eb) => eb.or([eb('erased_at', 'is', null), eb('merged_into', 'is not', null)]))

/** Customers with the duplicates that were merged into them. */
export const listNames = (ctx: Context, ids: number[]) =>
  people(ctx)
    .where((eb) => eb.or([eb('id', '=', anyId(ids)), eb('merged_into', '=', anyId(ids))]))
    .execute()

/** SQL: a pattern for the search index that the contacts of a mailbox match, and few others. */
const contactPattern = (address: string) => {
  const [box, host] = toMailbox(address).split('@')
  return sql`rtrim(system.searchable_contact(${box}, '')) || '%' || system.searchable_contact(${host}, '') || '%'`
}

/** Limit of customers that the search index finds for a mailbox. */
const MAX_OF_MAILBOX = 10_000

/**
 * Customers and merged duplicates with the mailbox of an address. The search index, which has no merged duplicates, finds
 * the others; the exact pattern decides.
 */
export async function listCustomersOfMailboxes(ctx: Context, addresses: string[]) {
  if (addresses.length === 0) return []
  return people(ctx)
    .where(sql<boolean>`lower(email) ~ any(${addresses.map(mailboxPattern)}::text[])`)
    .where(
      sql<boolean>`(merged_into is not null or id = any(array(
        select found.id
        from unnest(array[${sql.join(addresses.map(contactPattern))}]) pattern,
          find_customers_matching(array['search_contact'], array[pattern], ${MAX_OF_MAILBOX}) found)))`,
    )
    .orderBy('id')
    .execute()
}

/** The notes about a customer, locked until the transaction ends. */
export async function lockNotes(ctx: Context, id: number): Promise<string | undefined> {
  const customer = await ctx.db
    .selectFrom('customers')
    .select('notes')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return customer?.notes
}

/** Updates the notes if the customer still has this version. Returns whether it did. */
export async function updateNotes(ctx: Context, id: number, notes: string, version?: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('customers')
    .set({ notes })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .where('restricted_at', 'is', null)
    .where(hasVersion(version))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Serialises merges, blocks and erasures of customers of a tenant. */
export async function lockDuplicates(ctx: Context) {
  await sql`select pg_advisory_xact_lock(hashtextextended('duplicates of customers', ${ctx.tenant.id}))`.execute(ctx.db)
}

/** Locks customers and their duplicates, the duplicates first, in the same order as a booking does. */
export function lockCustomers(ctx: Context, ids: number[]) {
  return ctx.db
    .selectFrom('customers')
    .select(COLUMNS)
    .select(['notes', 'blocked_at', 'blocked_by', 'created_at', 'merged_into', 'erased_at', 'restricted_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where((eb) => eb.or([eb('id', '=', anyId(ids)), eb('merged_into', '=', anyId(ids))]))
    .orderBy(sql`merged_into is null`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

type Person = { name: string; surname: string; email: string; telephone: string }

/** Replaces the personal data of an erased customer. */
const ERASED = { name: 'Cliente', surname: 'cancellato', email: '', telephone: '' }

/** Erases the personal data of a customer in their row and their bookings, and deletes their duplicates. */
export async function eraseCustomer(ctx: Context, id: number) {
  await deleteVisitorTokens(ctx, [id])
  await ctx.db
    .updateTable('bookings')
    .set({ ...ERASED, patient_notes: '', idempotency_key: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', id)
    .execute()
  await ctx.db.deleteFrom('customers').where('tenant_id', '=', ctx.tenant.id).where('merged_into', '=', id).execute()
  await ctx.db
    .updateTable('customers')
    .set({
      ...ERASED,
      notes: '',
      blocked_at: null,
      blocked_by: null,
      blocked_as: null,
      restricted_at: null,
      restricted_by: null,
      restriction_reason: null,
      identity: `erased ${id}`,
      erased_at: ctx.now.toString(),
      erased_by: ctx.user?.id ?? null,
    })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}
