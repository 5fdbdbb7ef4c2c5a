import { isReminderDue } from '@prenoto/core/bookings/reminder.ts'
import { isWithoutEmail } from '@prenoto/core/fields/without-email.ts'
import { addDays } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { queueMessages } from '../../outbox/queue-message.ts'
import { batchOrEach } from '../../queue/batch-or-each.ts'
import type { JobData } from '../../queue/queue.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { listVisitsAhead } from './templates/email-records.repository.ts'
import { reminderOf } from './templates/reminder.ts'

/** PostgreSQL takes so many rows at once in any case. */
const AT_ONCE = 1_000

/** What several jobs ask for at once is done once. */
export const planReminders = (ctx: Context, jobs: JobData['plan-reminders'][]) =>
  batchOrEach(jobs, async () => {
    await planDueReminders(ctx)
    return jobs
  })

/** Queues a reminder of every visit that should be reminded of by now; planned again, it adds what is missing. */
function planDueReminders(ctx: Context) {
  return transaction(ctx, async (ctx) => {
    const { app_day_reminder: daysBefore } = await findConfiguration(ctx)
    if (daysBefore === 0) return
    const { now, tenant } = ctx
    const today = todayIn(tenant.time_zone, now)
    const visits = await listVisitsAhead(ctx, today, addDays(today, daysBefore))
    const due = visits.filter(
      (visit) => !isWithoutEmail(visit.email) && isReminderDue(visit, { daysBefore, timeZone: tenant.time_zone, now }),
    )
    for (let i = 0; i < due.length; i += AT_ONCE) await queueMessages(ctx, due.slice(i, i + AT_ONCE).map(reminderOf))
  })
}
