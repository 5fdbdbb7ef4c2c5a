import { addDays, epochDay, type PlainDate } from '@prenoto/core/time/plain-date.ts'

/** How many consecutive days the strip shows. */
const DAYS_SHOWN = 5

/** The days of a strip that starts on this day. */
export const daysFrom = (start: PlainDate) => Array.from({ length: DAYS_SHOWN }, (_, i) => addDays(start, i))

/** Opens on today, or later when the first day with a free slot would not be in view. */
export function openingStart(today: PlainDate, firstFreeDay: PlainDate | undefined): PlainDate {
  if (!firstFreeDay || epochDay(firstFreeDay) - epochDay(today) < DAYS_SHOWN) return today
  return firstFreeDay
}

/** Where the arrows lead, one day at a time; undefined at the ends, today and the last day that can be booked. */
export function neighbours(start: PlainDate, today: PlainDate, lastDay: PlainDate) {
  return {
    previous: start > today ? addDays(start, -1) : undefined,
    next: addDays(start, DAYS_SHOWN - 1) < lastDay ? addDays(start, 1) : undefined,
  }
}
