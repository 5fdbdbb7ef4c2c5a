import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { LRUCache } from 'lru-cache'
import type { Context } from '../tenants/context.ts'
import { countLookup } from './count-lookup.ts'

/**
 * The busy times of a calendar as epoch minutes in two sorted lists. Without changes they are valid until `until` (epoch
 * milliseconds), when the first slot hold expires.
 */
export type Busy = { starts: number[]; ends: number[]; until: number }

export type BusyDay = Busy & { version: number }

/** The days from `from` to `to`, both included, and the cached versions of some of them. */
export type DaysQuery = { from: PlainDate; to: PlainDate; cachedDays: [PlainDate, { version: number }][] }

/** Size of the cache, of a day and of a booking in it, bytes. */
const MAX_BYTES = 4 * 2 ** 20
const DAY_BYTES = 200
const BOOKING_BYTES = 16

/** Reads the busy times of a calendar from `from` to `to`, both included, and the sum of the days' versions. */
export type BusyReader = (
  ctx: Context,
  calendarId: number,
  from: PlainDate,
  to: PlainDate,
) => Promise<Busy & { version: string }>

/** Reads the days whose version differs from the known one, in one statement, ordered by date. */
type ListChangedDays = (ctx: Context, calendarId: number, days: DaysQuery) => Promise<[PlainDate, BusyDay][]>

/**
 * Caches the busy times of each day by its version, so that a booking makes one day stale. Booking transactions do not use
 * the cache.
 */
export function busyDayCache(listChangedDays: ListChangedDays): BusyReader {
  const calendars = new LRUCache<string, Map<PlainDate, BusyDay>>({
    maxSize: MAX_BYTES,
    sizeCalculation: (days) =>
      [...days.values()].reduce((sum, { starts }) => sum + DAY_BYTES + BOOKING_BYTES * starts.length, DAY_BYTES),
  })

  return async (ctx, calendarId, from, to) => {
    const key = `${ctx.tenant.id}/${calendarId}`
    const before = calendars.get(key)
    // Keeps days after `to`, which another service of the calendar may show.
    const remaining = [...(before ?? [])].filter(([day]) => day >= from)
    const cachedDays = remaining.filter(([day, { until }]) => day <= to && until > ctx.now.epochMilliseconds)
    const changed = await listChangedDays(ctx, calendarId, { from, to, cachedDays })
    countLookup('days', cachedDays.length > 0 && changed.length === 0)

    if (changed.length > 0 || before?.size !== remaining.length) calendars.set(key, new Map([...remaining, ...changed]))
    const inOrder = [...new Map([...cachedDays, ...changed])]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, day]) => day)
    return {
      starts: joinLists(inOrder.map((day) => day.starts)),
      ends: joinLists(inOrder.map((day) => day.ends)),
      until: Math.min(...inOrder.map((day) => day.until)),
      version: String(inOrder.reduce((sum, { version }) => sum + version, 0)),
    }
  }
}

/** Several times faster than `flatMap` for thousands of bookings. */
const joinLists = (lists: number[][]) => ([] as number[]).concat(...lists)
