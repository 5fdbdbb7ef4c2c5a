import { addDays, type PlainDate } from '../time/plain-date.ts'
import { type CalendarSchedule, openHoursByDay } from './calendar-schedule.ts'
import { union } from './intervals.ts'
import type { OpenDay } from './open-now.ts'
import { type OpeningWindow, weekdays } from './opening-hours.ts'

/** Opening hours on the public site: the ordinary week, Monday first, and the days from today on. */
export type ShownHours = { week: OpeningWindow[][]; days: OpenDay[] }

/** Days in `ShownHours.days`, open or not; if all after today are closed, the first later open day follows. */
const DAYS = 8

/** Days ahead in which to look for that open day. */
const FAR = 180

/** A business is open when any of its calendars is open. */
export function shownHours(calendars: readonly CalendarSchedule[], today: PlainDate): ShownHours {
  const openHours = calendars.map(openHoursByDay)
  const readDay = (date: PlainDate): OpenDay => ({
    date,
    windows: union(openHours.flatMap((readOpenHours) => readOpenHours(date))),
  })
  const days = Array.from({ length: DAYS }, (_, i) => readDay(addDays(today, i)))
  const later = days.slice(1).some(isOpen) ? undefined : firstOpen(readDay, addDays(today, DAYS), addDays(today, FAR))
  const lasting = calendars.filter(({ to }) => !to || to >= today)
  return {
    week: weekdays.map((_, i) => union(lasting.flatMap(({ week }) => week[i]!))),
    days: later ? [...days, later] : days,
  }
}

const isOpen = ({ windows }: OpenDay) => windows.length > 0

function firstOpen(readDay: (date: PlainDate) => OpenDay, from: PlainDate, to: PlainDate): OpenDay | undefined {
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const day = readDay(date)
    if (isOpen(day)) return day
  }
}
