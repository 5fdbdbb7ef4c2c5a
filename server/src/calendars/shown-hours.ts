import { type OpenNow, openNow } from '@prenoto/core/availability/open-now.ts'
import { openingWeek } from '@prenoto/core/availability/opening-hours.ts'
import { type ShownHours, shownHours } from '@prenoto/core/availability/shown-hours.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import { openingsOf } from '../availability/available-slots.ts'
import { revisionCache } from '../cache/revision-cache.ts'
import type { Context } from '../tenants/context.ts'
import { listClosuresFrom, listOpeningsFrom, listShownCalendars } from './shown-hours.repository.ts'

type HoursNow = ShownHours & { now: OpenNow }

type Rules = Parameters<typeof shownHours>[0]

/** The rules and the requested hours of a day, by calendar id. */
type Day = { rules: Promise<Rules>; hours: Map<string, ShownHours> }

/**
 * Reads when the business, or some of its calendars, are open, as visitors are told; once for each day and revision, of so many
 * businesses.
 */
export function hoursReader(businesses: number): (ctx: Context, calendarIds?: number[]) => Promise<HoursNow> {
  const readDays = revisionCache(async () => new Map<PlainDate, Day>(), businesses)

  return async (ctx, calendarIds) => {
    const local = localTimeAt(ctx.now.epochMilliseconds, ctx.tenant.time_zone)
    const known = await readDays(ctx)
    const day = known.get(local.date) ?? { rules: readRules(ctx, local.date), hours: new Map() }
    if (!known.has(local.date)) {
      known.clear()
      known.set(local.date, day)
      // The caller gets the error below; a failed read is not cached.
      day.rules.catch(() => known.delete(local.date))
    }
    const rules = await day.rules
    const key = String(calendarIds)
    const hours = day.hours.get(key) ?? shownHours(rulesOf(rules, calendarIds), local.date)
    day.hours.set(key, hours)
    return { ...hours, now: openNow(hours.days, local) }
  }
}

const rulesOf = ({ calendars, closures }: Rules, ids: number[] | undefined): Rules => ({
  calendars: ids ? calendars.filter(({ id }) => ids.includes(id)) : calendars,
  closures,
})

async function readRules(ctx: Context, today: PlainDate): Promise<Rules> {
  const [calendars, closures, openings] = await Promise.all([
    listShownCalendars(ctx),
    listClosuresFrom(ctx, today),
    listOpeningsFrom(ctx, today),
  ])
  const days = calendars.map(({ id, from, to, ...hours }) => ({
    id,
    from,
    to,
    week: openingWeek(hours),
    openings: openingsOf({ openings: openings.filter(({ calendar_id }) => calendar_id === id) }),
  }))
  return { calendars: days, closures }
}
