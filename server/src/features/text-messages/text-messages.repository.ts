import type { TextChannelName } from '@prenoto/core/text-messages/text-channels.ts'
import type { TextKind } from '@prenoto/core/text-messages/text-message.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import type { TextState } from '../../database/schema.ts'
import { anyId, anyOfTexts } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { canBeUndone } from '../availability/slot-holds.repository.ts'
import { isOfRestricted } from '../restriction/shown-person.repository.ts'

export type NewText = { booking_id: number; kind: TextKind; about: string; channel: TextChannelName }

/** Inserts the messages that do not exist, and returns their ids. */
export async function insertTexts(ctx: Context, texts: NewText[]): Promise<number[]> {
  if (texts.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    insert into text_messages (tenant_id, booking_id, kind, about, channel, created_at, changed_at)
    select ${ctx.tenant.id}::bigint, booking_id, kind, about, channel, ${ctx.now.toString()}::timestamptz, ${ctx.now.toString()}::timestamptz
    from unnest(${texts.map(({ booking_id }) => booking_id)}::bigint[], ${texts.map(({ kind }) => kind)}::text[],
                ${texts.map(({ about }) => about)}::text[], ${texts.map(({ channel }) => channel)}::text[])
                as new (booking_id, kind, about, channel)
    on conflict (tenant_id, booking_id, kind, about, channel) do nothing
    returning id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** The reminders of bookings by text message or e-mail, sent or not, as '42:2026-12-01T09:00'. */
export async function listReminders(ctx: Context, bookingIds: number[]) {
  const texts = await ctx.db
    .selectFrom('text_messages')
    .select(sql<string>`booking_id || ':' || about`.as('key'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('booking_id', '=', anyId(bookingIds))
    .where('kind', '=', 'reminder')
    .execute()
  const emails = await ctx.db
    .selectFrom('messages')
    .select(sql<string>`substr(deduplication_key, length('reminder:') + 1)`.as('key'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('record_id', '=', anyId(bookingIds))
    .where('kind', '=', 'reminder')
    .execute()
  return { texted: new Set(texts.map(({ key }) => key)), emailed: new Set(emails.map(({ key }) => key)) }
}

/** A message with the present data of its booking, locked until the transaction ends. */
export const lockText = (ctx: Context, id: number) =>
  ctx.db
    .selectFrom('text_messages')
    .innerJoin('bookings', (join) =>
      join
        .onRef('bookings.tenant_id', '=', 'text_messages.tenant_id')
        .onRef('bookings.id', '=', 'text_messages.booking_id'),
    )
    .select((eb) => [
      'text_messages.id',
      'text_messages.booking_id',
      'kind',
      'about',
      'channel',
      'state',
      'text_messages.created_at',
      'hidden_id',
      'bookings.email',
      'telephone',
      'visit_day',
      'visit_hour',
      'starts_at',
      'deleted_at',
      'attendance',
      sql<boolean>`leased_until >= now()`.as('is_leased'),
      canBeUndone(ctx, eb).as('can_be_undone'),
      isOfRestricted(ctx),
    ])
    .where('text_messages.tenant_id', '=', ctx.tenant.id)
    .where('text_messages.id', '=', id)
    .forUpdate('text_messages')
    .executeTakeFirst()

export type LockedText = NonNullable<Awaited<ReturnType<typeof lockText>>>

/** Longer than the longest attempt, so that no other worker takes the message for abandoned. */
const LEASE = sql<string>`now() + interval '45 seconds'`

export async function markSending(ctx: Context, id: number, cents: number) {
  await ctx.db
    .updateTable('text_messages')
    .set({ state: 'sending', leased_until: LEASE, cost_cents: cents, changed_at: ctx.now.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** `isFree`: it turns out that the message costs nothing. */
type Change = { from: TextState[]; to: TextState; reason?: string; isFree?: boolean }

/** Changes the state of messages that are in one of the states `from`, and returns those. */
export async function changeState(ctx: Context, ids: number[], { from, to, reason, isFree = false }: Change) {
  const { rows } = await sql<ChangedText>`
    with before as (
      select id, cost_cents, changed_at from text_messages
      where tenant_id = ${ctx.tenant.id} and id = ${anyId(ids)} and state = ${anyOfTexts(from)}
      order by id for update
    )
    update text_messages t
    set state = ${to}, reason = ${reason ?? null}, leased_until = null, changed_at = ${ctx.now.toString()}::timestamptz,
      cost_cents = case when ${isFree} then 0 else t.cost_cents end
    from before where t.tenant_id = ${ctx.tenant.id} and t.id = before.id
    returning t.id, t.booking_id, t.kind, t.about, t.channel, before.cost_cents::float8 as cents,
      to_char(before.changed_at at time zone ${ctx.tenant.time_zone}, 'YYYY-MM-01') as month`.execute(ctx.db)
  return rows
}

export type ChangedText = NewText & { id: number; cents: number; month: PlainDate }

const SHOWN = ['accepted', 'unknown', 'delivered', 'read', 'failed'] as const

/** The messages about a booking that have been sent or have failed, latest first. */
export const listBookingTexts = (ctx: Context, bookingId: number, limit: number) =>
  ctx.db
    .selectFrom('text_messages')
    .select(['kind', 'channel', 'reason', 'changed_at'])
    .select((eb) => eb.ref('state').$castTo<(typeof SHOWN)[number]>().as('state'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('booking_id', '=', bookingId)
    .where('state', '=', anyOfTexts(SHOWN))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

type AnswerableQuery = {
  /** The last digits of the telephone. */
  digits: string
  since: Temporal.Instant
}

/** The WhatsApp messages to a telephone that its owner may answer, latest first, with their bookings. */
export const listAnswerable = (ctx: Context, { digits, since }: AnswerableQuery) =>
  ctx.db
    .selectFrom('text_messages')
    .innerJoin('bookings', (join) =>
      join
        .onRef('bookings.tenant_id', '=', 'text_messages.tenant_id')
        .onRef('bookings.id', '=', 'text_messages.booking_id'),
    )
    .select([
      'bookings.name',
      'bookings.surname',
      'bookings.email',
      'bookings.telephone',
      'bookings.visit_day',
      'bookings.visit_hour',
      'text_messages.changed_at',
    ])
    .where('text_messages.tenant_id', '=', ctx.tenant.id)
    .where('text_messages.created_at', '>', sql<Temporal.Instant>`${since.toString()}::timestamptz`)
    .where('channel', '=', 'whatsapp')
    .where('text_messages.state', 'in', ['unknown', 'accepted', 'delivered', 'read'])
    .where(sql<boolean>`right(bookings.telephone, ${digits.length}) = ${digits}`)
    .orderBy('text_messages.id', 'desc')
    .limit(20)
    .execute()

export async function findBookingEmail(ctx: Context, bookingId: number): Promise<string> {
  const { email } = await ctx.db
    .selectFrom('bookings')
    .select('email')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return email
}

/** Whether staff made a booking, so that its link was only sent to its customer. */
export const isByStaff = sql<boolean>`bookings.created_by is not null`

/** The number of the booking behind a private link, and whether staff have entered it. */
export const findVisitNumber = (ctx: Context, hiddenId: string) =>
  ctx.db
    .selectFrom('bookings')
    .select(['id', 'telephone', isByStaff.as('is_by_staff')])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('hidden_id', '=', hiddenId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
