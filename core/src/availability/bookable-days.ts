import type { DayClock } from '../time/day-clock.ts'
import { epochDay, fromEpochDay, type PlainDate } from '../time/plain-date.ts'
import type { BookingWindow } from './booking-window.ts'
import { type DatedHours, datedWindowsOn, type OpeningWindow } from './opening-hours.ts'

/** An open day for the slot engine; `windows` are in local time. */
export type BookableDay = { date: PlainDate; clock: DayClock; windows: readonly OpeningWindow[] }

/** A calendar's validity (an empty `to` means no end) and hours. */
export type CalendarDays = DatedHours & { from: PlainDate; to?: PlainDate | '' | null | undefined }

/** The open days of a calendar within a booking window, in order. */
export function bookableDays(
  calendar: CalendarDays,
  { first, last }: Pick<BookingWindow, 'first' | 'last'>,
  clockOf: (date: PlainDate) => DayClock,
): BookableDay[] {
  const from = calendar.from > first ? calendar.from : first
  const to = calendar.to && calendar.to < last ? calendar.to : last
  const days: BookableDay[] = []
  for (let day = epochDay(from), end = epochDay(to); day <= end; day++) {
    const date = fromEpochDay(day)
    const windows = datedWindowsOn(date, calendar)
    if (windows.length > 0) days.push({ date, clock: clockOf(date), windows })
  }
  return days
}
