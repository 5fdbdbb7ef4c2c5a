import { sql } from 'kysely'
import { inLocalTime } from '../database/wire-format.ts'
import type { Context } from '../tenants/context.ts'

type NewNotification = { cause: string; title: string; message: string }

/** One notification for each active user; those who already know of the cause are left as they are. Returns the new ones. */
export function insertNotificationForActiveUsers(ctx: Context, { cause, title, message }: NewNotification) {
  return ctx.db
    .insertInto('notifications')
    .columns(['tenant_id', 'user_id', 'cause', 'title', 'message'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select((u) => [
          'tenant_id',
          'id',
          u.val(cause).as('cause'),
          u.val(title).as('title'),
          u.val(message).as('message'),
        ])
        .where('tenant_id', '=', ctx.tenant.id)
        .where('is_disabled', '=', false)
        .where('deleted_at', 'is', null),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'cause']).doNothing())
    .returning(['user_id', 'id'])
    .execute()
}

/** The channel on which processes tell each other what open dashboards should read again. */
export const EVENT_CHANNEL = 'prenoto_news'

/** What goes through the channel: ids only. `notifications` are pairs of user and notification. */
export type PublishedEvent = { tenant: number; booking?: number; notifications: [user: number, id: number][] }

/** PostgreSQL takes 8000 bytes at once; so many pairs fit in any case. */
const PAIRS_AT_ONCE = 150

/** Tells every process, once the transaction has committed. */
export async function publishEvent(
  ctx: Context,
  { booking, notifications }: { booking?: number; notifications: { user_id: number; id: number }[] },
) {
  const pairs = notifications.map(({ user_id, id }): [number, number] => [user_id, id])
  for (let i = 0; i === 0 || i < pairs.length; i += PAIRS_AT_ONCE) {
    const announcement: PublishedEvent = {
      tenant: ctx.tenant.id,
      ...(i === 0 && { booking }),
      notifications: pairs.slice(i, i + PAIRS_AT_ONCE),
    }
    await sql`select pg_notify(${EVENT_CHANNEL}, ${JSON.stringify(announcement)})`.execute(ctx.db)
  }
}

const own = (ctx: Context, userId: number) =>
  ctx.db.selectFrom('notifications').where('tenant_id', '=', ctx.tenant.id).where('user_id', '=', userId)

const createdAt = (ctx: Context) => inLocalTime('created_at', ctx.tenant.time_zone).as('created_at')

/** The newest first; `limit` of them after the one with the id `after`. */
export function listNotifications(ctx: Context, userId: number, after: number | undefined, limit: number) {
  return own(ctx, userId)
    .select(['id', 'title', 'message', 'read', createdAt(ctx)])
    .$if(after !== undefined, (query) => query.where('id', '<', after!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** In the words of the index of the unread ones: a parameter in its place would search all. */
const isUnread = sql<boolean>`not read`

export async function countUnread(ctx: Context, userId: number): Promise<number> {
  const { unread } = await own(ctx, userId)
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where(isUnread)
    .executeTakeFirstOrThrow()
  return unread
}

/** 0 when there is none. */
export async function findNewestNotificationId(ctx: Context, userId: number): Promise<number> {
  const newest = await own(ctx, userId).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return newest?.id ?? 0
}

/** The ids of what came after a notification, in order. */
export async function listNotificationIdsAfter(ctx: Context, userId: number, after: number, limit: number) {
  const rows = await own(ctx, userId).select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
  return rows.map((row) => row.id)
}

export function markAsRead(ctx: Context, userId: number, id: number) {
  return ctx.db
    .updateTable('notifications')
    .set({ read: true })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['id', 'title', 'message', 'read', createdAt(ctx)])
    .executeTakeFirst()
}

export async function markAllAsRead(ctx: Context, userId: number) {
  await ctx.db
    .updateTable('notifications')
    .set({ read: true })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where(isUnread)
    .execute()
}
