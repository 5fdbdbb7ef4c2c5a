import { type DayClock, epochMinuteOn, localMinuteAt } from '../time/day-clock.ts'
import type { PlainDate } from '../time/plain-date.ts'
import { type PlainTime, toMinuteOfDay } from '../time/plain-time.ts'
import type { Interval, Intervals } from './intervals.ts'
import type { OpeningWindow } from './opening-hours.ts'

const MINUTES_OF_DAY = 1440

/** The part of the slot rules that decides which free starts are useful; minutes and epoch minutes. */
type GapRules = {
  duration: number
  step: number
  before: number
  after: number
  capacity: number
  bookings: Intervals
  closures: Intervals
  minGap: number
  hidesGaps: boolean
}

type Day = { date: PlainDate; clock: DayClock }

/** Receives the minutes beside a slot's visit that are free but of no use. */
export type NoteGap = (date: PlainDate, slot: PlainTime, useless: number) => void

/**
 * The rule that leaves no useless gap, for windows in order. A free stretch lies inside one window, between closures and
 * times without a free place.
 */
export function usefulStarts(rules: GapRules, noteGap?: NoteGap) {
  const { duration, step, before, after, minGap, hidesGaps } = rules
  const visits = crowdedTimes(rules.bookings, rules.capacity)
  const closures = crowdedTimes(rules.closures, 1)
  const [findEnd, findClosureEnd] = [lastEnd(visits), lastEnd(closures)]
  const [findStart, findClosureStart] = [nextStart(visits), nextStart(closures)]
  let firstVisit = 0

  const countUseless = (minutes: number) => (minutes > 0 && minutes < minGap ? minutes : 0)

  return {
    /** The starts of the grid, and those right after the end or right before the beginning of a visit of that day. */
    listCandidates(clock: DayClock, { from, to }: OpeningWindow): number[] {
      const [midnight, nextMidnight] = [epochMinuteOn(clock, 0), epochMinuteOn(clock, MINUTES_OF_DAY)]
      const candidates: number[] = []
      const add = (start: number) => {
        const minute = localMinuteAt(clock, start)
        if (minute !== undefined && minute >= from && minute + duration <= to) candidates.push(minute)
      }
      while (firstVisit < visits.length && visits[firstVisit]!.to <= midnight) firstVisit++
      for (let i = firstVisit; i < visits.length && visits[i]!.from < nextMidnight; i++) {
        add(visits[i]!.to + before)
        add(visits[i]!.from - after - duration)
      }
      for (let minute = from; minute + duration <= to; minute += step) candidates.push(minute)
      return candidates.sort((one, other) => one - other)
    },

    /** The free slots of a window, each once; of a stretch only those with the fewest useless minutes if `hidesGaps`. */
    filterSlots({ date, clock }: Day, { from, to }: OpeningWindow, free: readonly PlainTime[]): PlainTime[] {
      const [opening, closing] = [epochMinuteOn(clock, from), epochMinuteOn(clock, to)]
      const slots: PlainTime[] = []
      let stretch = { from: Number.NEGATIVE_INFINITY, least: 0, firstSlot: 0 }
      for (const [i, slot] of free.entries()) {
        if (slot === free[i - 1]) continue
        const start = epochMinuteOn(clock, toMinuteOfDay(slot))
        const end = start + duration
        const since = Math.max(opening, findEnd(start), findClosureEnd(start))
        const until = Math.min(closing, findStart(end), findClosureStart(end))
        const useless = countUseless(start - before - since) + countUseless(until - end - after)
        if (since !== stretch.from) stretch = { from: since, least: useless, firstSlot: slots.length }
        if (hidesGaps && useless > stretch.least) continue
        if (hidesGaps && useless < stretch.least) {
          stretch.least = useless
          slots.length = stretch.firstSlot
        }
        slots.push(slot)
        noteGap?.(date, slot, useless)
      }
      return slots
    },
  }
}

/** The times in which at least `crowd` intervals overlap, in order; times that touch are one. */
function crowdedTimes({ starts, ends }: Intervals, crowd: number): Interval[] {
  const times: Interval[] = []
  for (let i = 0; i + crowd <= starts.length; i++) {
    const [from, to] = [starts[i + crowd - 1]!, ends[i]!]
    const last = times.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else if (from < to) times.push({ from, to })
  }
  return times
}

/** The end of the last interval that ends by an instant; call it with ascending instants. */
function lastEnd(intervals: readonly Interval[]) {
  let next = 0
  return (at: number): number => {
    while (next < intervals.length && intervals[next]!.to <= at) next++
    return intervals[next - 1]?.to ?? Number.NEGATIVE_INFINITY
  }
}

/** The start of the first interval that starts at an instant or later; call it with ascending instants. */
function nextStart(intervals: readonly Interval[]) {
  let next = 0
  return (at: number): number => {
    while (next < intervals.length && intervals[next]!.from < at) next++
    return intervals[next]?.from ?? Number.POSITIVE_INFINITY
  }
}
