import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { nationalNumber } from '@prenoto/core/fields/telephone.ts'
import { isWithoutEmail } from '@prenoto/core/fields/without-email.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import { anyId } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { matching, removeAccents } from './customer-search.repository.ts'
import { COLUMNS } from './customers.repository.ts'
import { emailTerm, nameTerm, splitWords, telephoneTerm } from './search-patterns.ts'

/** Limit of customers that are compared, the newest first. */
const MAX_COMPARED = 2000
/** Limit of customers found by one name or contact. */
const MAX_CANDIDATES = 20_000

/** Customers with the same telephone number, e-mail address, name or surname; those with the same contact first. */
export async function listPossibleDuplicates(ctx: Context, { id, name, surname, email, telephone }: Customer) {
  const number = nationalNumber(telephone)
  const texts = (await removeAccents(ctx, [isWithoutEmail(email) ? '' : email, name, surname].join('\n'))).split('\n')
  const [address, ...names] = texts.map(splitWords) as [string[], ...string[][]]
  const contacts = [...(number ? [telephoneTerm(number)] : []), ...(address.length > 0 ? [emailTerm(address)] : [])]
  const shared = names.filter((words) => words.length > 0).map((words) => words.map(nameTerm))
  const sources = [
    ...contacts.map((term) => sql`select id, true as is_contact from ${matching([term], 'whole', MAX_CANDIDATES)}`),
    ...shared.map((terms) => sql`select id, false as is_contact from ${matching(terms, 'whole', MAX_CANDIDATES)}`),
  ]
  if (sources.length === 0) return []
  const { rows } = await sql<Customer>`
    select ${sql.join(COLUMNS.map((column) => sql.ref(`customers.${column}`)))}
    from (
      select id, bool_or(is_contact) as is_contact
      from (${sql.join(sources, sql` union all `)}) found
      where id <> ${id}
      group by id
      order by is_contact desc, id desc
      limit ${MAX_COMPARED}
    ) candidate
    join customers on customers.tenant_id = ${ctx.tenant.id} and customers.id = candidate.id
      and customers.restricted_at is null
    order by is_contact desc, customers.id desc`.execute(ctx.db)
  return rows
}

/** The number of bookings that are not cancelled, and the day of the last one, by customer. */
export function countBookingsByCustomer(ctx: Context, ids: number[]) {
  return ctx.db
    .selectFrom('bookings')
    .select((eb) => [
      'customer_id',
      eb.fn.countAll<number>().as('bookings'),
      eb.fn.max<PlainDate>('visit_day').as('last_visit'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', anyId(ids))
    .where('deleted_at', 'is', null)
    .groupBy('customer_id')
    .execute()
}

export async function reassignBookings(ctx: Context, from: number, to: number) {
  await ctx.db
    .updateTable('bookings')
    .set({ customer_id: to })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', from)
    .execute()
}

/** Marks a customer, and the duplicates merged into them, as duplicates of another. They keep only their identity. */
export async function markMerged(ctx: Context, duplicate: number, into: number) {
  await ctx.db
    .updateTable('customers')
    .set({
      merged_into: into,
      notes: '',
      blocked_at: null,
      blocked_by: null,
      blocked_as: null,
      erased_at: sql<string>`coalesce(erased_at, ${ctx.now.toString()}::timestamptz)`,
      erased_by: sql<number | null>`coalesce(erased_by, ${ctx.user?.id ?? null}::bigint)`,
    })
    .where('tenant_id', '=', ctx.tenant.id)
    .where((eb) => eb.or([eb('id', '=', duplicate), eb('merged_into', '=', duplicate)]))
    .execute()
}

type Merged = { notes: string; created_at: Temporal.Instant }

export async function updateMerged(ctx: Context, id: number, { notes, created_at }: Merged) {
  await ctx.db
    .updateTable('customers')
    .set({ notes, created_at: created_at.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** A block by these contacts: e-mail addresses and telephone numbers. Null: not blocked. */
export type Block = { at: Temporal.Instant; by: number | null; contacts: string[] } | null

export async function updateBlock(ctx: Context, id: number, block: Block) {
  await ctx.db
    .updateTable('customers')
    .set({
      blocked_at: block?.at.toString() ?? null,
      blocked_by: block?.by ?? null,
      blocked_as: block?.contacts ?? null,
    })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}
