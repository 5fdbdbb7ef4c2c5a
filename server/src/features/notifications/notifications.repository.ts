import type { RecordChange } from '@prenoto/core/notifications/notification-schema.ts'
import type { PushCause } from '@prenoto/core/notifications/push.endpoints.ts'
import { type RawBuilder, sql } from 'kysely'
import { localDateTime } from '../../database/sql-expressions.ts'
import { type Context, lacksRight } from '../../tenants/context.ts'
import { isRestrictedRequest, shownField } from '../restriction/shown-person.repository.ts'
import { type StoredMessage, shownMessage } from './shown-message.ts'

/** The message names people by placeholders only: see `shownMessage`. */
export type NewNotification = {
  deduplication_key: string
  title: string
  message: string
  colleague_id?: number | null
  /** Whether operators do not get it. */
  isForEditors?: boolean
  isForAdmins?: boolean
  /** Also sent to the devices of users who want to know about this. */
  cause?: PushCause
}

/** Inserts one notification per active user and deduplication key. Returns those that are new. */
export async function insertNotificationsForActiveUsers(ctx: Context, notifications: NewNotification[]) {
  if (notifications.length === 0) return []
  const { rows } = await sql<{ user_id: number; id: number; deduplication_key: string }>`
    insert into notifications (tenant_id, user_id, deduplication_key, title, message, colleague_id)
    select users.tenant_id, users.id, new.deduplication_key, new.title, new.message, new.colleague_id
    from unnest(${notifications.map(({ deduplication_key }) => deduplication_key)}::text[], ${notifications.map(({ title }) => title)}::text[],
                ${notifications.map(({ message }) => message)}::text[],
                ${notifications.map(({ colleague_id }) => colleague_id ?? null)}::bigint[],
                ${notifications.map(({ isForEditors }) => isForEditors ?? false)}::boolean[],
                ${notifications.map(({ isForAdmins }) => isForAdmins ?? false)}::boolean[])
                with ordinality as new (deduplication_key, title, message, colleague_id, is_for_editors, is_for_admins, position)
    cross join users
    where users.tenant_id = ${ctx.tenant.id} and not users.is_disabled and users.deleted_at is null
      and not (new.is_for_editors and users.role = 'operator') and not (new.is_for_admins and users.role <> 'admin')
    order by new.position, users.id
    on conflict (tenant_id, user_id, deduplication_key) do nothing
    returning user_id, id, deduplication_key
  `.execute(ctx.db)
  return rows
}

/** LISTEN/NOTIFY channel of events for open dashboards. */
export const EVENT_CHANNEL = 'prenoto_events'

/** Payload of the channel, with ids only. */
export type PublishedEvent = {
  tenant: number
  booking?: number
  /** The waiting list has changed. */
  waiting?: true
  /** Published by the database itself: see `notify_record_changed`. */
  record?: RecordChange
  /** The user of a session that has ended, published by the database itself: see `notify_session_ended`. */
  session_user?: number
  notifications: [user: number, id: number][]
}

/** This many pairs always fit into the 8000 bytes of a NOTIFY. */
const MAX_PAIRS = 150

type NewEvent = { booking?: number | undefined; waiting?: true; notifications: { user_id: number; id: number }[] }

/** Publishes to all processes when the transaction commits. */
export async function publishEvents(ctx: Context, events: NewEvent[]) {
  const payloads = events.flatMap((event) => toPayloads(ctx, event))
  await sql`select pg_notify(${EVENT_CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.execute(ctx.db)
}

function toPayloads(ctx: Context, { booking, waiting, notifications }: NewEvent): string[] {
  const pairs = notifications.map(({ user_id, id }): [number, number] => [user_id, id])
  const payloads: string[] = []
  for (let i = 0; i === 0 || i < pairs.length; i += MAX_PAIRS) {
    const event: PublishedEvent = {
      tenant: ctx.tenant.id,
      ...(i === 0 && booking !== undefined && { booking }),
      ...(waiting && { waiting }),
      notifications: pairs.slice(i, i + MAX_PAIRS),
    }
    payloads.push(JSON.stringify(event))
  }
  return payloads
}

const ofUser = (ctx: Context, userId: number) =>
  ctx.db.selectFrom('notifications').where('tenant_id', '=', ctx.tenant.id).where('user_id', '=', userId)

/** The booking in the deduplication key; null for a cancellation, whose booking has no page any more. */
const bookingId = sql<number | null>`
  substring(n.deduplication_key from '^(?:booking-created|booking-changed|email-refused|series-created|series-changed):([0-9]+)')::bigint`

const isContact = sql<boolean>`n.deduplication_key like 'contact-requested:%'`

type Row = StoredMessage & {
  id: number
  title: string
  read: boolean
  created_at: string
  booking_id: number | null
}

/** Notifications of a user, newest first, with the present data of their records. */
async function listWithRecords(ctx: Context, userId: number, which: RawBuilder<boolean>, limit: number) {
  const { rows } = await sql<Row>`
    select n.id, n.title, n.message, n.read, ${localDateTime('n.created_at', ctx.tenant.time_zone)} as created_at,
           ${bookingId} as booking_id, ${isContact} as is_contact,
           ${shownField(ctx, 'name', 'b')} || ' ' || ${shownField(ctx, 'surname', 'b')} as customer, u.name || ' ' || u.surname as colleague,
           case when c.id is not null and not ${isRestrictedRequest(ctx, 'c')}
             then json_build_object('name', c.name, 'email', c.email, 'phone', c.phone, 'message', c.message) end as contact
    from (
      select *, substring(deduplication_key from '^[a-z-]+:([0-9]{1,18})')::bigint as record_id
      from notifications
      where tenant_id = ${ctx.tenant.id} and user_id = ${userId} and ${which}
      order by id desc
      limit ${limit}
    ) n
    left join bookings b on b.tenant_id = ${ctx.tenant.id} and b.id = n.record_id and not ${isContact}
    left join contact_requests c on c.tenant_id = ${ctx.tenant.id} and c.id = n.record_id and ${isContact}
    left join users u on u.tenant_id = ${ctx.tenant.id} and u.id = n.colleague_id
    order by n.id desc
  `.execute(ctx.db)
  const hidesContacts = lacksRight(ctx, 'contacts')
  return rows.map((row) => ({ ...row, message: shownMessage(row, { hidesContacts }) }))
}

/** Newest first; at most `limit`, after the notification `after`. */
export const listNotifications = (ctx: Context, userId: number, after: number | undefined, limit: number) =>
  listWithRecords(ctx, userId, after === undefined ? sql`true` : sql`id < ${after}`, limit)

/** Literally the condition of the partial index, which a parameter would not match. */
const isUnread = sql<boolean>`not read`

export async function countUnread(ctx: Context, userId: number): Promise<number> {
  const { unread } = await ofUser(ctx, userId)
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where(isUnread)
    .executeTakeFirstOrThrow()
  return unread
}

/** 0 if there is none. */
export async function findNewestNotificationId(ctx: Context, userId: number): Promise<number> {
  const newest = await ofUser(ctx, userId).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return newest?.id ?? 0
}

export async function listNotificationIdsAfter(ctx: Context, userId: number, after: number, limit: number) {
  const rows = await ofUser(ctx, userId).select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
  return rows.map((row) => row.id)
}

/** Undefined for a notification of another user. */
export async function markAsRead(ctx: Context, userId: number, id: number) {
  await ctx.db
    .updateTable('notifications')
    .set({ read: true })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
  const [notification] = await listWithRecords(ctx, userId, sql`id = ${id}`, 1)
  return notification
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
