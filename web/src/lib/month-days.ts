import { addDays, addMonths, isoWeekday, type PlainDate, partsOf } from '@prenoto/core/time/plain-date.ts'

/** Six weeks hold any month, whatever day it begins on. */
const DAYS_SHOWN = 42
const WEEK = 7

/** A month is named by its first day. */
export const monthOf = (date: PlainDate) => addDays(date, 1 - partsOf(date).day)

/** A week is named by its Monday. */
export const mondayOf = (date: PlainDate) => addDays(date, 1 - isoWeekday(date))

/** The weeks of a month's grid, from the one that contains its first day. */
export const weeksOf = (month: PlainDate) => weeksFrom(mondayOf(month))

/** As many weeks as a month's grid has, from a Monday on. */
export function weeksFrom(first: PlainDate): PlainDate[][] {
  return Array.from({ length: DAYS_SHOWN / WEEK }, (_, week) =>
    Array.from({ length: WEEK }, (_, day) => addDays(first, week * WEEK + day)),
  )
}

/** The seven days of a week. */
export const daysOfWeek = (monday: PlainDate) => Array.from({ length: WEEK }, (_, i) => addDays(monday, i))

/** The first and the last day of a month's grid. */
export function gridRange(month: PlainDate): { from: PlainDate; to: PlainDate } {
  const from = mondayOf(month)
  return { from, to: addDays(from, DAYS_SHOWN - 1) }
}

/** Where a key leads in the grid, as grids of days do; undefined for other keys. */
export function dayAfterKey(day: PlainDate, key: string): PlainDate | undefined {
  if (key === 'ArrowLeft') return addDays(day, -1)
  if (key === 'ArrowRight') return addDays(day, 1)
  if (key === 'ArrowUp') return addDays(day, -WEEK)
  if (key === 'ArrowDown') return addDays(day, WEEK)
  if (key === 'Home') return mondayOf(day)
  if (key === 'End') return addDays(mondayOf(day), WEEK - 1)
  if (key === 'PageUp') return addMonths(day, -1)
  if (key === 'PageDown') return addMonths(day, 1)
  return undefined
}
