import { type PlainDate, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime, toMinuteOfDay } from '@prenoto/core/time/plain-time.ts'
import { formatClock, useLocalClock } from './local-clock.ts'

/** Local date and time of the business; `minutes` since midnight. */
export type Now = { date: PlainDate; minutes: number }

const SECOND = 1000

/** The current local time of the business, updated every few seconds. */
export const useNow = (): Now => toNow(useLocalClock(formatClock, 5 * SECOND))

/** The local time of the business at this moment. */
export const nowIn = (timeZone: string): Now => toNow(formatClock(timeZone))

function toNow(clock: string): Now {
  const [date, time] = clock.split(' ') as [string, string]
  return { date: parsePlainDate(date), minutes: toMinuteOfDay(parsePlainTime(time)) }
}
