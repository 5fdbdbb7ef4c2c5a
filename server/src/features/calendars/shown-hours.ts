import { type OpenNow, openNow } from '@prenoto/core/availability/open-now.ts'
import { type ShownHours, shownHours } from '@prenoto/core/availability/shown-hours.ts'
import { localTimeAt, todayIn } from '@prenoto/core/time/time-zone.ts'
import { revisionCache } from '../../cache/revision-cache.ts'
import type { Context } from '../../tenants/context.ts'
import { hoursOf } from '../availability/available-slots.ts'
import { listClosuresFrom, listShownCalendars } from './shown-hours.repository.ts'

type HoursNow = ShownHours & { now: OpenNow }

type Rules = Parameters<typeof shownHours>[0]

/** Reads the public opening hours of the business or some calendars; caches those of so many businesses. */
export function hoursReader(businesses: number): (ctx: Context, calendarIds?: number[]) => Promise<HoursNow> {
  const readCached = revisionCache(
    async (ctx) => ({ rules: await readRules(ctx), byCalendars: new Map<string, ShownHours>() }),
    businesses,
  )

  return async (ctx, calendarIds) => {
    const local = localTimeAt(ctx.now.epochMilliseconds, ctx.tenant.time_zone)
    const { rules, byCalendars } = await readCached(ctx)
    const key = String(calendarIds)
    const hours = byCalendars.get(key) ?? shownHours(rulesOf(rules, calendarIds), local.date)
    byCalendars.set(key, hours)
    return { ...hours, now: openNow(hours.days, local) }
  }
}

const rulesOf = ({ calendars, closures }: Rules, ids: number[] | undefined): Rules => ({
  calendars: ids ? calendars.filter(({ id }) => ids.includes(id)) : calendars,
  closures,
})

async function readRules(ctx: Context): Promise<Rules> {
  const today = todayIn(ctx.tenant.time_zone, ctx.now)
  const [calendars, closures] = await Promise.all([listShownCalendars(ctx, today), listClosuresFrom(ctx, today)])
  return { calendars: calendars.map(hoursOf), closures }
}
