import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { LRUCache } from 'lru-cache'
import type { Context } from '../tenants/context.ts'

/**
 * The times when a calendar is busy, as epoch minutes in two sorted lists. If nobody changes it, it holds until `until` (epoch
 * milliseconds), when the first of the held places is free.
 */
export type Busy = { starts: number[]; ends: number[]; until: number }

export type BusyDay = Busy & { version: number }

/** The days from `from` to `to`, both included, and the cached versions of some of them. */
export type DaysWanted = { from: PlainDate; to: PlainDate; known: [PlainDate, { version: number }][] }

/** Bytes that are cached in all, and about how many a day takes, by itself and for each booking. */
const MAX_BYTES = 4 * 2 ** 20
const DAY_BYTES = 200
const BOOKING_BYTES = 16

/** Reads when a calendar is busy on the days from `from` to `to`, both included, and the sum of their versions. */
export type BusyReader = (
  ctx: Context,
  calendarId: number,
  from: PlainDate,
  to: PlainDate,
) => Promise<Busy & { version: string }>

/** Reads the days whose version is not the known one, in one statement, in order. */
type ListChangedDays = (ctx: Context, calendarId: number, wanted: DaysWanted) => Promise<[PlainDate, BusyDay][]>

/**
 * Caches the bookings of each day with the version the day had, and reads again only the days whose version has changed: a booking
 * costs the reading of one day. Transactions that book read everything anew.
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
    // Another service of the calendar may look further ahead.
    const kept = [...(before ?? [])].filter(([day]) => day >= from)
    const known = kept.filter(([day, { until }]) => day <= to && until > ctx.now.epochMilliseconds)
    const changed = await listChangedDays(ctx, calendarId, { from, to, known })

    if (changed.length > 0 || before?.size !== kept.length) calendars.set(key, new Map([...kept, ...changed]))
    const inOrder = [...new Map([...known, ...changed])]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, day]) => day)
    return {
      starts: joined(inOrder.map((day) => day.starts)),
      ends: joined(inOrder.map((day) => day.ends)),
      until: Math.min(...inOrder.map((day) => day.until)),
      version: String(inOrder.reduce((sum, { version }) => sum + version, 0)),
    }
  }
}

/** Several times as fast as `flatMap` for thousands of bookings. */
const joined = (lists: number[][]) => ([] as number[]).concat(...lists)
