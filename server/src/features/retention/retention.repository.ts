import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type RawBuilder, sql } from 'kysely'
import { anyId } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'

/** Rows per statement, so that no statement holds locks for long. */
const BATCH_SIZE = 1_000

/** Repeats a statement that changes at most BATCH_SIZE rows until none is left. Returns their number. */
async function inBatches(run: () => Promise<bigint>): Promise<number> {
  let total = 0
  for (;;) {
    const changed = Number(await run())
    total += changed
    if (changed < BATCH_SIZE) return total
  }
}

type Table =
  | 'contact_requests'
  | 'imports'
  | 'notifications'
  | 'messages'
  | 'proposals'
  | 'text_messages'
  | 'webhook_deliveries'

/** Deletes the rows of a table that were created before an instant. */
export const deleteOlder = (ctx: Context, table: Table, before: Temporal.Instant) =>
  inBatches(async () => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where tenant_id = ${ctx.tenant.id} and id in (
        select id from ${sql.table(table)}
        where tenant_id = ${ctx.tenant.id} and created_at < ${before.toString()}::timestamptz
        limit ${BATCH_SIZE} for update skip locked
      )`.execute(ctx.db)
    return numAffectedRows
  })

/** Deletes sessions that were opened before an instant. */
export const deleteOldSessions = (ctx: Context, before: Temporal.Instant) =>
  inBatches(async () => {
    const { numAffectedRows = 0n } = await sql`
      delete from sessions where tenant_id = ${ctx.tenant.id} and token_hash in (
        select token_hash from sessions
        where tenant_id = ${ctx.tenant.id} and created_at < ${before.toString()}::timestamptz
        limit ${BATCH_SIZE} for update skip locked
      )`.execute(ctx.db)
    return numAffectedRows
  })

/** Removes the idempotency keys of bookings made before an instant. */
export const clearOldKeys = (ctx: Context, before: Temporal.Instant) =>
  inBatches(async () => {
    const { numAffectedRows = 0n } = await sql`
      update bookings set idempotency_key = null where tenant_id = ${ctx.tenant.id} and id in (
        select id from bookings
        where tenant_id = ${ctx.tenant.id} and idempotency_key is not null
          and created_at < ${before.toString()}::timestamptz
        limit ${BATCH_SIZE} for update skip locked
      )`.execute(ctx.db)
    return numAffectedRows
  })

/** Deletes the versions of days before a day. A later booking of such a day begins again at version 1. */
export const deleteDayVersions = (ctx: Context, before: PlainDate) =>
  inBatches(async () => {
    const { numAffectedRows = 0n } = await sql`
      delete from calendar_days where (tenant_id, calendar_id, day) in (
        select tenant_id, calendar_id, day from calendar_days
        where tenant_id = ${ctx.tenant.id} and day < ${before}
        limit ${BATCH_SIZE} for update skip locked
      )`.execute(ctx.db)
    return numAffectedRows
  })

/** Condition: a customer whose last booking, cancelled ones included, and whose own row are from before the day. */
const isInactive = (ctx: Context, before: PlainDate): RawBuilder<boolean> => sql`(
  customers.erased_at is null and customers.blocked_at is null and customers.restricted_at is null
  and (customers.created_at at time zone ${ctx.tenant.time_zone})::date < ${before}
  and not exists (
    select from bookings
    where bookings.tenant_id = ${ctx.tenant.id} and bookings.customer_id = customers.id and bookings.visit_day >= ${before}
  ))`

/** Condition: someone with this address is waiting for a slot or has written since the day. */
const hasRequest = (ctx: Context, before: PlainDate): RawBuilder<boolean> => sql`(
  exists (
    select from waiting_list_entries entry
    where entry.tenant_id = ${ctx.tenant.id} and lower(entry.email) = lower(customers.email) and entry.ended_at is null
  ) or exists (
    select from contact_requests request
    where request.tenant_id = ${ctx.tenant.id} and lower(request.email) = lower(customers.email)
      and (request.created_at at time zone ${ctx.tenant.time_zone})::date >= ${before}
  ))`

const inactive = (ctx: Context, before: PlainDate) =>
  ctx.db
    .selectFrom('customers')
    .where('tenant_id', '=', ctx.tenant.id)
    .where(isInactive(ctx, before))
    .where((eb) => eb.not(hasRequest(ctx, before)))

/** Customers without a booking since a day, in the order of their ids. */
export async function listInactive(
  ctx: Context,
  { before, after, limit }: { before: PlainDate; after: number; limit: number },
): Promise<number[]> {
  const rows = await inactive(ctx, before).select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

export async function countInactive(ctx: Context, before: PlainDate): Promise<number> {
  const { customers } = await inactive(ctx, before)
    .select((eb) => eb.fn.countAll<number>().as('customers'))
    .executeTakeFirstOrThrow()
  return customers
}

/** Whether each of these customers is inactive. */
export async function areInactive(ctx: Context, ids: number[], before: PlainDate): Promise<boolean> {
  const rows = await ctx.db
    .selectFrom('customers')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(ids))
    .where(isInactive(ctx, before))
    .execute()
  return rows.length === ids.length
}

export async function findLastRun(ctx: Context): Promise<PlainDate | null> {
  const { retention_planned_on } = await ctx.db
    .selectFrom('tenants')
    .select('retention_planned_on')
    .where('id', '=', ctx.tenant.id)
    .executeTakeFirstOrThrow()
  return retention_planned_on
}

export function findLastRemoval(ctx: Context) {
  return ctx.db
    .selectFrom('audit_entries')
    .select([
      sql<string>`to_char(happened_at at time zone ${ctx.tenant.time_zone}, 'DD-MM-YYYY HH24:MI')`.as('at'),
      'after as removed',
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('action', '=', 'retention.ran')
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
