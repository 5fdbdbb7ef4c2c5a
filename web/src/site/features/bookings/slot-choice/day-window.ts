import { addDays, epochDay, type PlainDate } from '@prenoto/core/time/plain-date.ts'

/** How many consecutive days the strip shows. */
const DAYS_SHOWN = 5

/** The days of a strip that starts on this day. */
export const daysFrom = (start: PlainDate) => Array.from({ length: DAYS_SHOWN }, (_, i) => addDays(start, i))

/** Opens on today, or later when this day would not be in view, but not so late that days are shown that can't be booked. */
export function openingStart(today: PlainDate, day: PlainDate, lastDay: PlainDate): PlainDate {
  if (epochDay(day) - epochDay(today) < DAYS_SHOWN) return today
  const lastStart = addDays(lastDay, 1 - DAYS_SHOWN)
  return day < lastStart ? day : lastStart
}

/** Where the arrows lead, one day at a time; undefined at the ends, today and the last day that can be booked. */
export function neighbours(start: PlainDate, today: PlainDate, lastDay: PlainDate) {
  return {
    previous: start > today ? addDays(start, -1) : undefined,
    next: addDays(start, DAYS_SHOWN - 1) < lastDay ? addDays(start, 1) : undefined,
  }
}
