import type { ClosedBookings } from '@prenoto/core/days-off/day-off-schema.ts'
import type { ClosedBookingPage } from '@prenoto/core/days-off/days-off.endpoints.ts'
import { cutPage } from '@prenoto/core/page.ts'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import { countBookingsInClosedTime, listBookingsInClosedTime } from '../bookings/bookings.repository.ts'
import type { Context } from '../tenants/context.ts'

/** A page of the bookings that a closure would leave without a place, and how many there are. */
export async function listClosedBookings(
  ctx: Context,
  { calendar_id, day_from, hour_from, day_to, hour_to, per_page, last_id }: ClosedBookings,
): Promise<ClosedBookingPage> {
  const zone = ctx.tenant.time_zone
  const starts = toInstant(day_from, hour_from, zone)
  const time = { calendar_id, day_from, day_to, starts, ends: toInstant(day_to, hour_to, zone) }
  const [rows, count] = await Promise.all([
    listBookingsInClosedTime(ctx, time, last_id, per_page + 1),
    countBookingsInClosedTime(ctx, time),
  ])
  const { items: bookings, ...tail } = cutPage(rows, per_page)
  return { bookings, ...tail, count }
}
