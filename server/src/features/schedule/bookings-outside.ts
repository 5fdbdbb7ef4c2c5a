import { closedTimes } from '@prenoto/core/availability/closed-times.ts'
import { weekOf } from '@prenoto/core/availability/opening-hours.ts'
import type { BookingsOutside } from '@prenoto/core/schedule/changed-hours-schema.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../../tenants/context.ts'
import { specialOpeningsByDay } from '../availability/available-slots.ts'
import { type Hours, listSpecialOpenings } from './changed-hours.repository.ts'
import { listClosedBookings } from './closed-bookings.ts'

/** The times from today on in which planned changed hours and special openings leave the calendar closed. */
export async function timesOutside(
  ctx: Context,
  hours: Pick<Hours, 'calendar_id' | 'day_from' | 'day_to' | 'windows'>,
) {
  const today = todayIn(ctx.tenant.time_zone, ctx.now)
  const [first, last] = [hours.day_from > today ? hours.day_from : today, hours.day_to]
  const specialOpenings = await listSpecialOpenings(ctx, hours.calendar_id, first, last)
  const dated = { week: weekOf(hours.windows), specialOpenings: specialOpeningsByDay(specialOpenings) }
  return closedTimes(dated, { first, last })
}

/** A page of the upcoming bookings outside planned changed hours, with their total. */
export async function listBookingsOutside(ctx: Context, { per_page, last_id, ...hours }: BookingsOutside) {
  const spans = await timesOutside(ctx, hours)
  return listClosedBookings(ctx, { calendar_ids: [hours.calendar_id], spans, per_page, last_id })
}
