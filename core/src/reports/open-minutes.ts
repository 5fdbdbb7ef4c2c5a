import type { BookableDay } from '../availability/bookable-days.ts'
import { difference, type Intervals, lengthOf, pairsOf, union } from '../availability/intervals.ts'
import { epochMinuteOn } from '../time/day-clock.ts'
import type { PlainDate } from '../time/plain-date.ts'

/** How long a calendar is open on each of its open days: in minutes that really pass, closures taken out. */
export function openMinutes(days: readonly BookableDay[], closures: Intervals): Map<PlainDate, number> {
  const closed = union(pairsOf(closures))
  return new Map(
    days.map(({ date, clock, windows }) => {
      const open = windows.map(({ from, to }) => ({ from: epochMinuteOn(clock, from), to: epochMinuteOn(clock, to) }))
      return [date, lengthOf(difference(open, closed))]
    }),
  )
}
