import { type ExpressionBuilder, sql } from 'kysely'
import type { MessageKind, Schema } from '../database/schema.ts'
import type { Context } from '../tenants/context.ts'

/** The kinds that tell a customer of their booking. */
const TO_CUSTOMER: MessageKind[] = ['confirmation', 'change', 'cancellation', 'reminder']

export const isToCustomer = (kind: MessageKind) => TO_CUSTOMER.includes(kind)

/** What there is to tell. `about` sets it apart from others of its kind about the same record. */
export type NewMessage = { kind: MessageKind; record_id: number; about?: string }

/** What makes a message the same as another one. */
export const causeOf = ({ kind, record_id, about }: NewMessage) =>
  [kind, record_id, about].filter((part) => part).join(':')

/** Inserts the messages whose cause has none yet, and returns those. */
export async function insertMessages(ctx: Context, messages: NewMessage[]) {
  if (messages.length === 0) return []
  return ctx.db
    .insertInto('messages')
    .values(
      messages.map((message) => ({
        tenant_id: ctx.tenant.id,
        cause: causeOf(message),
        kind: message.kind,
        record_id: message.record_id,
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'cause']).doNothing())
    .returning(['id', 'kind'])
    .execute()
}

/** A message that belongs to whoever claimed it, for a while. */
export type ClaimedMessage = {
  id: number
  kind: MessageKind
  record_id: number
  cause: string
  claimed_until: Temporal.Instant
}

/** Longer than sending can take (see SEND_LIMIT), so that nobody else begins before it has ended. */
const CLAIM = sql<string>`now() + interval '45 seconds'`

/**
 * Takes a message that is to be sent; undefined when it was sent or dropped, or is gone with its business. Throws while
 * somebody else has it.
 */
export async function claimMessage(ctx: Context, id: number): Promise<ClaimedMessage | undefined> {
  const claimed = await ctx.db
    .updateTable('messages')
    .set({ claimed_until: CLAIM })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('dropped', 'is', null)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', sql<Temporal.Instant>`now()`)]))
    .returning(['id', 'kind', 'record_id', 'cause', 'claimed_until'])
    .executeTakeFirst()
  if (claimed) return claimed as ClaimedMessage

  const other = await ctx.db
    .selectFrom('messages')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('dropped', 'is', null)
    .executeTakeFirst()
  if (other) throw new Error('Somebody else is sending this message')
  return undefined
}

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

const settle = (ctx: Context, id: number, outcome: { sent_at: string } | { dropped: string }) =>
  ctx.db
    .updateTable('messages')
    .set({ ...outcome, claimed_until: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()

export async function noteSent(ctx: Context, id: number) {
  await settle(ctx, id, { sent_at: ctx.now.toString() })
}

export async function noteDropped(ctx: Context, id: number, reason: string) {
  await settle(ctx, id, { dropped: reason })
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

/** Notes that the customer of a booking is reached again. Returns whether they were not before. */
export async function mendRefusals(ctx: Context, bookingId: number): Promise<boolean> {
  const mended = await ctx.db
    .updateTable('messages')
    .set({ mended_at: ctx.now.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('record_id', '=', bookingId)
    .where('kind', 'in', TO_CUSTOMER)
    .where('refused_at', 'is not', null)
    .where('mended_at', 'is', null)
    .returning('id')
    .execute()
  return mended.length > 0
}

/** Whether an e-mail to the customer of a booking was refused, and none was taken since. */
export const isEmailRefused = (ctx: Context, eb: ExpressionBuilder<Schema, 'bookings'>) =>
  eb
    .exists(
      eb
        .selectFrom('messages')
        .select('messages.id')
        .where('messages.tenant_id', '=', ctx.tenant.id)
        .whereRef('messages.record_id', '=', 'bookings.id')
        .where('messages.kind', 'in', TO_CUSTOMER)
        .where('messages.refused_at', 'is not', null)
        .where('messages.mended_at', 'is', null),
    )
    .$castTo<boolean>()

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
