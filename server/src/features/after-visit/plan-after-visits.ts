import { isWithoutEmail } from '@prenoto/core/fields/without-email.ts'
import { addDays } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { todayIn, toInstant } from '@prenoto/core/time/time-zone.ts'
import { queueMessages } from '../../outbox/queue-message.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { listCompletedVisits } from './after-visit.repository.ts'

/** Days after a visit until which marking it as completed causes a message. */
const MAX_AGE_DAYS = 7

const MIDNIGHT = parsePlainTime('00:00')

/** Queues the messages about the visits that were marked as completed yesterday. Idempotent. */
export function planAfterVisits(ctx: Context) {
  return transaction(ctx, async (ctx) => {
    const { app_after_visit: isOn } = await findConfiguration(ctx)
    if (!isOn) return
    const { time_zone } = ctx.tenant
    const today = todayIn(time_zone, ctx.now)
    const visits = await listCompletedVisits(ctx, {
      since: addDays(today, -MAX_AGE_DAYS),
      from: toInstant(addDays(today, -1), MIDNIGHT, time_zone),
      until: toInstant(today, MIDNIGHT, time_zone),
    })
    await queueMessages(
      ctx,
      visits.flatMap(({ id, email }) =>
        isWithoutEmail(email) ? [] : [{ kind: 'after-visit' as const, record_id: id }],
      ),
    )
  })
}
