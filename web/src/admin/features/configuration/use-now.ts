import { type PlainDate, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime, toMinuteOfDay, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { localTime } from '../../../lib/local-time.ts'
import { useLocalClock } from './local-clock.ts'

/** Local date and time of the business; `minutes` since midnight. */
export type Now = { date: PlainDate; minutes: number }

const SECOND = 1000

/** The current local time of the business, updated every few seconds. */
export const useNow = (): Now => toNow(useLocalClock(formatMinute, 5 * SECOND))

/** The local time of the business at this moment. */
export const nowIn = (timeZone: string): Now => toNow(formatMinute(timeZone))

/** '2026-11-22 15:04' */
function formatMinute(timeZone: string): string {
  const { date, time } = localTime(timeZone)
  return `${date} ${toShortTime(time)}`
}

function toNow(minute: string): Now {
  const [date, time] = minute.split(' ') as [string, string]
  return { date: parsePlainDate(date), minutes: toMinuteOfDay(parsePlainTime(time)) }
}
