import { addDays, epochDay, type PlainDate } from '@prenoto/core/time/plain-date.ts'

const DAYS_SHOWN = 5

export const daysFrom = (start: PlainDate) => Array.from({ length: DAYS_SHOWN }, (_, i) => addDays(start, i))

/** First day of a strip that shows `day`: today if possible, and never so late that days after `lastDay` appear. */
export function openingStart(today: PlainDate, day: PlainDate, lastDay: PlainDate): PlainDate {
  if (epochDay(day) - epochDay(today) < DAYS_SHOWN) return today
  const lastStart = addDays(lastDay, 1 - DAYS_SHOWN)
  return day < lastStart ? day : lastStart
}

/** The starts that the arrows lead to, one day apart; undefined at the ends. */
export function neighbours(start: PlainDate, today: PlainDate, lastDay: PlainDate) {
  return {
    previous: start > today ? addDays(start, -1) : undefined,
    next: addDays(start, DAYS_SHOWN - 1) < lastDay ? addDays(start, 1) : undefined,
  }
}
