import { bookableDays } from '@prenoto/core/availability/bookable-days.ts'
import type { CalendarHours } from '@prenoto/core/calendars/calendar-hours.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toPlainTime } from '@prenoto/core/time/plain-time.ts'
import { dayClock } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../../tenants/context.ts'
import { toSchedule } from '../availability/available-slots.ts'
import { listExceptions } from '../availability/exceptions.repository.ts'
import { listPresentCalendars } from '../availability/scheduled-calendars.repository.ts'

const MIDNIGHT = 1440

/** The opening hours of each calendar on these days; ignores closures. */
export async function readCalendarHours(ctx: Context, first: PlainDate, last: PlainDate): Promise<CalendarHours[]> {
  const calendars = await listPresentCalendars(ctx)
  const exceptions = await listExceptions(ctx, { from: first, to: last })
  return calendars.map((calendar) => {
    const { id, name, public_name, capacity, weeks, rota_from } = calendar
    return {
      id,
      name,
      public_name,
      capacity,
      weeks: weeks.length,
      rota_from,
      days: bookableDays(toSchedule(calendar, exceptions), { first, last }, (date) =>
        dayClock(date, ctx.tenant.time_zone),
      ).map(({ date, windows }) => ({
        date,
        windows: windows.map(({ from, to }) => ({ from: toPlainTime(from), to: toPlainTime(to % MIDNIGHT) })),
      })),
    }
  })
}
