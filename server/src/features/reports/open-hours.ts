import { bookableDays } from '@prenoto/core/availability/bookable-days.ts'
import type { Intervals } from '@prenoto/core/availability/intervals.ts'
import { openMinutes } from '@prenoto/core/reports/open-minutes.ts'
import type { Period } from '@prenoto/core/reports/period.ts'
import type { DayClock } from '@prenoto/core/time/day-clock.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { dayClock, todayIn, toEpochMinute } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../../tenants/context.ts'
import { hoursOf } from '../availability/available-slots.ts'
import { listClosuresFrom } from '../calendars/shown-hours.repository.ts'
import { listAllCalendars } from './reports.repository.ts'

export type CalendarHours = { id: number; name: string; minutes: Map<PlainDate, number> }

/** Open minutes of each calendar by day, multiplied by its capacity, with its present opening hours. */
export async function readOpenHours(ctx: Context, { from, to }: Period): Promise<CalendarHours[]> {
  const [calendars, closures] = await Promise.all([listAllCalendars(ctx, { from, to }), listClosuresFrom(ctx, from)])
  const closuresOf = Map.groupBy(closures, ({ calendar_id }) => calendar_id)
  const clockOf = clocks(ctx)
  return calendars.map((calendar) => {
    const { id, name, to: until, deleted_at, capacity } = calendar
    const deletedOn = deleted_at && todayIn(ctx.tenant.time_zone, deleted_at)
    const days = bookableDays(
      hoursOf({ ...calendar, to: deletedOn && (!until || deletedOn < until) ? deletedOn : until }),
      { first: from, last: to },
      clockOf,
    )
    const minutes = openMinutes(days, closedIntervals(ctx, closuresOf.get(id) ?? []))
    return { id, name, minutes: new Map([...minutes].map(([day, open]) => [day, open * capacity])) }
  })
}

/** A cache of day clocks, since all calendars share the days. */
function clocks({ tenant }: Context) {
  const known = new Map<PlainDate, DayClock>()
  return (date: PlainDate) => {
    const clock = known.get(date) ?? dayClock(date, tenant.time_zone)
    known.set(date, clock)
    return clock
  }
}

type Closures = Awaited<ReturnType<typeof listClosuresFrom>>

function closedIntervals({ tenant }: Context, closures: Closures): Intervals {
  const ascending = (a: number, b: number) => a - b
  return {
    starts: closures.map((c) => toEpochMinute(c.day_from, c.hour_from, tenant.time_zone)).sort(ascending),
    ends: closures.map((c) => toEpochMinute(c.day_to, c.hour_to, tenant.time_zone)).sort(ascending),
  }
}
