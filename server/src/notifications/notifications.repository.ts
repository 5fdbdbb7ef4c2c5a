import type { RecordChange } from '@prenoto/core/notifications/notification-schema.ts'
import { sql } from 'kysely'
import { inLocalTime } from '../database/wire-format.ts'
import type { Context } from '../tenants/context.ts'

export type NewNotification = { cause: string; title: string; message: string }

/** One notification for each active user and cause; those who know of a cause are left as they are. Returns the new ones. */
export async function insertNotificationsForActiveUsers(ctx: Context, notifications: NewNotification[]) {
  if (notifications.length === 0) return []
  const { rows } = await sql<{ user_id: number; id: number; cause: string }>`
    insert into notifications (tenant_id, user_id, cause, title, message)
    select users.tenant_id, users.id, new.cause, new.title, new.message
    from unnest(${notifications.map(({ cause }) => cause)}::text[], ${notifications.map(({ title }) => title)}::text[],
                ${notifications.map(({ message }) => message)}::text[]) with ordinality as new (cause, title, message, place)
    cross join users
    where users.tenant_id = ${ctx.tenant.id} and not users.is_disabled and users.deleted_at is null
    order by new.place, users.id
    on conflict (tenant_id, user_id, cause) do nothing
    returning user_id, id, cause
  `.execute(ctx.db)
  return rows
}

/** What was told of these causes, to whomever. */
export const deleteNotifications = (ctx: Context, causes: string[]) =>
  ctx.db
    .deleteFrom('notifications')
    .where('tenant_id', '=', ctx.tenant.id)
    .where((eb) => eb('cause', '=', eb.fn.any(eb.val(causes))))
    .execute()

/** The channel on which processes tell each other what open dashboards should read again. */
export const EVENT_CHANNEL = 'prenoto_news'

/** What goes through the channel: ids only. `notifications` are pairs of user and notification. */
export type PublishedEvent = {
  tenant: number
  booking?: number
  /** Somebody waits, does no more, or is offered a place. */
  waiting?: true
  /** Published by the database itself: see migrations/0020-versions.sql. */
  record?: RecordChange
  notifications: [user: number, id: number][]
}

/** PostgreSQL takes 8000 bytes at once; so many pairs fit in any case. */
const PAIRS_AT_ONCE = 150

type NewEvent = { booking?: number | undefined; waiting?: true; notifications: { user_id: number; id: number }[] }

/** Tells every process, once the transaction has committed. */
export async function publishEvents(ctx: Context, events: NewEvent[]) {
  const payloads = events.flatMap((event) => payloadsOf(ctx, event))
  await sql`select pg_notify(${EVENT_CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.execute(ctx.db)
}

function payloadsOf(ctx: Context, { booking, waiting, notifications }: NewEvent): string[] {
  const pairs = notifications.map(({ user_id, id }): [number, number] => [user_id, id])
  const payloads: string[] = []
  for (let i = 0; i === 0 || i < pairs.length; i += PAIRS_AT_ONCE) {
    const event: PublishedEvent = {
      tenant: ctx.tenant.id,
      ...(i === 0 && booking !== undefined && { booking }),
      ...(waiting && { waiting }),
      notifications: pairs.slice(i, i + PAIRS_AT_ONCE),
    }
    payloads.push(JSON.stringify(event))
  }
  return payloads
}

const own = (ctx: Context, userId: number) =>
  ctx.db.selectFrom('notifications').where('tenant_id', '=', ctx.tenant.id).where('user_id', '=', userId)

const createdAt = (ctx: Context) => inLocalTime('created_at', ctx.tenant.time_zone).as('created_at')

/** Read off the cause; a cancelled booking has no page any more. */
const bookingId = sql<number | null>`
  substring(cause from '^(?:booking-created|booking-changed|email-refused|series-created|series-changed):([0-9]+)')::bigint`.as(
  'booking_id',
)

/** The newest first; `limit` of them after the one with the id `after`. */
export function listNotifications(ctx: Context, userId: number, after: number | undefined, limit: number) {
  return own(ctx, userId)
    .select(['id', 'title', 'message', 'read', createdAt(ctx), bookingId])
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
    .returning(['id', 'title', 'message', 'read', createdAt(ctx), bookingId])
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
