import type { PushCause, PushCauses } from '@prenoto/core/notifications/push.endpoints.ts'
import { sql } from 'kysely'
import { anyId, localDateTime } from '../../../database/sql-expressions.ts'
import type { Context, StaffContext } from '../../../tenants/context.ts'

/** Days after which a device that no longer opens the back office gets no push notifications. */
const MAX_UNUSED_DAYS = 30

const querySubscriptions = (ctx: StaffContext) =>
  ctx.db
    .selectFrom('push_subscriptions')
    .where('push_subscriptions.tenant_id', '=', ctx.tenant.id)
    .where('push_subscriptions.user_id', '=', ctx.user.id)

const currentSession = (ctx: Context, tokenHash: Buffer) =>
  sql<number>`(select s.id from sessions s where s.tenant_id = ${ctx.tenant.id} and s.token_hash = ${tokenHash})`

/** The user's devices, the newest first. */
export function listPushDevices(ctx: StaffContext, tokenHash: Buffer) {
  const { time_zone } = ctx.tenant
  return querySubscriptions(ctx)
    .select([
      'id',
      'user_agent',
      localDateTime('created_at', time_zone).as('created_at'),
      sql<string | null>`case when sent_at is not null then ${localDateTime('sent_at', time_zone)} end`.as(
        'last_sent_at',
      ),
      sql<boolean>`session_id = ${currentSession(ctx, tokenHash)}`.as('is_current'),
    ])
    .orderBy('push_subscriptions.created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

type NewSubscription = { tokenHash: Buffer; userAgent: string; endpoint: string; p256dh: string; auth: string }

/** A browser has one subscription: it replaces that of another user of the same browser. */
export async function upsertPushSubscription(ctx: StaffContext, added: NewSubscription) {
  const { tokenHash, userAgent, endpoint, p256dh, auth } = added
  const subscription = {
    user_id: ctx.user.id,
    session_id: currentSession(ctx, tokenHash),
    p256dh,
    auth,
    user_agent: userAgent,
    created_at: ctx.now.toString(),
    sent_at: null,
  }
  await ctx.db
    .insertInto('push_subscriptions')
    .values({ tenant_id: ctx.tenant.id, endpoint, ...subscription })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'endpoint']).doUpdateSet(subscription))
    .execute()
}

/** Deletes all but the newest subscriptions of the user. */
export async function deleteOldestSubscriptions(ctx: StaffContext, keptCount: number) {
  await ctx.db
    .deleteFrom('push_subscriptions')
    .where('tenant_id', '=', ctx.tenant.id)
    .where(
      'id',
      'in',
      querySubscriptions(ctx).select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').offset(keptCount),
    )
    .execute()
}

/** Returns whether the user has the subscription. */
export async function renewPushSubscription(ctx: StaffContext, tokenHash: Buffer, endpoint: string) {
  const { numUpdatedRows } = await ctx.db
    .updateTable('push_subscriptions')
    .set({ session_id: currentSession(ctx, tokenHash) })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', ctx.user.id)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns whether the user had the device. */
export async function deletePushDevice(ctx: StaffContext, id: number) {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('push_subscriptions')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', ctx.user.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function findPushCauses(ctx: StaffContext): Promise<PushCauses> {
  const causes = await ctx.db
    .selectFrom('push_preferences')
    .select(['created', 'moved', 'cancelled'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', ctx.user.id)
    .executeTakeFirst()
  return causes ?? { created: true, moved: true, cancelled: true }
}

export async function upsertPushCauses(ctx: StaffContext, causes: PushCauses) {
  await ctx.db
    .insertInto('push_preferences')
    .values({ tenant_id: ctx.tenant.id, user_id: ctx.user.id, ...causes })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(causes))
    .execute()
}

type PushedNotification = { id: number; cause: PushCause }

/** The subscriptions of the users that want to know about the cause of their notification and have not caused it. */
export async function listPushes(ctx: Context, notifications: PushedNotification[]) {
  const { rows } = await sql<{ notification_id: number; subscription_id: number }>`
    select n.id as notification_id, s.id as subscription_id
    from unnest(${notifications.map(({ id }) => id)}::bigint[], ${notifications.map(({ cause }) => cause)}::text[])
      as new (id, cause)
    join notifications n on n.tenant_id = ${ctx.tenant.id} and n.id = new.id
    join push_subscriptions s on s.tenant_id = n.tenant_id and s.user_id = n.user_id
    left join push_preferences p on p.tenant_id = n.tenant_id and p.user_id = n.user_id
    where n.colleague_id is distinct from n.user_id
      and coalesce(case new.cause when 'created' then p.created when 'moved' then p.moved else p.cancelled end, true)
    order by n.id, s.id`.execute(ctx.db)
  return rows
}

export type DuePush = {
  notification_id: number
  subscription_id: number
  endpoint: string
  p256dh: string
  auth: string
  title: string
  deduplication_key: string
  unread: number
}

/** Pushes that still apply: of the last day, unread, and to a device that was used lately by a user who may log in. */
export async function listDuePushes(ctx: Context, pushes: { notification_id: number; subscription_id: number }[]) {
  const { rows } = await sql<DuePush>`
    select n.id as notification_id, s.id as subscription_id, s.endpoint, s.p256dh, s.auth, n.title, n.deduplication_key,
      (select count(*)::integer from notifications u
        where u.tenant_id = n.tenant_id and u.user_id = n.user_id and not u.read) as unread
    from unnest(${pushes.map(({ notification_id }) => notification_id)}::bigint[],
                ${pushes.map(({ subscription_id }) => subscription_id)}::bigint[]) as push (notification_id, subscription_id)
    join notifications n on n.tenant_id = ${ctx.tenant.id} and n.id = push.notification_id
    join push_subscriptions s on s.tenant_id = n.tenant_id and s.id = push.subscription_id and s.user_id = n.user_id
    join sessions on sessions.tenant_id = s.tenant_id and sessions.id = s.session_id
    join users on users.tenant_id = s.tenant_id and users.id = s.user_id
    where not n.read and n.created_at > now() - interval '1 day' and not users.is_disabled and users.deleted_at is null
      and sessions.last_used_at > ${ctx.now.subtract({ hours: MAX_UNUSED_DAYS * 24 }).toString()}::timestamptz
  `.execute(ctx.db)
  return rows
}

export async function markPushed(ctx: Context, ids: number[]) {
  if (ids.length === 0) return
  await ctx.db
    .updateTable('push_subscriptions')
    .set({ sent_at: ctx.now.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(ids))
    .execute()
}

/** Deletes subscriptions that their push service no longer knows. */
export async function deleteEndedSubscriptions(ctx: Context, ids: number[]) {
  if (ids.length === 0) return
  await ctx.db
    .deleteFrom('push_subscriptions')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(ids))
    .execute()
}
