import type { FoundCustomer } from '@prenoto/core/customers/customer-schema.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { sql } from 'kysely'
import type { Context } from '../tenants/context.ts'
import type { Sought, SoughtWords } from './sought-words.ts'

/** A customer, and how well they fit: the lower the better. */
export type Candidate = { id: number; rank: number }

/** Rows of customers that are looked at for one beginning of a word. */
export const ROWS_EACH = 300
/** Bookings among which those are looked for who came lately. */
const LATE_BOOKINGS = 300

/** What was typed, as the words of customers are kept: without accents and in lower case. */
export async function foldTyped(ctx: Context, typed: string): Promise<string> {
  const { rows } = await sql<{ folded: string }>`select system.folded(${typed}) as folded`.execute(ctx.db)
  return rows[0]!.folded
}

/** No character comes after it. */
const LAST = '\u{10ffff}'

/** A text that LIKE takes as it is. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const asRows = (sought: Sought[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(
    sought.map(({ also, ...one }) => ({ ...one, also: also?.map((name) => `% ${literally(name)}%`) ?? null })),
  )}::jsonb) as sought (start text, rank integer, also text[])`

const rankOf = sql`case when word = sought.start or starts_with(word, sought.start || ' ') then sought.rank - 1 else sought.rank end`

/** Customers who have such words: some of them, where very many have. */
export async function listByWords(ctx: Context, sought: Sought[], names: string[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select customer_id as id, min(${rankOf}) as rank
    from ${asRows(sought)}
    cross join lateral (
      select customer_id, word
      from customer_words
      where tenant_id = ${ctx.tenant.id} and word >= sought.start and word < sought.start || ${LAST}
        and (sought.also is null or word like all (sought.also))
      order by word
      limit ${ROWS_EACH}
    ) found
    where ${hasNames(ctx, names)}
    group by customer_id
  `.execute(ctx.db)
  return rows
}

/** Whether the names of a candidate begin like that, all of them. */
const hasNames = (ctx: Context, names: string[]) =>
  names.length === 0
    ? sql`true`
    : sql`exists (
        select from customer_words other
        where other.tenant_id = ${ctx.tenant.id} and other.customer_id = found.customer_id
          and ' ' || other.word like all (${names.map((name) => `% ${literally(name)}%`)}::text[])
      )`

/** Those who are among the latest bookings; by digits, if these are given. */
export async function listLateByWords(
  ctx: Context,
  { first, digits, names }: Pick<SoughtWords, 'first' | 'digits' | 'names'>,
): Promise<Candidate[]> {
  const sought = digits
    ? sql`(values (${digits}, 1)) as sought (start, rank) on strpos(word, sought.start) > 0`
    : sql`${asRows(first)} on word >= sought.start and word < sought.start || ${LAST}`
  const { rows } = await sql<Candidate>`
    select found.customer_id as id, min(${rankOf}) as rank
    from (
      select distinct customer_id
      from (
        select customer_id from bookings where tenant_id = ${ctx.tenant.id} order by id desc limit ${LATE_BOOKINGS}
      ) late
    ) found
    join customer_words on customer_words.tenant_id = ${ctx.tenant.id} and customer_words.customer_id = found.customer_id
    join ${sought}
    where ${hasNames(ctx, names)}
    group by found.customer_id
  `.execute(ctx.db)
  return rows
}

/** The best of them: those who fit best, of these who came or will come last. */
export async function listFound(ctx: Context, candidates: Candidate[], limit: number): Promise<FoundCustomer[]> {
  const { rows } = await sql<FoundCustomer>`
    with best as (
      select candidate.id, candidate.rank, (
        select visit_day
        from bookings
        where tenant_id = ${ctx.tenant.id} and customer_id = candidate.id and deleted_at is null
        order by visit_day desc
        limit 1
      ) as latest
      from unnest(${candidates.map(({ id }) => id)}::bigint[], ${candidates.map(({ rank }) => rank)}::integer[]) as candidate (id, rank)
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
    left join lateral (
      select services.id
      from bookings
      join services on services.tenant_id = ${ctx.tenant.id} and services.id = bookings.service_id
        and services.deleted_at is null
      where bookings.tenant_id = ${ctx.tenant.id} and bookings.customer_id = best.id and bookings.deleted_at is null
        and bookings.visit_day = best.latest
      order by bookings.visit_hour desc
      limit 1
    ) service on true
    order by best.rank, best.latest desc nulls last, best.id desc
  `.execute(ctx.db)
  return rows
}
