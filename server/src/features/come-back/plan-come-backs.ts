import { isWithoutEmail } from '@prenoto/core/fields/without-email.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { queueMessages } from '../../outbox/queue-message.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { takeDueReminders } from './come-back.repository.ts'

/** Queues the reminders to come back that are due. Idempotent. */
export function planComeBacks(ctx: Context) {
  return transaction(ctx, async (ctx) => {
    const { app_come_back: isOn } = await findConfiguration(ctx)
    if (!isOn) return
    const due = await takeDueReminders(ctx, todayIn(ctx.tenant.time_zone, ctx.now))
    await queueMessages(
      ctx,
      due.flatMap(({ id, email, due_on }) =>
        isWithoutEmail(email) ? [] : [{ kind: 'come-back' as const, record_id: id, about: due_on }],
      ),
    )
  })
}
