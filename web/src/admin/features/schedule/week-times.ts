import { addDays, isoWeekday, isPlainDate, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { TypedTimes } from '../calendars/weekday-times-fields.tsx'

type Day = { date: PlainDate; windows: readonly { from: string; to: string }[] }

/** The windows of a week's days as times on weekdays; equal windows of several days become one. */
export function weekTimes(days: readonly Day[]): TypedTimes[] {
  const windows = days.flatMap(({ date, windows }) =>
    windows.map(({ from, to }) => ({ weekday: isoWeekday(date), from: from.slice(0, 5), to: to.slice(0, 5) })),
  )
  return [...Map.groupBy(windows, ({ from, to }) => `${from} ${to}`).values()]
    .map((same) => ({ weekdays: same.map(({ weekday }) => weekday).sort(), from: same[0]!.from, to: same[0]!.to }))
    .sort((one, other) => one.from.localeCompare(other.from))
}

/** Times for a form that offers some weekdays: with an empty row if none of them has any. */
export function offeredTimes(times: TypedTimes[], offered: number[]): TypedTimes[] {
  const isOffered = times.some(({ weekdays }) => weekdays.some((weekday) => offered.includes(weekday)))
  return isOffered ? times : [...times, { weekdays: offered, from: '', to: '' }]
}

const WEEK = 7

/** The weekdays from one day to another, 1 Monday to 7 Sunday; all of them while a day is missing. */
export function weekdaysBetween(from: string, to: string): number[] {
  const isShort = isPlainDate(from) && isPlainDate(to) && from <= to && to < addDays(from, WEEK)
  const days = Array.from({ length: WEEK }, (_, i) => (isShort ? addDays(from, i) : ''))
  return days.flatMap((day, i) => (isShort && day > to ? [] : isShort ? isoWeekday(day as PlainDate) : i + 1)).sort()
}
