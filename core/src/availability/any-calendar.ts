import type { PlainTime } from '../time/plain-time.ts'
import type { DaySlots } from './slots.ts'

/** The union of the slots of several calendars, in order. */
export function slotsOfAny(calendars: readonly DaySlots[][]): DaySlots[] {
  return calendars.reduce(together, [])
}

function together(some: DaySlots[], others: DaySlots[]): DaySlots[] {
  if (some.length === 0) return others
  return merge(some, others, byDate, (one, other) => ({
    date: one.date,
    slots: merge(one.slots, other.slots, byTime, (slot) => slot),
  }))
}

const byDate = (one: DaySlots, other: DaySlots) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0)
const byTime = (one: PlainTime, other: PlainTime) => (one < other ? -1 : one > other ? 1 : 0)

/** Merges two ordered lists; `unite` combines two equal items. */
function merge<T>(some: T[], others: T[], compare: (one: T, other: T) => number, unite: (one: T, other: T) => T): T[] {
  const merged: T[] = []
  let i = 0
  let j = 0
  while (i < some.length && j < others.length) {
    const order = compare(some[i]!, others[j]!)
    if (order < 0) merged.push(some[i++]!)
    else if (order > 0) merged.push(others[j++]!)
    else merged.push(unite(some[i++]!, others[j++]!))
  }
  while (i < some.length) merged.push(some[i++]!)
  while (j < others.length) merged.push(others[j++]!)
  return merged
}

/** Chooses the free calendar with the fewest busy minutes on the day, then with the lowest id. */
export function leastBusy<C extends { id: number; busyMinutes: number }>(free: readonly C[]): C | undefined {
  return [...free].sort((one, other) => one.busyMinutes - other.busyMinutes || one.id - other.id)[0]
}
