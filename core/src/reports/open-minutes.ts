import type { BookableDay } from '../availability/bookable-days.ts'
import { difference, type Intervals, toIntervalList, totalLength, union } from '../availability/intervals.ts'
import { epochMinuteOn } from '../time/day-clock.ts'
import type { PlainDate } from '../time/plain-date.ts'

/** Open minutes of each open day, in elapsed time (clock changes count), without closures. */
export function openMinutes(days: readonly BookableDay[], closures: Intervals): Map<PlainDate, number> {
  const closed = union(toIntervalList(closures))
  return new Map(
    days.map(({ date, clock, windows }) => {
      const open = windows.map(({ from, to }) => ({ from: epochMinuteOn(clock, from), to: epochMinuteOn(clock, to) }))
      return [date, totalLength(difference(open, closed))]
    }),
  )
}
