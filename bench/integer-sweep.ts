import type { BookableDay } from '../core/src/availability/bookable-days.ts'
import type { DaySlots, SlotRules } from '../core/src/availability/slots.ts'
import { type PlainTime, toPlainTime } from '../core/src/time/plain-time.ts'

const texts = Array.from({ length: 1440 }, (_, minute) => toPlainTime(minute))

/**
 * The measure for the engine: one pass over bookings and candidates, as one would write it for this input only. It knows
 * no clock changes, closures that do not overlap each other, and candidates that do not either.
 */
export function sweepSlots(days: readonly BookableDay[], rules: SlotRules): DaySlots[] {
  const { duration, capacity, earliest } = rules
  const { starts, ends } = rules.bookings
  const found: DaySlots[] = []
  let begun = 0
  let ended = 0
  let closure = 0

  for (const day of days) {
    const slots: PlainTime[] = []
    for (const window of day.windows) {
      for (let minute = window.from; minute + duration <= window.to; minute += duration) {
        const start = day.clock.midnight + minute
        const end = start + duration
        while (begun < starts.length && starts[begun]! <= start) begun++
        while (ended < ends.length && ends[ended]! <= start) ended++
        let peak = begun - ended
        while (begun < starts.length && starts[begun]! < end) {
          const next = starts[begun++]!
          while (ends[ended]! <= next) ended++
          if (begun - ended > peak) peak = begun - ended
        }
        while (closure < rules.closures.ends.length && rules.closures.ends[closure]! <= start) closure++
        const closed = closure < rules.closures.starts.length && rules.closures.starts[closure]! < end
        if (start >= earliest && peak < capacity && !closed) slots.push(texts[minute]!)
      }
    }
    if (slots.length > 0) found.push({ date: day.date, slots })
  }
  return found
}

/** The same of several calendars: a start is offered once one of them is found to be free then. */
export function sweepAny(days: readonly BookableDay[], calendars: readonly SlotRules[]): DaySlots[] {
  const { duration, earliest } = calendars[0]!
  const isFree = calendars.map(freeAt)
  const found: DaySlots[] = []
  for (const day of days) {
    const slots: PlainTime[] = []
    for (const window of day.windows) {
      for (let minute = window.from; minute + duration <= window.to; minute += duration) {
        const start = day.clock.midnight + minute
        if (start < earliest) continue
        for (let i = 0; i < isFree.length; i++) {
          if (!isFree[i]!(start)) continue
          slots.push(texts[minute]!)
          break
        }
      }
    }
    if (slots.length > 0) found.push({ date: day.date, slots })
  }
  return found
}

/** Whether a calendar is free at ascending starts. */
function freeAt({ duration, capacity, bookings: { starts, ends }, closures }: SlotRules) {
  let begun = 0
  let ended = 0
  let closure = 0
  return (start: number) => {
    const end = start + duration
    while (begun < starts.length && starts[begun]! <= start) begun++
    while (ended < ends.length && ends[ended]! <= start) ended++
    let peak = begun - ended
    while (begun < starts.length && starts[begun]! < end) {
      const next = starts[begun++]!
      while (ends[ended]! <= next) ended++
      if (begun - ended > peak) peak = begun - ended
    }
    while (closure < closures.ends.length && closures.ends[closure]! <= start) closure++
    const closed = closure < closures.starts.length && closures.starts[closure]! < end
    return peak < capacity && !closed
  }
}
