import { createHash, randomUUID } from 'node:crypto'
import type { ClosuresInput } from '@prenoto/core/days-off/closures-schema.ts'
import type { DayOff, DayOffInput } from '@prenoto/core/days-off/day-off-schema.ts'
import { cancelWithClosure } from '../bookings/cancel-with-closure.ts'
import { listAllCalendarIds, listHeldCalendars, lockClosures } from '../calendars/calendars.repository.ts'
import { withCalendar } from '../calendars/with-calendar.ts'
import { invalid } from '../lib/errors.ts'
import { type Context, type StaffContext, transaction } from '../tenants/context.ts'
import { closedTimeOf } from './closed-bookings.ts'
import { insertClosures } from './closures.repository.ts'
import { findDayOffOfGroup, insertDayOff, listGroups } from './days-off.repository.ts'

/**
 * Closes calendars at some times and cancels the chosen bookings within them: all of it or nothing. A repeated call with the same
 * idempotency key closes nothing more, unless that was removed since. Throws 422 for a calendar that is not there.
 */
export function closeCalendars(ctx: StaffContext, input: ClosuresInput, idempotencyKey?: string) {
  const spans = input.spans.map((span, i) => ({ ...span, group_id: signOf(input, i, idempotencyKey) }))
  const signs = spans.map(({ group_id }) => group_id)
  return transaction(ctx, async (ctx) => {
    await lockClosures(ctx)
    const earlier = idempotencyKey ? await listGroups(ctx, signs) : []
    if (earlier.length > 0) return { daysOff: earlier, cancelled: [] }

    const wanted = input.calendar_ids ?? (await listAllCalendarIds(ctx))
    const calendarIds = await listHeldCalendars(ctx, wanted)
    if (input.calendar_ids && calendarIds.length < new Set(wanted).size)
      throw invalid('calendar_ids', 'Uno dei calendari scelti non esiste.')

    const closed = { calendarIds, times: spans.map((span) => closedTimeOf(ctx, span)) }
    const cancelled = input.cancel ? await cancelWithClosure(ctx, closed, input.cancel) : []
    const ofAll = !input.calendar_ids
    await insertClosures(ctx, { spans, calendarIds, ofAll, skipClosed: input.skip_closed ?? false })
    return { daysOff: await listGroups(ctx, signs), cancelled }
  })
}

/** Closes one calendar. A repeated call is answered as with `closeCalendars`. Throws 422 for a calendar that is not there. */
export function closeCalendar(ctx: Context, dayOff: DayOffInput, idempotencyKey?: string): Promise<DayOff> {
  const group_id = idempotencyKey && signOf(dayOff, 0, idempotencyKey)
  return transaction(ctx, async (ctx) => {
    if (group_id) await lockClosures(ctx)
    const earlier = group_id && (await findDayOffOfGroup(ctx, group_id))
    return earlier || withCalendar(ctx, dayOff.calendar_id, (ctx) => insertDayOff(ctx, { ...dayOff, group_id }))
  })
}

/** What the closures of one time carry together; that of a repeated call is the same. */
function signOf(input: ClosuresInput | DayOffInput, i: number, key?: string) {
  if (!key) return randomUUID()
  const hash = createHash('sha256')
    .update(JSON.stringify([key, i, input]))
    .digest('hex')
  return hash.slice(0, 32)
}
