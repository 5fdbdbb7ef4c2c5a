import { addDays, epochDay, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'

const DAYS_SHOWN = 5

export const daysFrom = (start: PlainDate) => Array.from({ length: DAYS_SHOWN }, (_, i) => addDays(start, i))

/** First day of a strip that shows `day`: today if possible, and never so late that days after `lastDay` appear. */
export function openingStart(today: PlainDate, day: PlainDate, lastDay: PlainDate): PlainDate {
  if (epochDay(day) - epochDay(today) < DAYS_SHOWN) return today
  const lastStart = addDays(lastDay, 1 - DAYS_SHOWN)
  return day < lastStart ? day : lastStart
}

/** The choice in a strip that starts at `start`: a day that leaves it is replaced by the nearest one, without a time. */
export function keepShown({ day, hour }: { day: PlainDate; hour?: PlainTime }, start: PlainDate | undefined) {
  const last = start && addDays(start, DAYS_SHOWN - 1)
  if (start && day < start) return { day: start }
  return last && day > last ? { day: last } : { day, hour }
}

/** The starts that the arrows lead to, one day apart; undefined at the ends. */
export function neighbours(start: PlainDate, today: PlainDate, lastDay: PlainDate) {
  return {
    previous: start > today ? addDays(start, -1) : undefined,
    next: addDays(start, DAYS_SHOWN - 1) < lastDay ? addDays(start, 1) : undefined,
  }
}
