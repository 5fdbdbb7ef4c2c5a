import { type DayClock, epochMinuteOn, existsOn } from '../time/day-clock.ts'
import type { PlainDate } from '../time/plain-date.ts'
import { type PlainTime, toPlainTime } from '../time/plain-time.ts'
import type { BookableDay } from './bookable-days.ts'

/**
 * Intervals of epoch minutes, end excluded: all their starts and, apart from them, all their ends, each list ascending.
 * Which start belongs to which end does not matter, since only how many overlap is asked.
 */
export type Intervals = { starts: ArrayLike<number>; ends: ArrayLike<number> }

const MINUTES_OF_DAY = 1440

/** What decides which slots are offered. Integers only: minutes, and epoch minutes. */
export type SlotRules = {
  /** How long the service takes. */
  duration: number
  /** How far apart its slots begin. */
  step: number
  /** How long the calendar is busy before and after the visit; a day ends at its midnights all the same. */
  before: number
  after: number
  /** How many bookings the calendar takes at once, at least 1. */
  capacity: number
  /** With so many bookings a day has no more to offer; 0: as many as fit. */
  maxPerDay: number
  /** When the calendar is busy with its bookings, of whichever service: none goes beyond the day it begins on. */
  bookings: Intervals
  /** When the calendar is closed; may overlap. */
  closures: Intervals
  /** No slot starts before this epoch minute. */
  earliest: number
}

/** One entry of a service's `available_slots`. */
export type DaySlots = { date: PlainDate; slots: PlainTime[] }

/** The days, given in order, that have a slot to offer, each with its slots in order. */
export function availableSlots(days: readonly BookableDay[], rules: SlotRules): DaySlots[] {
  const { duration, step, before, after, earliest } = rules
  const fullyBooked = crowdedTimes(rules.bookings, rules.capacity)
  const closed = crowdedTimes(rules.closures, 1)
  const countOf = countOfDays(rules.bookings)
  const available: DaySlots[] = []
  if (duration < 1 || step < 1) return available

  for (const { date, clock, windows } of days) {
    const midnight = epochMinuteOn(clock, 0)
    const nextMidnight = epochMinuteOn(clock, MINUTES_OF_DAY)
    if (rules.maxPerDay > 0 && countOf(midnight, nextMidnight) >= rules.maxPerDay) continue
    const slots: PlainTime[] = []
    for (const { from, to } of windows) {
      const closing = epochMinuteOn(clock, to)
      for (let minute = from; minute + duration <= to; minute += step) {
        const start = epochMinuteOn(clock, minute)
        const end = start + duration
        if (start < earliest || end > closing || !existsOn(clock, minute)) continue
        const busyFrom = Math.max(start - before, midnight)
        const busyTo = Math.min(end + after, nextMidnight)
        if (!meets(fullyBooked, busyFrom, busyTo) && !meets(closed, busyFrom, busyTo)) slots.push(toPlainTime(minute))
      }
    }
    if (slots.length > 0) available.push({ date, slots })
  }
  return available
}

/** The slots of one day, as a booking's transaction asks for them: the same rules, the same code. */
export function slotsOfDay(day: BookableDay, rules: SlotRules): PlainTime[] {
  return availableSlots([day], rules)[0]?.slots ?? []
}

/** When the calendar is busy with a visit that starts then, on the day of a clock. */
export function busyTime(
  clock: DayClock,
  start: number,
  { duration, before, after }: Pick<SlotRules, 'duration' | 'before' | 'after'>,
) {
  return {
    from: Math.max(start - before, epochMinuteOn(clock, 0)),
    to: Math.min(start + duration + after, epochMinuteOn(clock, MINUTES_OF_DAY)),
  }
}

/** How many bookings the day of a clock has. */
export const bookingsOfDay = (bookings: Intervals, clock: DayClock) =>
  countOfDays(bookings)(epochMinuteOn(clock, 0), epochMinuteOn(clock, MINUTES_OF_DAY))

/** Whether at least `crowd` of the intervals overlap at some instant of [from, to). */
export const isCrowded = (intervals: Intervals, crowd: number, from: number, to: number) =>
  meets(crowdedTimes(intervals, crowd), from, to)

/** How many bookings begin in [from, to); to be asked with ascending days. */
function countOfDays({ starts }: Intervals) {
  let next = 0
  return (from: number, to: number) => {
    while (next < starts.length && starts[next]! < from) next++
    const first = next
    while (next < starts.length && starts[next]! < to) next++
    return next - first
  }
}

/** The times when at least `crowd` intervals overlap, read forward: `next` is the first one that may still matter. */
type CrowdedTimes = Intervals & { crowd: number; next: number }

function crowdedTimes({ starts, ends }: Intervals, crowd: number): CrowdedTimes {
  return { starts, ends, crowd, next: 0 }
}

/**
 * Whether [start, end) meets a crowded time; to be asked with ascending starts.
 *
 * At an instant t, n intervals have started and all but fewer than `crowd` of them have not ended exactly when
 * `ends[n - crowd] > t`. So the crowded times are the union of the intervals [starts[i + crowd - 1], ends[i]), whose
 * bounds both ascend with i: one pointer finds the only one that needs a look.
 */
function meets(times: CrowdedTimes, start: number, end: number): boolean {
  const { starts, ends } = times
  const ahead = times.crowd - 1
  const count = starts.length - ahead
  let i = times.next
  while (i < count && (ends[i]! <= start || ends[i]! <= starts[i + ahead]!)) i++
  times.next = i
  return i < count && starts[i + ahead]! < end
}
