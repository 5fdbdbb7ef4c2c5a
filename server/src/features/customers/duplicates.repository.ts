import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { foldTelephone } from '@prenoto/core/customers/match-reasons.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import { anyOf } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { matching, unaccented } from './customer-search.repository.ts'
import { COLUMNS } from './customers.repository.ts'
import { emailTerm, nameTerm, telephoneTerm, wordsOf } from './search-patterns.ts'

/** Of many customers who share a name, the newest are compared. */
const COMPARED = 2000
/** Customers who are looked at for one name. */
const CANDIDATES = 20_000

/** Customers who share a telephone number, an e-mail address, a name or a surname with one; those who share a contact first. */
export async function listLookalikes(ctx: Context, { id, name, surname, email, telephone }: Customer) {
  const number = foldTelephone(telephone)
  const texts = (await unaccented(ctx, [email, name, surname].join('\n'))).split('\n')
  const [address, ...names] = texts.map(wordsOf) as [string[], ...string[][]]
  const contacts = [...(number ? [telephoneTerm(number)] : []), ...(address.length > 0 ? [emailTerm(address)] : [])]
  const shared = names.filter((words) => words.length > 0).map((words) => words.map(nameTerm))
  const sources = [
    ...contacts.map((term) => sql`select id, true as is_contact from ${matching([term], 'whole', CANDIDATES)}`),
    ...shared.map((terms) => sql`select id, false as is_contact from ${matching(terms, 'whole', CANDIDATES)}`),
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
      limit ${COMPARED}
    ) alike
    join customers on customers.tenant_id = ${ctx.tenant.id} and customers.id = alike.id
    order by is_contact desc, customers.id desc`.execute(ctx.db)
  return rows
}

/** How many bookings that stand these customers have, and the day of their last one. */
export function countBookingsOf(ctx: Context, ids: number[]) {
  return ctx.db
    .selectFrom('bookings')
    .select((eb) => [
      'customer_id',
      eb.fn.countAll<number>().as('bookings'),
      eb.fn.max<PlainDate>('visit_day').as('last_visit'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', anyOf(ids))
    .where('deleted_at', 'is', null)
    .groupBy('customer_id')
    .execute()
}

/** Gives all bookings of one customer to another. */
export async function handBookingsOver(ctx: Context, from: number, to: number) {
  await ctx.db
    .updateTable('bookings')
    .set({ customer_id: to })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', from)
    .execute()
}

/** Makes a customer, and whoever was merged into them, a double of another: known by their identity, and nobody of their own. */
export async function markMerged(ctx: Context, double: number, into: number) {
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
    .where((eb) => eb.or([eb('id', '=', double), eb('merged_into', '=', double)]))
    .execute()
}

type Inherited = { notes: string; created_at: Temporal.Instant }

/** What a customer takes over of a double. */
export async function updateMerged(ctx: Context, id: number, { notes, created_at }: Inherited) {
  await ctx.db
    .updateTable('customers')
    .set({ notes, created_at: created_at.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Since when, by whom and by which contacts a customer is known as somebody whose bookings are not taken; null: they are. */
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
