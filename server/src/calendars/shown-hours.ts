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

/** Reads when the business is open, as visitors are told; once for each day and revision, of so many businesses. */
export function hoursReader(businesses: number): (ctx: Context) => Promise<HoursNow> {
  const readDays = revisionCache(async () => new Map<PlainDate, Promise<ShownHours>>(), businesses)

  return async (ctx) => {
    const local = localTimeAt(ctx.now.epochMilliseconds, ctx.tenant.time_zone)
    const known = await readDays(ctx)
    const reading = known.get(local.date) ?? readHours(ctx, local.date)
    if (!known.has(local.date)) {
      known.clear()
      known.set(local.date, reading)
      // The caller gets the error below; a failed read is not cached.
      reading.catch(() => known.delete(local.date))
    }
    const hours = await reading
    return { ...hours, now: openNow(hours.days, local) }
  }
}

async function readHours(ctx: Context, today: PlainDate): Promise<ShownHours> {
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
  return shownHours({ calendars: days, closures }, today)
}
