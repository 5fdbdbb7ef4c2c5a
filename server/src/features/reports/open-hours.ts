import { bookableDays } from '@prenoto/core/availability/bookable-days.ts'
import { closedIntervals } from '@prenoto/core/availability/calendar-schedule.ts'
import { openMinutes } from '@prenoto/core/reports/open-minutes.ts'
import type { Period } from '@prenoto/core/reports/period.ts'
import type { DayClock } from '@prenoto/core/time/day-clock.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { dayClock, todayIn, toEpochMinute } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../../tenants/context.ts'
import { toSchedule } from '../availability/available-slots.ts'
import { listExceptions } from '../availability/exceptions.repository.ts'
import { listAllCalendars } from '../availability/scheduled-calendars.repository.ts'

export type CalendarHours = { id: number; name: string; minutes: Map<PlainDate, number> }

/** Open minutes of each calendar by day, multiplied by its capacity, with its present opening hours. */
export async function readOpenHours(ctx: Context, { from, to }: Period): Promise<CalendarHours[]> {
  const [calendars, exceptions] = [await listAllCalendars(ctx), await listExceptions(ctx, { from, to })]
  const getClock = clocks(ctx)
  return calendars.map((calendar) => {
    const { id, name, to: until, deleted_at, capacity } = calendar
    const deletedOn = deleted_at && todayIn(ctx.tenant.time_zone, deleted_at)
    const schedule = toSchedule(
      { ...calendar, to: deletedOn && (!until || deletedOn < until) ? deletedOn : until },
      exceptions,
    )
    // Private events count as opening hours, since the past ones are not kept.
    const planned = schedule.exceptions.filter(({ kind }) => kind !== 'busy')
    const closures = closedIntervals(planned, (day, hour) => toEpochMinute(day, hour, ctx.tenant.time_zone))
    const minutes = openMinutes(bookableDays(schedule, { first: from, last: to }, getClock), closures)
    return { id, name, minutes: new Map([...minutes].map(([day, open]) => [day, open * capacity])) }
  })
}

/** A cache of day clocks, since all calendars share the days. */
function clocks({ tenant }: Context) {
  const clockByDay = new Map<PlainDate, DayClock>()
  return (date: PlainDate) => {
    const clock = clockByDay.get(date) ?? dayClock(date, tenant.time_zone)
    clockByDay.set(date, clock)
    return clock
  }
}
