import type { DayClock } from '../time/day-clock.ts'
import { epochDay, fromEpochDay, type PlainDate } from '../time/plain-date.ts'
import type { BookingWindow } from './booking-window.ts'
import { type CalendarSchedule, windowsByDay } from './calendar-schedule.ts'
import type { OpeningWindow } from './opening-hours.ts'

/** An open day for the slot engine; `windows` are in local time and contain its closures. */
export type BookableDay = { date: PlainDate; clock: DayClock; windows: readonly OpeningWindow[] }

/** The open days of a calendar within a booking window, in order. */
export function bookableDays(
  schedule: CalendarSchedule,
  { first, last }: Pick<BookingWindow, 'first' | 'last'>,
  getClock: (date: PlainDate) => DayClock,
): BookableDay[] {
  const readWindows = windowsByDay(schedule)
  const { from, to } = schedule
  const days: BookableDay[] = []
  const end = epochDay(to && to < last ? to : last)
  for (let day = epochDay(from > first ? from : first); day <= end; day++) {
    const date = fromEpochDay(day)
    const windows = readWindows(date)
    if (windows.length > 0) days.push({ date, clock: getClock(date), windows })
  }
  return days
}
