import type { Webhook, WebhookDelivery, WebhookInput } from '@prenoto/core/webhooks/webhooks.endpoints.ts'
import { sql } from 'kysely'
import { localDateTime } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'

/** Oldest first. */
export function listWebhooks(ctx: Context): Promise<Webhook[]> {
  return ctx.db
    .selectFrom('webhooks')
    .select(['id', 'url', 'events', 'contacts', 'paused_by'])
    .select(localDateTime('paused_at', ctx.tenant.time_zone).$castTo<string | null>().as('paused_at'))
    .select(
      sql<number>`(
        select count(*)::integer from webhook_deliveries d
        where d.tenant_id = webhooks.tenant_id and d.webhook_id = webhooks.id and d.state = 'waiting'
      )`.as('waiting'),
    )
    .where('tenant_id', '=', ctx.tenant.id)
    .orderBy('id')
    .execute()
}

/** Serialises the additions of webhooks until the transaction ends. */
export async function lockWebhooks({ db, tenant }: Context) {
  await sql`select pg_advisory_xact_lock(hashtextextended('webhooks', ${tenant.id}))`.execute(db)
}

/** An id for a new webhook, which its secret is bound to. */
export async function newWebhookId(ctx: Context): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('webhooks_id_seq'::regclass)::bigint as id`.execute(ctx.db)
  return rows[0]!.id
}

const pauseColumns = ({ is_paused }: WebhookInput) => ({
  paused_at: is_paused ? sql<string>`coalesce(paused_at, now())` : null,
  paused_by: is_paused ? sql<'staff'>`coalesce(paused_by, 'staff')` : null,
})

export async function insertWebhook(
  ctx: Context,
  { id, secret, url, events, contacts, is_paused }: WebhookInput & { id: number; secret: Buffer },
) {
  await ctx.db
    .insertInto('webhooks')
    .values({
      tenant_id: ctx.tenant.id,
      ...{ id, url, events, contacts, secret },
      ...(is_paused && { paused_at: sql<string>`now()`, paused_by: 'staff' }),
    })
    .execute()
}

/** Changes a webhook. Resuming it forgets its failures. */
export async function updateWebhook(ctx: Context, id: number, webhook: WebhookInput) {
  const { url, events, contacts, is_paused } = webhook
  await ctx.db
    .updateTable('webhooks')
    .set({ url, events, contacts, ...pauseColumns(webhook), ...(!is_paused && { failing_since: null }) })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

export async function deleteWebhook(ctx: Context, id: number) {
  await ctx.db.deleteFrom('webhooks').where('tenant_id', '=', ctx.tenant.id).where('id', '=', id).execute()
}

const deliveries = ({ db, tenant }: Context, webhookId: number) =>
  db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', (join) =>
      join
        .onRef('webhooks.tenant_id', '=', 'webhook_deliveries.tenant_id')
        .onRef('webhooks.id', '=', 'webhook_deliveries.webhook_id'),
    )
    .select(['webhook_deliveries.id', 'event', 'booking_id', 'state', 'attempts', 'failure', 'status'])
    .select([
      localDateTime('happened_at', tenant.time_zone).as('happened_at'),
      localDateTime('attempted_at', tenant.time_zone).$castTo<string | null>().as('attempted_at'),
      sql<string | null>`case when state = 'waiting' and paused_at is null
        then ${localDateTime('next_attempt_at', tenant.time_zone)} end`.as('next_attempt_at'),
    ])
    .where('webhook_deliveries.tenant_id', '=', tenant.id)
    .where('webhook_id', '=', webhookId)

/** Newest first; `limit` of them after the id `after`. */
export const listDeliveries = (
  ctx: Context,
  webhookId: number,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<WebhookDelivery[]> =>
  deliveries(ctx, webhookId)
    .$if(after !== undefined, (query) => query.where('webhook_deliveries.id', '<', after!))
    .orderBy('webhook_deliveries.id', 'desc')
    .limit(limit)
    .execute()

export const findDelivery = (ctx: Context, webhookId: number, id: number): Promise<WebhookDelivery | undefined> =>
  deliveries(ctx, webhookId).where('webhook_deliveries.id', '=', id).executeTakeFirst()

/** Makes a delivery due as if it had not been tried. */
export async function resetDelivery(ctx: Context, webhookId: number, id: number) {
  await ctx.db
    .updateTable('webhook_deliveries')
    .set({
      state: 'waiting',
      attempts: 0,
      next_attempt_at: sql<string>`now()`,
      first_attempt_at: null,
      leased_until: null,
      failure: null,
      status: null,
    })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .execute()
}

/** Returns its id. */
export async function insertTrial(ctx: Context, webhookId: number, event: WebhookDelivery['event']): Promise<number> {
  const { id } = await ctx.db
    .insertInto('webhook_deliveries')
    .values({
      tenant_id: ctx.tenant.id,
      webhook_id: webhookId,
      event,
      happened_at: ctx.now.toString(),
      data: JSON.stringify({}),
      next_attempt_at: sql<string>`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
