import { addDays, addMonths, isoWeekday, type PlainDate, toDateParts } from '@prenoto/core/time/plain-date.ts'

/** Six weeks, which any month fits into. */
const DAYS_SHOWN = 42
const WEEK = 7

/** The first day of a date's month, which identifies the month. */
export const firstOfMonth = (date: PlainDate) => addDays(date, 1 - toDateParts(date).day)

/** The Monday of a date's week, which identifies the week. */
export const mondayBefore = (date: PlainDate) => addDays(date, 1 - isoWeekday(date))

/** The weeks of a month's grid, from the one that contains its first day. */
export const weeksInMonth = (month: PlainDate) => weeksFrom(mondayBefore(month))

/** Six weeks of days, from a Monday on. */
export function weeksFrom(first: PlainDate): PlainDate[][] {
  return Array.from({ length: DAYS_SHOWN / WEEK }, (_, week) =>
    Array.from({ length: WEEK }, (_, day) => addDays(first, week * WEEK + day)),
  )
}

export const daysOfWeek = (monday: PlainDate) => Array.from({ length: WEEK }, (_, i) => addDays(monday, i))

export function gridRange(month: PlainDate): { from: PlainDate; to: PlainDate } {
  const from = mondayBefore(month)
  return { from, to: addDays(from, DAYS_SHOWN - 1) }
}

/** The day that a key moves to, as in the ARIA grid pattern; undefined for other keys. */
export function dayAfterKey(day: PlainDate, key: string): PlainDate | undefined {
  if (key === 'ArrowLeft') return addDays(day, -1)
  if (key === 'ArrowRight') return addDays(day, 1)
  if (key === 'ArrowUp') return addDays(day, -WEEK)
  if (key === 'ArrowDown') return addDays(day, WEEK)
  if (key === 'Home') return mondayBefore(day)
  if (key === 'End') return addDays(mondayBefore(day), WEEK - 1)
  if (key === 'PageUp') return addMonths(day, -1)
  if (key === 'PageDown') return addMonths(day, 1)
  return undefined
}
