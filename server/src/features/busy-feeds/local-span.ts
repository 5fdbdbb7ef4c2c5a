import type { Interval } from '@prenoto/core/availability/intervals.ts'
import { addDays } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime, toPlainTime } from '@prenoto/core/time/plain-time.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'

const MINUTE_IN_MS = 60_000
const LAST_MINUTE = parsePlainTime('23:59')

/** A time in epoch minutes as a closure: until midnight means 23:59 of the day before. */
export function toLocalSpan({ from, to }: Interval, timeZone: string) {
  const start = localTimeAt(from * MINUTE_IN_MS, timeZone)
  const end = localTimeAt(to * MINUTE_IN_MS, timeZone)
  return {
    day_from: start.date,
    hour_from: toPlainTime(start.minutes),
    ...(end.minutes === 0
      ? { day_to: addDays(end.date, -1), hour_to: LAST_MINUTE }
      : { day_to: end.date, hour_to: toPlainTime(end.minutes) }),
  }
}
