import { type CalendarException, listClosures } from '@prenoto/core/availability/calendar-schedule.ts'
import { closedTimes } from '@prenoto/core/availability/closed-times.ts'
import { cutPage, type PageQuery } from '@prenoto/core/contract/pagination.ts'
import type { AffectedBookingsPage } from '@prenoto/core/schedule/affected-bookings.endpoints.ts'
import type { CancelledWith } from '@prenoto/core/schedule/closures-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { todayIn, toInstant } from '@prenoto/core/time/time-zone.ts'
import type { Context, StaffContext } from '../../tenants/context.ts'
import { listExceptions } from '../availability/exceptions.repository.ts'
import { cancelWithClosure, lockTimes } from '../bookings/cancel-for-closure.ts'
import {
  type ClosedTime,
  type ClosedTimes,
  countBookingsInClosedTimes,
  listBookingsInClosedTimes,
  lockBookingsInClosedTimes,
} from '../bookings/repositories/closed-times.repository.ts'

/** The same exceptions of several calendars. */
export type PlannedExceptions = { calendarIds: number[]; exceptions: CalendarException[] }

type Span = { day_from: PlainDate; hour_from: PlainTime; day_to: PlainDate; hour_to: PlainTime }

const WHOLE_DAY = { hour_from: parsePlainTime('00:00'), hour_to: parsePlainTime('23:59') }

function toClosedTime(ctx: Context, { day_from, hour_from, day_to, hour_to }: Span): ClosedTime {
  const zone = ctx.tenant.time_zone
  return { day_from, day_to, starts: toInstant(day_from, hour_from, zone), ends: toInstant(day_to, hour_to, zone) }
}

/** The times in which planned exceptions leave their calendars closed; of changed hours, those from today on. */
async function findClosedTimes(ctx: Context, { calendarIds, exceptions }: PlannedExceptions): Promise<ClosedTimes> {
  const spans: Span[] = listClosures({ exceptions })
  for (const planned of exceptions.filter(({ kind }) => kind === 'changed_hours'))
    for (const calendarId of calendarIds) spans.push(...(await listTimesOutside(ctx, calendarId, planned)))
  return { calendarIds, times: spans.map((span) => toClosedTime(ctx, span)) }
}

/** The times outside planned changed hours and the special openings on their days. */
async function listTimesOutside(ctx: Context, calendarId: number, planned: CalendarException) {
  const today = todayIn(ctx.tenant.time_zone, ctx.now)
  const [first, last] = [planned.day_from > today ? planned.day_from : today, planned.day_to]
  const present = await listExceptions(ctx, { from: first, to: last, calendarIds: [calendarId] })
  const openings = (present.get(calendarId) ?? []).filter(({ kind }) => kind === 'special_opening')
  return closedTimes({ from: first, weeks: [[]], exceptions: [planned, ...openings] }, { first, last })
}

/** A page of the upcoming bookings that planned exceptions leave in closed times, with their total. */
export async function listAffectedBookings(
  ctx: Context,
  planned: PlannedExceptions,
  { per_page, last_id }: PageQuery,
): Promise<AffectedBookingsPage> {
  const closed = await findClosedTimes(ctx, planned)
  const rows = await listBookingsInClosedTimes(ctx, closed, last_id, per_page + 1)
  const { items: bookings, ...tail } = cutPage(rows, per_page)
  return { bookings, ...tail, count: await countBookingsInClosedTimes(ctx, closed) }
}

/**
 * Locks the days of planned exceptions until the transaction ends, and cancels the chosen bookings that they leave in
 * closed times. Returns their ids. Locks the bookings before the days, since a reschedule of one does so, too, and again
 * after them, since one may have been made in between. The caller has locked the exceptions.
 */
export async function cancelAffected(ctx: StaffContext, planned: PlannedExceptions, cancel: CancelledWith | undefined) {
  const { calendarIds, exceptions } = planned
  const locked = exceptions.filter(({ kind }) => kind !== 'special_opening')
  const closed = cancel && (await findClosedTimes(ctx, planned))
  if (closed) await lockBookingsInClosedTimes(ctx, closed)
  await lockTimes(ctx, { calendarIds, times: locked.map((days) => toClosedTime(ctx, { ...WHOLE_DAY, ...days })) })
  return cancel && closed ? cancelWithClosure(ctx, closed, cancel) : []
}
