import type { CalendarInput } from '@prenoto/core/calendars/calendar-schema.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { insertCalendar, insertClosuresOfAllCalendars, lockClosures } from './calendars.repository.ts'

/** Adds a calendar with the closures of all calendars. A repeated idempotency key updates the calendar that it made. */
export function addCalendar(ctx: Context, calendar: CalendarInput, idempotencyKey?: string) {
  return transaction(ctx, async (ctx) => {
    await lockClosures(ctx)
    const added = await insertCalendar(ctx, calendar, idempotencyKey)
    await insertClosuresOfAllCalendars(ctx, added.id, todayIn(ctx.tenant.time_zone, ctx.now))
    return added
  })
}
