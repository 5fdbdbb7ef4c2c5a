import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../tenants/context.ts'
import { deduplicationKeyOf, insertMessages, type NewMessage } from './messages.repository.ts'

type StaffMessage = { kind: 'invitation' | 'password-reset' | 'email-confirmation'; user_id: number }

/** Queues a message to somebody who works here, in the transaction of its cause. An id that is nobody's sends nothing. */
export const queueMessage = (ctx: Context, { kind, user_id }: StaffMessage) =>
  queueMessages(ctx, [{ kind, record_id: user_id, about: ctx.now.toString() }])

/** Queues the news that somebody is guessing a user's password, once a day. */
export const queueAttemptsNotice = (ctx: Context, userId: number) =>
  queueMessages(ctx, [{ kind: 'log-in-attempts', record_id: userId, about: todayIn(ctx.tenant.time_zone, ctx.now) }])

/** Queues messages in the transaction of their cause; what was queued for the same cause before is not queued again. */
export async function queueMessages(ctx: Context, messages: NewMessage[]) {
  const made = await insertMessages(ctx, messages)
  const seconds = new Map(messages.map((message) => [deduplicationKeyOf(message), message.afterSeconds]))
  await ctx.jobs.addAll(
    ctx,
    'send-email',
    // Who has just booked does not wait for ten thousand reminders.
    made.map(({ id, kind, deduplication_key }) => ({
      data: { message_id: id },
      priority: kind === 'reminder' ? -1 : 0,
      seconds: seconds.get(deduplication_key),
    })),
  )
}
