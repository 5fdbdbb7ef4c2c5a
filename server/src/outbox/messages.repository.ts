import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { MessageKind, Schema } from '../database/schema.ts'
import { anyId, anyOfTexts } from '../database/sql-expressions.ts'
import type { Context } from '../tenants/context.ts'

/** The kinds that are sent to a customer about their booking. */
const TO_CUSTOMER: MessageKind[] = [
  'confirmation',
  'change',
  'cancellation',
  'reminder',
  'series-confirmation',
  'series-change',
  'series-cancellation',
  'after-visit',
  'come-back',
]

export const isToCustomer = (kind: MessageKind) => TO_CUSTOMER.includes(kind)

/** The kinds that are sent to the business about a booking. */
const TO_BUSINESS: MessageKind[] = ['new-booking', 'rescheduled-booking', 'cancelled-booking']

/** The kinds whose record is a booking. */
export const ABOUT_BOOKING: MessageKind[] = [...TO_CUSTOMER, ...TO_BUSINESS]

export const isAboutBooking = (kind: MessageKind) => ABOUT_BOOKING.includes(kind)

/** A message to send after `afterSeconds`. `about` distinguishes messages of one kind about the same record. */
export type NewMessage = { kind: MessageKind; record_id: number; about?: string; afterSeconds?: number }

/** Deduplication key of a message: its kind, its record and `about`. */
export const toDeduplicationKey = ({ kind, record_id, about }: NewMessage) =>
  [kind, record_id, about].filter((part) => part).join(':')

/** Inserts the messages whose deduplication key is new, and returns those. */
export async function insertMessages(ctx: Context, messages: NewMessage[]) {
  if (messages.length === 0) return []
  const { rows } = await sql<{ id: number; kind: MessageKind; deduplication_key: string }>`
    insert into messages (tenant_id, deduplication_key, kind, record_id)
    select ${ctx.tenant.id}::bigint, deduplication_key, kind, record_id
    from unnest(${messages.map(toDeduplicationKey)}::text[], ${messages.map(({ kind }) => kind)}::text[],
                ${messages.map(({ record_id }) => record_id)}::bigint[]) with ordinality as new (deduplication_key, kind, record_id, position)
    order by position
    on conflict (tenant_id, deduplication_key) do nothing
    returning id, kind, deduplication_key
  `.execute(ctx.db)
  return rows
}

/** Drops a message before it is queued. Can be repeated. Returns false if it was queued. */
export async function rejectMessage(ctx: Context, message: NewMessage, reason: string): Promise<boolean> {
  const { kind, record_id } = message
  const rejected = await ctx.db
    .insertInto('messages')
    .values({
      tenant_id: ctx.tenant.id,
      deduplication_key: toDeduplicationKey(message),
      kind,
      record_id,
      drop_reason: reason,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'deduplication_key'])
        .doUpdateSet({ drop_reason: reason })
        .where('messages.drop_reason', '=', reason),
    )
    .returning('id')
    .executeTakeFirst()
  return rejected !== undefined
}

/** A message that only the current worker may send, until `leased_until`. */
export type LeasedMessage = {
  id: number
  kind: MessageKind
  record_id: number
  deduplication_key: string
  leased_until: Temporal.Instant
}

/** Longer than SEND_LIMIT, so that no other worker starts before sending has ended. */
const LEASE = sql<string>`now() + interval '45 seconds'`

/** Serialises the messages to a customer about a booking: the notified time is recorded before the next one is written. */
const otherInFlight = sql<boolean>`exists (
  select from messages other
  where other.tenant_id = messages.tenant_id and other.record_id = messages.record_id and other.id <> messages.id
    and messages.kind = ${anyOfTexts(TO_CUSTOMER)} and other.kind = ${anyOfTexts(TO_CUSTOMER)}
    and other.sent_at is null and other.drop_reason is null and other.leased_until >= now()
)`

/**
 * Leases unsent messages. 'busy': another worker is sending the message, or another message to its customer.
 * Undefined: the message was sent, dropped or deleted.
 */
export async function leaseMessages(ctx: Context, ids: number[]): Promise<(LeasedMessage | 'busy' | undefined)[]> {
  const leased = await ctx.db
    .updateTable('messages')
    .set({ leased_until: LEASE })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(ids))
    .where('sent_at', 'is', null)
    .where('drop_reason', 'is', null)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', sql<Temporal.Instant>`now()`)]))
    .where((eb) => eb.not(otherInFlight))
    .returning(['id', 'kind', 'record_id', 'deduplication_key', 'leased_until'])
    .execute()
  const messagesById = new Map<number, LeasedMessage | 'busy'>()
  for (const message of leased) messagesById.set(message.id, message as LeasedMessage)

  const others = ids.filter((id) => !messagesById.has(id))
  if (others.length > 0) for (const { id } of await listUnsent(ctx, others)) messagesById.set(id, 'busy')
  return ids.map((id) => messagesById.get(id))
}

const listUnsent = (ctx: Context, ids: number[]) =>
  ctx.db
    .selectFrom('messages')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(ids))
    .where('sent_at', 'is', null)
    .where('drop_reason', 'is', null)
    .execute()

/** Ends the lease on a message that could not be sent, unless another worker has leased it since. */
export async function releaseMessage(ctx: Context, { id, leased_until }: LeasedMessage) {
  await ctx.db
    .updateTable('messages')
    .set({ leased_until: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('leased_until', '=', sql<Temporal.Instant>`${leased_until.toString()}::timestamptz`)
    .execute()
}

const settle = (ctx: Context, ids: number[], outcome: { sent_at: string } | { drop_reason: string }) =>
  ctx.db
    .updateTable('messages')
    .set({ ...outcome, leased_until: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(ids))
    .execute()

export async function markSent(ctx: Context, ids: number[]) {
  await settle(ctx, ids, { sent_at: ctx.now.toString() })
}

export async function markDropped(ctx: Context, id: number, reason: string) {
  await settle(ctx, [id], { drop_reason: reason })
}

/** Records the mail server's permanent refusal. Undefined if the message was sent or dropped meanwhile. */
export function markRefused(ctx: Context, id: number, answer: string) {
  return ctx.db
    .updateTable('messages')
    .set({ refused_at: ctx.now.toString(), refusal: answer, refusal_resolved_at: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('drop_reason', 'is', null)
    .returning(['kind', 'record_id'])
    .executeTakeFirst()
}

/** Resolves refusals after a delivery to the customers of bookings. Returns the bookings that had one. */
export async function resolveRefusals(ctx: Context, bookingIds: number[]): Promise<number[]> {
  const resolved = await ctx.db
    .updateTable('messages')
    .set({ refusal_resolved_at: ctx.now.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('record_id', '=', anyId(bookingIds))
    .where('kind', '=', anyOfTexts(TO_CUSTOMER))
    .where('refused_at', 'is not', null)
    .where('refusal_resolved_at', 'is', null)
    .returning('record_id')
    .execute()
  return [...new Set(resolved.map(({ record_id }) => record_id))]
}

const customerMessages = (ctx: Context, eb: ExpressionBuilder<Schema, 'bookings'>) =>
  eb
    .selectFrom('messages')
    .select('messages.id')
    .where('messages.tenant_id', '=', ctx.tenant.id)
    .whereRef('messages.record_id', '=', 'bookings.id')
    .where('messages.kind', '=', anyOfTexts(TO_CUSTOMER))

/** Whether an e-mail to the customer of a booking was refused and none has been delivered since. */
export const isEmailRefused = (ctx: Context, eb: ExpressionBuilder<Schema, 'bookings'>) =>
  eb
    .exists(
      customerMessages(ctx, eb)
        .where('messages.refused_at', 'is not', null)
        .where('messages.refusal_resolved_at', 'is', null),
    )
    .$castTo<boolean>()

/** The time of a booking that an e-mail states. */
export type NotifiedVisit = { id: number; visit_day: PlainDate; visit_hour: PlainTime }

/** Records the time that customers were notified of. Locks bookings by id, like changes of a series, to avoid deadlocks. */
export async function recordNotifiedTimes(ctx: Context, visits: NotifiedVisit[]) {
  if (visits.length === 0) return
  await sql`
    update bookings
    set previous_day = notified_day, previous_hour = notified_hour, notified_day = notified.visit_day, notified_hour = notified.visit_hour
    from (
      select booking.id, notified.visit_day, notified.visit_hour
      from bookings booking
      join unnest(
        ${visits.map(({ id }) => id)}::bigint[], ${visits.map(({ visit_day }) => visit_day)}::date[],
        ${visits.map(({ visit_hour }) => visit_hour)}::time[]
      ) as notified (id, visit_day, visit_hour) on notified.id = booking.id
      where booking.tenant_id = ${ctx.tenant.id}
        and (booking.notified_day, booking.notified_hour) is distinct from (notified.visit_day, notified.visit_hour)
      order by booking.id
      for no key update of booking
    ) as notified
    where bookings.tenant_id = ${ctx.tenant.id} and bookings.id = notified.id`.execute(ctx.db)
}

/** Whether a later message, which was not dropped, has the same kind and record. */
export async function isSuperseded(ctx: Context, { id, kind, record_id }: LeasedMessage): Promise<boolean> {
  const later = await ctx.db
    .selectFrom('messages')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('record_id', '=', record_id)
    .where('kind', '=', kind)
    .where('id', '>', id)
    .where('drop_reason', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

type RecentMessages = { kind: MessageKind; ids: number[]; seconds: number }

/** The records among `ids` that have a message of this kind from the last `seconds`. */
export async function listRecentRecords(ctx: Context, { kind, ids, seconds }: RecentMessages) {
  if (ids.length === 0) return new Set<number>()
  const rows = await ctx.db
    .selectFrom('messages')
    .select('record_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('record_id', '=', anyId(ids))
    .where('kind', '=', kind)
    .where('created_at', '>', sql<never>`now() - make_interval(secs => ${seconds})`)
    .execute()
  return new Set(rows.map(({ record_id }) => record_id))
}

/** Counts messages of a kind and record in the last `days`; `milliseconds_left`: until the oldest of them no longer counts. */
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
