import { type DayClock, epochMinuteOn, existsOn } from '../time/day-clock.ts'
import type { PlainDate } from '../time/plain-date.ts'
import { type PlainTime, toPlainTime } from '../time/plain-time.ts'
import type { BookableDay } from './bookable-days.ts'
import { capacityCheck, type Intervals, startsIn } from './intervals.ts'

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
  const isFullyBooked = capacityCheck(rules.bookings, rules.capacity)
  const isClosed = capacityCheck(rules.closures, 1)
  const countOf = startsIn(rules.bookings)
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
        if (!isFullyBooked(busyFrom, busyTo) && !isClosed(busyFrom, busyTo)) slots.push(toPlainTime(minute))
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
  startsIn(bookings)(epochMinuteOn(clock, 0), epochMinuteOn(clock, MINUTES_OF_DAY))
