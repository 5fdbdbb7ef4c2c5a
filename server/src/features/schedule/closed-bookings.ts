import { cutPage } from '@prenoto/core/contract/pagination.ts'
import type { ClosedTimes as AskedTimes } from '@prenoto/core/schedule/closures-schema.ts'
import type { ClosedBookingPage } from '@prenoto/core/schedule/days-off.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../../tenants/context.ts'
import {
  type ClosedTime,
  countBookingsInClosedTimes,
  listBookingsInClosedTimes,
} from '../bookings/repositories/closed-times.repository.ts'
import { listAllCalendarIds } from '../calendars/calendars.repository.ts'

type Span = { day_from: PlainDate; hour_from: PlainTime; day_to: PlainDate; hour_to: PlainTime }

/** The closed time with its instants. */
export function closedTimeOf(ctx: Context, { day_from, hour_from, day_to, hour_to }: Span): ClosedTime {
  const zone = ctx.tenant.time_zone
  return { day_from, day_to, starts: toInstant(day_from, hour_from, zone), ends: toInstant(day_to, hour_to, zone) }
}

/** A page of the bookings within closed times, with their total. */
export async function listClosedBookings(
  ctx: Context,
  { calendar_ids, spans, per_page, last_id }: AskedTimes,
): Promise<ClosedBookingPage> {
  const calendarIds = calendar_ids ?? (await listAllCalendarIds(ctx))
  const closed = { calendarIds, times: spans.map((span) => closedTimeOf(ctx, span)) }
  const [rows, count] = await Promise.all([
    listBookingsInClosedTimes(ctx, closed, last_id, per_page + 1),
    countBookingsInClosedTimes(ctx, closed),
  ])
  const { items: bookings, ...tail } = cutPage(rows, per_page)
  return { bookings, ...tail, count }
}
