import type { WebhookDelivery } from '@prenoto/core/webhooks/webhooks.endpoints.ts'
import { sql } from 'kysely'
import type { Pool } from '../../database/connection.ts'
import { anyId } from '../../database/sql-expressions.ts'
import { claimTenants, type Plan } from '../../tenants/claim-tenants.repository.ts'
import type { Context } from '../../tenants/context.ts'
import { shownPerson } from '../restriction/shown-person.repository.ts'

/** Longer than an attempt takes. The deliveries of a process that has died are due again afterwards. */
const LEASE_SECONDS = 30

/** Deliveries of a webhook that are sent at the same time; fewer while it fails. */
const AT_ONCE = 20
const AT_ONCE_WHILE_FAILING = 2

export type DueDelivery = {
  id: number
  webhook_id: number
  url: string
  secret: Buffer
  contacts: boolean
  event: WebhookDelivery['event']
  booking_id: number | null
  happened_at: Temporal.Instant
  data: Record<string, unknown>
  attempts: number
  /** Whether it has been tried for three days. */
  is_last: boolean
}

/** Whether a business has a webhook that is not paused. */
export async function hasActiveWebhook(ctx: Context): Promise<boolean> {
  const active = await ctx.db
    .selectFrom('webhooks')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('paused_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return active !== undefined
}

/** Claims the businesses with due deliveries. */
export const claimDueWebhooks = (pool: Pool, everySeconds: number, plan: Plan) =>
  claimTenants(
    pool,
    { text: 'select tenant_id from claim_webhooks(make_interval(secs => $1))', values: [everySeconds] },
    plan,
  )

/** Leases due deliveries and counts the attempt. An earlier one of the same booking that waits holds a delivery back. */
export async function leaseDeliveries(ctx: Context): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with due as (
      select head.id, w.url, w.secret, w.contacts
      from webhooks w cross join lateral (
        select d.id from webhook_deliveries d
        where d.tenant_id = w.tenant_id and d.webhook_id = w.id and d.state = 'waiting' and d.next_attempt_at <= now()
          and (d.leased_until is null or d.leased_until <= now())
          and (d.booking_id is null or not exists (
            select from webhook_deliveries earlier
            where earlier.tenant_id = d.tenant_id and earlier.webhook_id = d.webhook_id
              and earlier.booking_id = d.booking_id and earlier.state = 'waiting' and earlier.id < d.id))
        order by d.next_attempt_at, d.id
        limit case when w.failing_since is null then ${sql.lit(AT_ONCE)} else ${sql.lit(AT_ONCE_WHILE_FAILING)} end
        for update skip locked
      ) head
      where w.tenant_id = ${ctx.tenant.id} and w.paused_at is null
    )
    update webhook_deliveries d
    set leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), attempts = d.attempts + 1, attempted_at = now(),
      first_attempt_at = coalesce(d.first_attempt_at, now())
    from due
    where d.tenant_id = ${ctx.tenant.id} and d.id = due.id
    returning d.id, d.webhook_id, due.url, due.secret, due.contacts, d.event, d.booking_id, d.happened_at, d.data, d.attempts,
      d.first_attempt_at <= now() - interval '3 days' as is_last`.execute(ctx.db)
  return rows.toSorted((one, other) => one.id - other.id)
}

/** Present names and contacts of bookings, cancelled ones included; an erased customer has none. */
export async function listContacts(ctx: Context, bookingIds: number[]) {
  if (bookingIds.length === 0) return new Map<number, never>()
  const people = await ctx.db
    .selectFrom('bookings')
    .select('bookings.id')
    .select(shownPerson(ctx))
    .where('bookings.tenant_id', '=', ctx.tenant.id)
    .where('bookings.id', '=', anyId(bookingIds))
    .execute()
  return new Map(people.map(({ id, ...person }) => [id, person]))
}

export type Outcome = {
  id: number
  webhook_id: number
  state: WebhookDelivery['state']
  failure: WebhookDelivery['failure']
  status: number | null
  /** Until the next attempt. */
  seconds: number
}

/** Stores what became of attempts. */
export async function storeOutcomes(ctx: Context, outcomes: Outcome[]) {
  await sql`
    update webhook_deliveries d
    set state = o.state, failure = o.failure, status = o.status, leased_until = null,
      next_attempt_at = now() + make_interval(secs => o.seconds)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as o (id bigint, state text, failure text, status integer, seconds integer)
    where d.tenant_id = ${ctx.tenant.id} and d.id = o.id`.execute(ctx.db)
}

/** Notes since when nothing has arrived at webhooks; for those of `delivered`, something has. */
export async function noteFailures(ctx: Context, { delivered, failed }: { delivered: number[]; failed: number[] }) {
  await sql`
    update webhooks
    set failing_since = case when id = ${anyId(delivered)} then null else coalesce(failing_since, now()) end
    where tenant_id = ${ctx.tenant.id} and (id = ${anyId(delivered)} and failing_since is not null
      or id = ${anyId(failed)} and not id = ${anyId(delivered)} and failing_since is null)`.execute(ctx.db)
}

/** Pauses those of the webhooks that are gone or where nothing has arrived for three days. Returns their ids. */
export async function pauseWebhooks(ctx: Context, { gone, givenUp }: { gone: number[]; givenUp: number[] }) {
  const { rows } = await sql<{ id: number }>`
    update webhooks
    set paused_at = now(), paused_by = case when id = ${anyId(gone)} then 'gone' else 'failures' end
    where tenant_id = ${ctx.tenant.id} and paused_at is null and (id = ${anyId(gone)}
      or id = ${anyId(givenUp)} and failing_since <= now() - interval '3 days')
    returning id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** The address of a webhook that is still paused by failures or by its program. */
export function findPausedWebhook(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('webhooks')
    .select(['url', 'paused_by', 'paused_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('paused_by', 'in', ['failures', 'gone'])
    .executeTakeFirst()
}
