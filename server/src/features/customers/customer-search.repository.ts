import type { CustomerSearchResult } from '@prenoto/core/customers/customer-schema.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { sql } from 'kysely'
import { type Context, isByKey } from '../../tenants/context.ts'
import type { Term } from './search-patterns.ts'

/** A search result; a lower rank is a better match. */
export type Candidate = { id: number; rank: number }

/** Limit of results for one alternative. */
export const MAX_CANDIDATES = 300
/** Limit of customers with similar names; each costs about 20 µs. */
const MAX_SIMILAR = 100
/** Number of the latest bookings whose customers count as recent. */
const RECENT_BOOKINGS = 300

/** Lower case without accents, like the search columns of customers. */
export async function removeAccents(ctx: Context, typed: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`select system.unaccented(${typed}) as text`.execute(ctx.db)
  return rows[0]!.text
}

type Match = 'prefix' | 'whole'

/** Table expression: the customers that match all of these terms. */
export const matching = (terms: Term[], match: Match, limit: number) => {
  const columns = terms.map(({ column }) => column)
  const patterns = terms.map((term) => term[match])
  return sql`find_customers_matching(${columns}::text[], ${patterns}::text[], ${limit})`
}

/** Customers that match one of these alternatives: rank 0 by whole words, 1 by prefixes. */
export async function listMatching(ctx: Context, alternatives: Term[][]): Promise<Candidate[]> {
  const searches = alternatives.flatMap((terms) => [
    sql`select id, 0 as rank from ${matching(terms, 'whole', MAX_CANDIDATES)}`,
    sql`select id, 1 as rank from ${matching(terms, 'prefix', MAX_CANDIDATES)}`,
  ])
  const { rows } = await sql<Candidate>`
    select id, min(rank) as rank from (${sql.join(searches, sql` union all `)}) found group by id`.execute(ctx.db)
  return rows
}

/** The matching customers of the latest bookings, with the same ranks as `listMatching`. */
export async function listRecentMatching(ctx: Context, alternatives: Term[][]): Promise<Candidate[]> {
  const matches = (match: Match) => {
    const each = alternatives.map((terms) =>
      sql.join(
        terms.map((term) => sql`${sql.ref(term.column)} like ${term[match]}`),
        sql` and `,
      ),
    )
    return sql.join(each, sql` or `)
  }
  const { rows } = await sql<Candidate>`
    select id, case when ${matches('whole')} then 0 else 1 end as rank
    from customers
    where tenant_id = ${ctx.tenant.id} and (${matches('prefix')}) and id in (
      select customer_id from bookings where tenant_id = ${ctx.tenant.id} order by id desc limit ${RECENT_BOOKINGS}
    )`.execute(ctx.db)
  return rows
}

/** Customers with a similar name: rank 0 for the same name, up to 1. */
export async function listSimilar(ctx: Context, names: string): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select id, 1 - similarity as rank from find_customers_resembling(${names}, ${MAX_SIMILAR})`.execute(ctx.db)
  return rows
}

/** The best candidates, by rank, then by their latest visit. */
export async function listBestMatches(
  ctx: Context,
  candidates: Candidate[],
  limit: number,
): Promise<CustomerSearchResult[]> {
  const { rows } = await sql<CustomerSearchResult>`
    with best as (
      select candidate.id, min(candidate.rank) as rank, (
        select visit_day
        from bookings
        where tenant_id = ${ctx.tenant.id} and customer_id = candidate.id and deleted_at is null
        order by visit_day desc
        limit 1
      ) as latest
      from unnest(${candidates.map(({ id }) => id)}::bigint[], ${candidates.map(({ rank }) => rank)}::real[]) as candidate (id, rank)
      group by candidate.id
      order by rank, latest desc nulls last, id desc
      limit ${limit}
    )
    select customers.id, customers.name, customers.surname, customers.email, customers.telephone,
      service.id as last_service_id, (
        select visit_day
        from bookings
        where tenant_id = ${ctx.tenant.id} and customer_id = customers.id and deleted_at is null
          and visit_day <= ${todayIn(ctx.tenant.time_zone, ctx.now)}
        order by visit_day desc
        limit 1
      ) as last_visit
    from best
    join customers on customers.tenant_id = ${ctx.tenant.id} and customers.id = best.id and customers.erased_at is null
      and customers.restricted_at is null
    left join lateral (
      select services.id
      from bookings
      join services on services.tenant_id = ${ctx.tenant.id} and services.id = bookings.service_id
        and services.deleted_at is null and (services.visible_api or ${!isByKey(ctx)})
      where bookings.tenant_id = ${ctx.tenant.id} and bookings.customer_id = best.id and bookings.deleted_at is null
        and bookings.visit_day = best.latest
      order by bookings.visit_hour desc
      limit 1
    ) service on true
    order by best.rank, best.latest desc nulls last, best.id desc
  `.execute(ctx.db)
  return rows
}
