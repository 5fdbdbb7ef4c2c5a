import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { foldTelephone } from '@prenoto/core/customers/likeness.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import { anyOf } from '../database/any-of.ts'
import type { Context } from '../tenants/context.ts'
import { COLUMNS, customers } from './customers.repository.ts'

/** Of very many who share a name those who came last are looked at. */
const LOOKED_AT = 2000

/** Customers who share a number, an address, a name or a surname with one. */
export function listLookalikes(ctx: Context, { id, name, surname, email, telephone }: Customer) {
  const number = foldTelephone(telephone)
  const numbers = number ? [telephone, number, `39${number}`] : []
  const names = [name, surname].map((word) => word.toLowerCase())
  return customers(ctx)
    .select(COLUMNS)
    .where('id', '!=', id)
    .where(
      sql<boolean>`(telephone = any(${numbers}::text[]) or lower(email) = ${email.toLowerCase()}
        or lower(name) = any(${names}::text[]) or lower(surname) = any(${names}::text[]))`,
    )
    .orderBy(sql`(telephone = any(${numbers}::text[]) or lower(email) = ${email.toLowerCase()})`, 'desc')
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
    .execute()
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
