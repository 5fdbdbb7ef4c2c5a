import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { anyOf, anyOfTexts } from '../database/any-of.ts'
import type { MessageKind, Schema } from '../database/schema.ts'
import type { Context } from '../tenants/context.ts'

/** The kinds that tell a customer of their booking. */
const TO_CUSTOMER: MessageKind[] = [
  'confirmation',
  'change',
  'cancellation',
  'reminder',
  'series-confirmation',
  'series-change',
  'series-cancellation',
]

export const isToCustomer = (kind: MessageKind) => TO_CUSTOMER.includes(kind)

/** Those that tell the business. */
const OF_BOOKINGS: MessageKind[] = ['new-booking', 'rescheduled-booking', 'cancelled-booking']

/** The kinds whose record is a booking. */
export const isAboutBooking = (kind: MessageKind) => isToCustomer(kind) || OF_BOOKINGS.includes(kind)

/** A message to send after `afterSeconds`. `about` distinguishes messages of one kind about the same record. */
export type NewMessage = { kind: MessageKind; record_id: number; about?: string; afterSeconds?: number }

/** Deduplication key of a message: its kind, its record and `about`. */
export const deduplicationKeyOf = ({ kind, record_id, about }: NewMessage) =>
  [kind, record_id, about].filter((part) => part).join(':')

/** Inserts the messages whose deduplication key is new, and returns those. */
export async function insertMessages(ctx: Context, messages: NewMessage[]) {
  if (messages.length === 0) return []
  const { rows } = await sql<{ id: number; kind: MessageKind; deduplication_key: string }>`
    insert into messages (tenant_id, deduplication_key, kind, record_id)
    select ${ctx.tenant.id}::bigint, deduplication_key, kind, record_id
    from unnest(${messages.map(deduplicationKeyOf)}::text[], ${messages.map(({ kind }) => kind)}::text[],
                ${messages.map(({ record_id }) => record_id)}::bigint[]) with ordinality as new (deduplication_key, kind, record_id, place)
    order by place
    on conflict (tenant_id, deduplication_key) do nothing
    returning id, kind, deduplication_key
  `.execute(ctx.db)
  return rows
}

/** A message that belongs to whoever claimed it, for a while. */
export type ClaimedMessage = {
  id: number
  kind: MessageKind
  record_id: number
  deduplication_key: string
  claimed_until: Temporal.Instant
}

/** Longer than sending can take (see SEND_LIMIT), so that nobody else begins before it has ended. */
const CLAIM = sql<string>`now() + interval '45 seconds'`

/** Whether another message to the same customer is being sent: what it tells is noted before the next one is written. */
const otherUnderWay = sql<boolean>`exists (
  select from messages other
  where other.tenant_id = messages.tenant_id and other.record_id = messages.record_id and other.id <> messages.id
    and messages.kind = ${anyOfTexts(TO_CUSTOMER)} and other.kind = ${anyOfTexts(TO_CUSTOMER)}
    and other.sent_at is null and other.dropped is null and other.claimed_until >= now()
)`

/**
 * Takes messages that are to be sent. In place of one that another process is sending, or that has to wait for another one to
 * the same customer, stands 'taken'; undefined of one that was sent or dropped, or is gone with its business.
 */
export async function claimMessages(ctx: Context, ids: number[]): Promise<(ClaimedMessage | 'taken' | undefined)[]> {
  const claimed = await ctx.db
    .updateTable('messages')
    .set({ claimed_until: CLAIM })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyOf(ids))
    .where('sent_at', 'is', null)
    .where('dropped', 'is', null)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', sql<Temporal.Instant>`now()`)]))
    .where((eb) => eb.not(otherUnderWay))
    .returning(['id', 'kind', 'record_id', 'deduplication_key', 'claimed_until'])
    .execute()
  const known = new Map<number, ClaimedMessage | 'taken'>()
  for (const message of claimed) known.set(message.id, message as ClaimedMessage)

  const others = ids.filter((id) => !known.has(id))
  if (others.length > 0) for (const { id } of await listUnsent(ctx, others)) known.set(id, 'taken')
  return ids.map((id) => known.get(id))
}

const listUnsent = (ctx: Context, ids: number[]) =>
  ctx.db
    .selectFrom('messages')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyOf(ids))
    .where('sent_at', 'is', null)
    .where('dropped', 'is', null)
    .execute()

/** Gives a message back that could not be sent, unless it has passed on to somebody else. */
export async function releaseMessage(ctx: Context, { id, claimed_until }: ClaimedMessage) {
  await ctx.db
    .updateTable('messages')
    .set({ claimed_until: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('claimed_until', '=', sql<Temporal.Instant>`${claimed_until.toString()}::timestamptz`)
    .execute()
}

const settle = (ctx: Context, ids: number[], outcome: { sent_at: string } | { dropped: string }) =>
  ctx.db
    .updateTable('messages')
    .set({ ...outcome, claimed_until: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyOf(ids))
    .execute()

export async function noteSent(ctx: Context, ids: number[]) {
  await settle(ctx, ids, { sent_at: ctx.now.toString() })
}

export async function noteDropped(ctx: Context, id: number, reason: string) {
  await settle(ctx, [id], { dropped: reason })
}

/** Notes with which answer a message was refused for good. Undefined when it was sent or dropped meanwhile. */
export function noteRefused(ctx: Context, id: number, answer: string) {
  return ctx.db
    .updateTable('messages')
    .set({ refused_at: ctx.now.toString(), refusal: answer, mended_at: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('dropped', 'is', null)
    .returning(['kind', 'record_id'])
    .executeTakeFirst()
}

/** Notes that the customers of bookings are reached again. Returns the bookings whose customers were not before. */
export async function mendRefusals(ctx: Context, bookingIds: number[]): Promise<number[]> {
  const mended = await ctx.db
    .updateTable('messages')
    .set({ mended_at: ctx.now.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('record_id', '=', anyOf(bookingIds))
    .where('kind', '=', anyOfTexts(TO_CUSTOMER))
    .where('refused_at', 'is not', null)
    .where('mended_at', 'is', null)
    .returning('record_id')
    .execute()
  return [...new Set(mended.map(({ record_id }) => record_id))]
}

/** The messages to the customer of a booking. */
const toItsCustomer = (ctx: Context, eb: ExpressionBuilder<Schema, 'bookings'>) =>
  eb
    .selectFrom('messages')
    .select('messages.id')
    .where('messages.tenant_id', '=', ctx.tenant.id)
    .whereRef('messages.record_id', '=', 'bookings.id')
    .where('messages.kind', '=', anyOfTexts(TO_CUSTOMER))

/** Whether an e-mail to the customer of a booking was refused, and none was taken since. */
export const isEmailRefused = (ctx: Context, eb: ExpressionBuilder<Schema, 'bookings'>) =>
  eb
    .exists(toItsCustomer(ctx, eb).where('messages.refused_at', 'is not', null).where('messages.mended_at', 'is', null))
    .$castTo<boolean>()

/** A visit as an e-mail shows it. */
export type ToldVisit = { id: number; visit_day: PlainDate; visit_hour: PlainTime }

/** Notes which day and hour customers have read. Locks bookings in the order of their ids, as changes of a series do. */
export async function noteTold(ctx: Context, visits: ToldVisit[]) {
  if (visits.length === 0) return
  await sql`
    update bookings
    set previous_day = told_day, previous_hour = told_hour, told_day = told.visit_day, told_hour = told.visit_hour
    from (
      select booking.id, told.visit_day, told.visit_hour
      from bookings booking
      join unnest(
        ${visits.map(({ id }) => id)}::bigint[], ${visits.map(({ visit_day }) => visit_day)}::date[],
        ${visits.map(({ visit_hour }) => visit_hour)}::time[]
      ) as told (id, visit_day, visit_hour) on told.id = booking.id
      where booking.tenant_id = ${ctx.tenant.id}
        and (booking.told_day, booking.told_hour) is distinct from (told.visit_day, told.visit_hour)
      order by booking.id
      for no key update of booking
    ) as told
    where bookings.tenant_id = ${ctx.tenant.id} and bookings.id = told.id`.execute(ctx.db)
}

/** Whether a later message of the same kind tells of the same record. */
export async function isSuperseded(ctx: Context, { id, kind, record_id }: ClaimedMessage): Promise<boolean> {
  const later = await ctx.db
    .selectFrom('messages')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('record_id', '=', record_id)
    .where('kind', '=', kind)
    .where('id', '>', id)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/** How many messages of a kind a record has caused within some days, and in how many milliseconds the first of them is older. */
export async function countRecentMessages(ctx: Context, { kind, record_id }: NewMessage, days: number) {
  const age = sql<string>`make_interval(days => ${days})`
  return ctx.db
    .selectFrom('messages')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`coalesce(extract(epoch from min(created_at) + ${age} - now()), 0)::float8 * 1000`.as(
        'milliseconds_left',
      ),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('record_id', '=', record_id)
    .where('kind', '=', kind)
    .where('created_at', '>', sql<Temporal.Instant>`now() - ${age}`)
    .executeTakeFirstOrThrow()
}
