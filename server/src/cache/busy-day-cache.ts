import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { LRUCache } from 'lru-cache'
import type { Context } from '../tenants/context.ts'

/** Epoch minutes, each list sorted on its own: what a calendar is busy with. */
export type Busy = { starts: number[]; ends: number[] }

type KnownDay = Busy & { version: number }

/** What is remembered in all, bytes, and about what a day takes, by itself and for each booking. */
const MAX_BYTES = 8 * 2 ** 20
const DAY_BYTES = 200
const BOOKING_BYTES = 16

/** Reads what a calendar is busy with on the days from `from` to `to`, both included, and the sum of their versions. */
export type BusyReader = (
  ctx: Context,
  calendarId: number,
  from: PlainDate,
  to: PlainDate,
) => Promise<Busy & { version: string }>

/** What the database is asked for: the versions of a calendar's days, and the bookings of some of them. */
type Reads = {
  listDayVersions(ctx: Context, calendarId: number, from: PlainDate, to: PlainDate): Promise<Map<PlainDate, number>>
  listBusyDays(ctx: Context, calendarId: number, days: PlainDate[]): Promise<Map<PlainDate, Busy>>
}

/**
 * A reader that remembers each day's bookings with the version the day had, and reads again only the days
 * whose version has changed. For showing what is free; a booking's transaction reads everything anew.
 */
export function busyDayCache({ listDayVersions, listBusyDays }: Reads): BusyReader {
  const calendars = new LRUCache<string, Map<PlainDate, KnownDay>>({
    maxSize: MAX_BYTES,
    sizeCalculation: (days) =>
      [...days.values()].reduce((sum, { starts }) => sum + DAY_BYTES + BOOKING_BYTES * starts.length, DAY_BYTES),
  })

  return async (ctx, calendarId, from, to) => {
    const key = `${ctx.tenant.id}/${calendarId}`
    const known = calendars.get(key)
    // The versions first: if a day changes after that, the next reader notices.
    const versions = await listDayVersions(ctx, calendarId, from, to)
    const changed = [...versions].filter(([day, version]) => known?.get(day)?.version !== version).map(([day]) => day)
    const read = await listBusyDays(ctx, calendarId, changed)

    const days = new Map<PlainDate, KnownDay>()
    for (const [day, version] of versions) {
      const busy = read.get(day) ?? (changed.includes(day) ? NOTHING : known!.get(day)!)
      days.set(day, { version, starts: busy.starts, ends: busy.ends })
    }
    if (changed.length > 0 || known?.size !== days.size) calendars.set(key, days)
    return {
      starts: [...days.values()].flatMap((day) => day.starts),
      ends: [...days.values()].flatMap((day) => day.ends),
      version: String([...versions.values()].reduce((sum, version) => sum + version, 0)),
    }
  }
}

const NOTHING: Busy = { starts: [], ends: [] }
