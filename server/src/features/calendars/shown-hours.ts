import { type OpenNow, openNow } from '@prenoto/core/availability/open-now.ts'
import { type ShownHours, shownHours } from '@prenoto/core/availability/shown-hours.ts'
import { localTimeAt, todayIn } from '@prenoto/core/time/time-zone.ts'
import { revisionCache } from '../../cache/revision-cache.ts'
import { type Context, readTransaction } from '../../tenants/context.ts'
import { toSchedule } from '../availability/available-slots.ts'
import { listExceptions } from '../availability/exceptions.repository.ts'
import { listShownCalendars } from '../availability/scheduled-calendars.repository.ts'

type HoursNow = ShownHours & { now: OpenNow }

/** Reads the public opening hours of the business or some calendars, with a cache for a number of businesses. */
export function hoursReader(businesses: number): (ctx: Context, calendarIds?: number[]) => Promise<HoursNow> {
  const readCached = revisionCache(
    async (ctx) => ({
      schedules: await readTransaction(ctx, readSchedules),
      byCalendars: new Map<string, ShownHours>(),
    }),
    businesses,
  )

  return async (ctx, calendarIds) => {
    const local = localTimeAt(ctx.now.epochMilliseconds, ctx.tenant.time_zone)
    const { schedules, byCalendars } = await readCached(ctx)
    const key = String(calendarIds)
    const hours = byCalendars.get(key) ?? shownHours(filterSchedules(schedules, calendarIds), local.date)
    byCalendars.set(key, hours)
    return { ...hours, now: openNow(hours.days, local) }
  }
}

const filterSchedules = (schedules: Awaited<ReturnType<typeof readSchedules>>, ids: number[] | undefined) =>
  ids ? schedules.filter(({ id }) => ids.includes(id)) : schedules

async function readSchedules(ctx: Context) {
  const from = todayIn(ctx.tenant.time_zone, ctx.now)
  const [calendars, exceptions] = [await listShownCalendars(ctx), await listExceptions(ctx, { from })]
  return calendars.map((calendar) => toSchedule(calendar, exceptions))
}
