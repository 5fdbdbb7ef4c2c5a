import type { BookableDay } from '../availability/bookable-days.ts'
import type { Intervals } from '../availability/slots.ts'
import { epochMinuteOn } from '../time/day-clock.ts'
import type { PlainDate } from '../time/plain-date.ts'

type Interval = { from: number; to: number }

/** How long a calendar is open on each of its open days, given in order: in minutes that really pass, closures taken out. */
export function openMinutes(days: readonly BookableDay[], closures: Intervals): Map<PlainDate, number> {
  const closed = united(closures)
  const minutes = new Map<PlainDate, number>()
  let next = 0
  for (const { date, clock, windows } of days) {
    let open = 0
    for (const window of windows) {
      const from = epochMinuteOn(clock, window.from)
      const to = epochMinuteOn(clock, window.to)
      while (next < closed.length && closed[next]!.to <= from) next++
      open += to - from - overlap(closed, next, { from, to })
    }
    minutes.set(date, open)
  }
  return minutes
}

function overlap(closed: readonly Interval[], first: number, { from, to }: Interval): number {
  let minutes = 0
  for (let i = first; i < closed.length && closed[i]!.from < to; i++)
    minutes += Math.min(to, closed[i]!.to) - Math.max(from, closed[i]!.from)
  return minutes
}

/** The times that any of the intervals covers, in order and apart from each other. */
function united({ starts, ends }: Intervals): Interval[] {
  const all: Interval[] = []
  for (let i = 0; i < starts.length; i++) {
    const last = all.at(-1)
    // Whatever has begun before all that began before it has ended goes on with it.
    if (last && starts[i]! <= ends[i - 1]!) last.to = ends[i]!
    else all.push({ from: starts[i]!, to: ends[i]! })
  }
  return all
}
