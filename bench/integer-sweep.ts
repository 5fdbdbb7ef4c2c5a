import type { BookableDay } from '../core/src/availability/bookable-days.ts'
import type { DaySlots, SlotRules } from '../core/src/availability/slots.ts'
import { type PlainTime, toPlainTime } from '../core/src/time/plain-time.ts'

const texts = Array.from({ length: 1440 }, (_, minute) => toPlainTime(minute))

/**
 * The reference for the availability function: one pass over bookings and slots. Expects a day without clock changes, and
 * closures and slots that do not overlap.
 */
export function sweepSlots(days: readonly BookableDay[], rules: SlotRules): DaySlots[] {
  const { duration, capacity, earliest } = rules
  const { starts, ends } = rules.bookings
  const available: DaySlots[] = []
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
    if (slots.length > 0) available.push({ date: day.date, slots })
  }
  return available
}
