import type { CalendarInput } from '@prenoto/core/calendars/calendar-schema.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import {
  insertCalendar,
  insertClosuresOfAllCalendars,
  lockCalendarRow,
  lockClosures,
  updateCalendar,
} from './calendars.repository.ts'
import { recordCalendar } from './record-calendar.ts'

/** Changes a calendar, of this version if given. Undefined if it does not exist or has another version. */
export async function changeCalendar(ctx: Context, id: number, calendar: CalendarInput, version?: number) {
  const before = await lockCalendarRow(ctx, id)
  const after = await updateCalendar(ctx, id, calendar, version)
  if (after) await recordCalendar(ctx, 'updated', { before, after })
  return after
}

/** Adds a calendar with the closures of all calendars. A repeated idempotency key updates the calendar that it made. */
export function addCalendar(ctx: Context, calendar: CalendarInput, idempotencyKey?: string) {
  return transaction(ctx, async (ctx) => {
    await lockClosures(ctx)
    const added = await insertCalendar(ctx, calendar, idempotencyKey)
    await insertClosuresOfAllCalendars(ctx, added.id, todayIn(ctx.tenant.time_zone, ctx.now))
    await recordCalendar(ctx, added.version === 1 ? 'created' : 'updated', { after: added })
    return added
  })
}
