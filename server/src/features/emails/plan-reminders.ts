import { isReminderDue } from '@prenoto/core/bookings/reminder.ts'
import { isWithoutEmail } from '@prenoto/core/fields/without-email.ts'
import { addDays } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { inTurns } from '../../lib/in-turns.ts'
import { queueMessages } from '../../outbox/queue-message.ts'
import { batchOrEach } from '../../queue/batch-or-each.ts'
import type { JobData } from '../../queue/queue.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { planAfterVisits } from '../after-visit/plan-after-visits.ts'
import { planComeBacks } from '../come-back/plan-come-backs.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import type { TextChannels } from '../text-messages/channels/open-text-channels.ts'
import { queueTextReminders } from '../text-messages/plan-texts.ts'
import { listUpcomingVisits } from './templates/email-records.repository.ts'
import { toReminder } from './templates/reminder.ts'

/** Messages per insert statement. */
const BATCH_SIZE = 1_000

/** Handler of the job `plan-reminders`, which also plans the messages after visits and the reminders to come back; several jobs of a tenant are one run. */
export const planReminders = (ctx: Context, jobs: JobData['plan-reminders'][], channels: TextChannels) =>
  batchOrEach(jobs, async () => {
    await planDueReminders(ctx, channels)
    await planAfterVisits(ctx)
    await planComeBacks(ctx)
    return jobs
  })

/** Queues the reminders that are due. Idempotent. */
function planDueReminders(ctx: Context, channels: TextChannels) {
  return transaction(ctx, async (ctx) => {
    const { app_day_reminder: daysBefore } = await findConfiguration(ctx)
    if (daysBefore === 0) return
    const { now, tenant } = ctx
    const today = todayIn(tenant.time_zone, now)
    const visits = await listUpcomingVisits(ctx, today, addDays(today, daysBefore))
    const due: typeof visits = []
    for await (const visit of inTurns(visits))
      if (isReminderDue(visit, { daysBefore, timeZone: tenant.time_zone, now })) due.push(visit)
    for (let i = 0; i < due.length; i += BATCH_SIZE) {
      const batch = due.slice(i, i + BATCH_SIZE)
      const texted = await queueTextReminders(ctx, channels, batch)
      const mailed = batch.filter(({ id, email }) => !texted.has(id) && !isWithoutEmail(email))
      await queueMessages(ctx, mailed.map(toReminder))
    }
  })
}
