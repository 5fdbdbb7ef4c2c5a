import { epochDay, fromEpochDay, type PlainDate } from '../time/plain-date.ts'
import { type PlainTime, toPlainTime } from '../time/plain-time.ts'
import { type CalendarSchedule, windowsByDay } from './calendar-schedule.ts'
import { difference } from './intervals.ts'

/** A time from one local minute to another; a time until midnight ends on the next day. */
export type ClosedTime = { day_from: PlainDate; hour_from: PlainTime; day_to: PlainDate; hour_to: PlainTime }

const MIDNIGHT = 1440

/** The times outside the opening hours from one day to another, both included, in order. */
export function closedTimes(
  schedule: CalendarSchedule,
  { first, last }: { first: PlainDate; last: PlainDate },
): ClosedTime[] {
  const readWindows = windowsByDay(schedule)
  const days = Array.from({ length: epochDay(last) - epochDay(first) + 1 }, (_, i) => epochDay(first) + i)
  const windows = days.flatMap((day) =>
    readWindows(fromEpochDay(day)).map(({ from, to }) => ({
      from: day * MIDNIGHT + from,
      to: day * MIDNIGHT + to,
    })),
  )
  const whole = { from: epochDay(first) * MIDNIGHT, to: (epochDay(last) + 1) * MIDNIGHT }
  return difference([whole], windows).map(({ from, to }) => ({
    day_from: fromEpochDay(Math.floor(from / MIDNIGHT)),
    hour_from: toPlainTime(from % MIDNIGHT),
    day_to: fromEpochDay(Math.floor(to / MIDNIGHT)),
    hour_to: toPlainTime(to % MIDNIGHT),
  }))
}
