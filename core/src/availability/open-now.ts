import { formatDay } from '../time/format.ts'
import { addDays, type PlainDate } from '../time/plain-date.ts'
import { toPlainTime, toShortTime } from '../time/plain-time.ts'
import type { OpeningWindow } from './opening-hours.ts'

const MIDNIGHT = 1440

/** The windows of a day, in order; they neither overlap nor touch. */
export type OpenDay = { date: PlainDate; windows: readonly OpeningWindow[] }

/** Date and minutes since midnight, in the local time of the business. */
type LocalTime = { date: PlainDate; minutes: number }

/** `next` is the next change in words: 'chiude alle 19:30', 'apre lunedì alle 9' or ''. */
export type OpenNow = { isOpen: boolean; next: string }

/** Expects consecutive days; only the last one may be further ahead. */
export function openNow(days: readonly OpenDay[], now: LocalTime): OpenNow {
  const ahead = days.flatMap(({ date, windows }) =>
    windows
      .map((window) => ({ date, ...window }))
      .filter(({ to }) => date > now.date || (date === now.date && to > now.minutes)),
  )
  const [first] = ahead
  if (!first) return { isOpen: false, next: '' }
  const isOpen = first.date === now.date && first.from <= now.minutes
  return { isOpen, next: isOpen ? closing(ahead) : `apre ${dayIn(first.date, now.date)}${clock(first.from)}` }
}

/** Joins windows that meet at midnight; '' when the business does not close within the known days. */
function closing([window, ...later]: (OpenDay['windows'][number] & { date: PlainDate })[]): string {
  const next = later[0]
  const continuesNextDay = window!.to === MIDNIGHT && next?.from === 0 && next.date === addDays(window!.date, 1)
  if (continuesNextDay) return closing(later)
  return window!.to === MIDNIGHT && !next ? '' : `chiude ${clock(window!.to)}`
}

function dayIn(date: PlainDate, today: PlainDate) {
  if (date === today) return ''
  if (date === addDays(today, 1)) return 'domani '
  const [weekday, ...day] = formatDay(date).split(' ')
  return date < addDays(today, 7) ? `${weekday} ` : `il ${day.join(' ')} `
}

/** 'alle 9', 'alle 19:30', 'all’1', 'a mezzanotte' */
function clock(minutes: number) {
  if (minutes % MIDNIGHT === 0) return 'a mezzanotte'
  const hour = minutes / 60
  if (hour === 1) return 'all’1'
  return `alle ${Number.isInteger(hour) ? hour : toShortTime(toPlainTime(minutes))}`
}
