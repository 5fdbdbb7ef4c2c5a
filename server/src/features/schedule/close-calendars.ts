import { createHash, randomUUID } from 'node:crypto'
import type { ClosuresInput } from '@prenoto/core/schedule/closures-schema.ts'
import type { DayOff, DayOffInput } from '@prenoto/core/schedule/day-off-schema.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { cancelWithClosure, lockTimes } from '../bookings/cancel-for-closure.ts'
import { listAllCalendarIds, lockClosures, lockExistingCalendars } from '../calendars/calendars.repository.ts'
import { withCalendar } from '../calendars/with-calendar.ts'
import { closedTimeOf } from './closed-bookings.ts'
import { insertClosures } from './closures.repository.ts'
import { findDayOff, findDayOffOfKey, findGroup, insertDayOff, listGroups } from './days-off.repository.ts'
import { ClosureAlreadySaved, SomeCalendarUnknown } from './errors.ts'
import { recordNewClosures } from './record-closure.ts'

/**
 * Closes calendars and cancels the chosen bookings, all or nothing. A repeated request with the same idempotency key
 * closes nothing more unless the closure was deleted; other closures with that key get 409 with the saved closure.
 * Throws 422 for an unknown calendar.
 */
export function closeCalendars(ctx: StaffContext, input: ClosuresInput, idempotencyKey?: string) {
  const spans = input.spans.map((span, i) => ({ ...span, group_id: groupIdOf(input, i, idempotencyKey) }))
  const groupIds = spans.map(({ group_id }) => group_id)
  return transaction(ctx, async (ctx) => {
    await lockClosures(ctx)
    const earlier = idempotencyKey && (await findDayOffOfKey(ctx, hashOfKey(idempotencyKey)))
    if (earlier && !groupIds.includes(earlier.group_id!)) {
      const saved = await findGroup(ctx, earlier.id)
      throw new ClosureAlreadySaved(saved!, { daysOff: [saved], cancelled: [] })
    }
    if (earlier) return { daysOff: await listGroups(ctx, groupIds), cancelled: [] }

    const wanted = input.calendar_ids ?? (await listAllCalendarIds(ctx))
    const calendarIds = await lockExistingCalendars(ctx, wanted)
    if (input.calendar_ids && calendarIds.length < new Set(wanted).size) throw new SomeCalendarUnknown('calendar_ids')

    const closed = { calendarIds, times: spans.map((span) => closedTimeOf(ctx, span)) }
    await lockTimes(ctx, closed)
    const cancelled = input.cancel ? await cancelWithClosure(ctx, closed, input.cancel) : []
    const ofAll = !input.calendar_ids
    await insertClosures(ctx, { spans, calendarIds, ofAll, skipClosed: input.skip_closed ?? false })
    const daysOff = await listGroups(ctx, groupIds)
    await recordNewClosures(ctx, daysOff, cancelled)
    return { daysOff, cancelled }
  })
}

/** Closes one calendar. Repeated requests behave as in `closeCalendars`. Throws 422 for an unknown calendar. */
export function closeCalendar(ctx: Context, dayOff: DayOffInput, idempotencyKey?: string): Promise<DayOff> {
  const group_id = idempotencyKey ? groupIdOf(dayOff, 0, idempotencyKey) : null
  return transaction(ctx, async (ctx) => {
    if (idempotencyKey) await lockClosures(ctx)
    const earlier = idempotencyKey && (await findDayOffOfKey(ctx, hashOfKey(idempotencyKey)))
    if (!earlier) {
      const made = await withCalendar(ctx, dayOff.calendar_id, async (ctx) => {
        await lockTimes(ctx, { calendarIds: [dayOff.calendar_id], times: [closedTimeOf(ctx, dayOff)] })
        return insertDayOff(ctx, { ...dayOff, group_id })
      })
      await recordNewClosures(ctx, [made])
      return made
    }
    if (earlier.group_id === group_id) return (await findDayOff(ctx, earlier.id))!
    const saved = await findGroup(ctx, earlier.id)
    throw new ClosureAlreadySaved(saved!, saved)
  })
}

/** The group id of one time span. Its first half is the hash of the idempotency key. */
function groupIdOf(input: ClosuresInput | DayOffInput, i: number, key?: string) {
  return key ? uuidOf(hashOfKey(key), halfHash([i, input])) : randomUUID()
}

const hashOfKey = (key: string) => halfHash(key)

/** 64 bits as 16 hexadecimal digits. */
const halfHash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

/** Two halves of 16 digits as a UUID. */
const uuidOf = (...halves: [string, string]) =>
  halves.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
