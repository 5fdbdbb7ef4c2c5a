import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../tenants/context.ts'
import { insertMessages, type NewMessage, toDeduplicationKey } from './messages.repository.ts'

type StaffMessage = {
  kind:
    | 'invitation'
    | 'password-reset'
    | 'email-confirmation'
    | 'second-factor-added'
    | 'second-factor-removed'
    | 'second-factor-reset'
    | 'recovery-code-used'
  user_id: number
}

/** Queues a message to a user, in the current transaction. An unknown id sends nothing. */
export const queueMessage = (ctx: Context, { kind, user_id }: StaffMessage) =>
  queueMessages(ctx, [{ kind, record_id: user_id, about: ctx.now.toString() }])

/** Queues the warning about failed log-in attempts of a user, at most once a day. */
export const queueAttemptsNotice = (ctx: Context, userId: number) =>
  queueMessages(ctx, [{ kind: 'log-in-attempts', record_id: userId, about: todayIn(ctx.tenant.time_zone, ctx.now) }])

/** The time that a reminder is about, '2026-12-01T09:00'; a rescheduled visit has another one. */
export const reminderAbout = ({ visit_day, visit_hour }: { visit_day: PlainDate; visit_hour: PlainTime }) =>
  `${visit_day}T${visit_hour.slice(0, 5)}`

/** Queues messages in the current transaction, except those whose deduplication key exists. */
export async function queueMessages(ctx: Context, messages: NewMessage[]) {
  const inserted = await insertMessages(ctx, messages)
  const seconds = new Map(messages.map((message) => [toDeduplicationKey(message), message.afterSeconds]))
  await ctx.jobs.addAll(
    ctx,
    'send-email',
    // A confirmation does not wait for thousands of reminders and messages after visits.
    inserted.map(({ id, kind, deduplication_key }) => ({
      data: { message_id: id },
      priority: kind === 'reminder' || kind === 'after-visit' ? -1 : 0,
      seconds: seconds.get(deduplication_key),
    })),
  )
}
