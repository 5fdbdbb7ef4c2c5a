import { type DayClock, epochMinuteOn, existsOn } from '../time/day-clock.ts'
import type { PlainDate } from '../time/plain-date.ts'
import { type PlainTime, toPlainTime } from '../time/plain-time.ts'
import type { BookableDay } from './bookable-days.ts'
import { type BusyTimes, capacityCheck, difference, type Interval, type Intervals, startsIn } from './intervals.ts'
import { type NoteGap, usefulStarts } from './useful-starts.ts'

const MINUTES_OF_DAY = 1440

/** The times of a visit in minutes; they may differ by calendar. */
export type VisitTimes = {
  duration: number
  /** Buffers around the visit, in which the calendar is busy; they are cut at the day's midnights. */
  before: number
  after: number
  /** Times after the start in which the calendar is free, in order; there is work before, between and after them. */
  processing: readonly Interval[]
}

/** All values are integers: minutes or epoch minutes. */
export type SlotRules = VisitTimes & {
  /** Interval between the starts of slots. */
  step: number
  /** Maximum number of simultaneous bookings, at least 1. */
  capacity: number
  /** Maximum number of bookings a day; 0 sets no limit. */
  maxPerDay: number
  /** Busy times of the calendar's bookings of all services; each ends on the day on which it begins. */
  bookings: BusyTimes
  /** May overlap. */
  closures: Intervals
  /** No slot starts before this epoch minute. */
  earliest: number
  /** The shortest free time that is of use; with 0 all starts are on the grid, otherwise some touch another visit. */
  minGap: number
  /** Whether starts that leave a shorter free time are hidden, as for visitors. */
  hidesGaps: boolean
}

/** One entry of a service's `available_slots`. */
export type DaySlots = { date: PlainDate; slots: PlainTime[] }

/** Expects ascending days; returns those with slots, in order. */
export function availableSlots(days: readonly BookableDay[], rules: SlotRules, noteGap?: NoteGap): DaySlots[] {
  const { duration, step, before, after, earliest } = rules
  const isFullyBooked = bookedCheck(rules)
  const isClosed = capacityCheck(rules.closures, 1)
  const countVisits = startsIn(rules.bookings.visits)
  const useful = rules.minGap > 0 ? usefulStarts(rules, noteGap) : undefined
  const available: DaySlots[] = []
  if (duration < 1 || step < 1) return available

  for (const { date, clock, windows } of days) {
    const midnight = epochMinuteOn(clock, 0)
    const nextMidnight = epochMinuteOn(clock, MINUTES_OF_DAY)
    if (rules.maxPerDay > 0 && countVisits(midnight, nextMidnight) >= rules.maxPerDay) continue
    const slots: PlainTime[] = []
    for (const { from, to } of windows) {
      const closing = epochMinuteOn(clock, to)
      const candidates = useful?.listCandidates(clock, { from, to })
      const first = slots.length
      for (let minute = from, i = 0; minute + duration <= to; minute = candidates ? candidates[++i]! : minute + step) {
        const start = epochMinuteOn(clock, minute)
        const end = start + duration
        if (start < earliest || end > closing || !existsOn(clock, minute)) continue
        const busyFrom = Math.max(start - before, midnight)
        const busyTo = Math.min(end + after, nextMidnight)
        if (!isFullyBooked(busyFrom, busyTo, start) && !isClosed(busyFrom, busyTo)) slots.push(toPlainTime(minute))
      }
      if (useful) slots.push(...useful.filterSlots({ date, clock }, { from, to }, slots.splice(first)))
    }
    if (slots.length > 0) available.push({ date, slots })
  }
  return available
}

/** The slots of one day; a booking's transaction checks its slot with this. */
export function slotsOfDay(day: BookableDay, rules: SlotRules): PlainTime[] {
  return availableSlots([day], rules)[0]?.slots ?? []
}

/**
 * Checks whether the calendar is at capacity while a visit keeps it busy, from `from` to `to` and not during its processing
 * times. Each of its parts has a check of its own, so that all are called with ascending times.
 */
function bookedCheck({ bookings, capacity, processing }: SlotRules) {
  const isAtCapacity = capacityCheck(bookings, capacity)
  if (processing.length === 0) return isAtCapacity
  const laterParts = processing.map(({ to }, i) => ({
    from: to,
    to: processing[i + 1]?.from,
    isAtCapacity: capacityCheck(bookings, capacity),
  }))
  return (from: number, to: number, start: number) =>
    isAtCapacity(from, start + processing[0]!.from) ||
    laterParts.some((part) => part.isAtCapacity(start + part.from, part.to === undefined ? to : start + part.to))
}

/** The times from `from` to `to` without the processing times of the visit that begins at `start`. */
export const busyParts = ({ from, to }: Interval, start: number, { processing }: VisitTimes) =>
  difference(
    [{ from, to }],
    processing.map((time) => ({ from: start + time.from, to: start + time.to })),
  )

/** The visit that begins at `start` with its buffers, cut at the midnights of the clock's day. */
export function busyTime(
  clock: DayClock,
  start: number,
  { duration, before, after }: Pick<VisitTimes, 'duration' | 'before' | 'after'>,
) {
  return {
    from: Math.max(start - before, epochMinuteOn(clock, 0)),
    to: Math.min(start + duration + after, epochMinuteOn(clock, MINUTES_OF_DAY)),
  }
}

export const countVisitsOfDay = ({ visits }: BusyTimes, clock: DayClock) =>
  startsIn(visits)(epochMinuteOn(clock, 0), epochMinuteOn(clock, MINUTES_OF_DAY))
