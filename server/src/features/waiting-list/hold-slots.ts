import { offeredUntil } from '@prenoto/core/waiting-list/offer-time.ts'
import { queueMessages } from '../../outbox/queue-message.ts'
import type { Context } from '../../tenants/context.ts'
import { holdOfferedSlot } from '../availability/offered-slots.repository.ts'
import type { Visit } from '../bookings/repositories/bookings-write.repository.ts'
import { publishEvents } from '../notifications/notifications.repository.ts'

/**
 * Holds a free slot for a waiting person, sends an e-mail, and plans the job for the next person when the hold expires.
 * The day and the entry must be locked.
 */
export async function holdForEntry(ctx: Context, entryId: number, visit: Visit, minutes: number) {
  const { startsAt, endsAt, calendar_id, visit_day, visit_hour, busy, processing } = visit
  const until = offeredUntil({ now: ctx.now, minutes, timeZone: ctx.tenant.time_zone, startsAt })
  const seconds = Math.ceil(until.since(ctx.now).total('seconds'))
  const taken = busy ?? { from: startsAt, to: endsAt }
  const offer = await holdOfferedSlot(ctx, {
    owner: { entry_id: entryId },
    calendar_id,
    visit_day,
    visit_hour,
    taken,
    processing,
    seconds,
  })
  await queueMessages(ctx, [{ kind: 'waiting-offer', record_id: offer }])
  await ctx.jobs.add(ctx, 'offer-slots', { visit_day }, { startAfter: seconds + 1 })
  await refreshDashboards(ctx)
}

/** Refreshes bookings and waiting lists on open dashboards. */
export const refreshDashboards = (ctx: Context) => publishEvents(ctx, [{ waiting: true, notifications: [] }])
