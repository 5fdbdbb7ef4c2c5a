import { addDays, type PlainDate } from '../time/plain-date.ts'
import { minutesOf, type PlainTime } from '../time/plain-time.ts'
import type { CalendarDays } from './bookable-days.ts'
import { difference, union } from './intervals.ts'
import type { OpenDay } from './open-now.ts'
import { datedWindowsOn, type OpeningWindow, weekdays } from './opening-hours.ts'

/** Opening hours on the public site: the ordinary week, Monday first, and the days from today on. */
export type ShownHours = { week: OpeningWindow[][]; days: OpenDay[] }

export type ShownCalendar = CalendarDays & { id: number }
type OfCalendar = { calendar_id: number }
export type ShownClosure = OfCalendar & {
  day_from: PlainDate
  hour_from: PlainTime
  day_to: PlainDate
  hour_to: PlainTime
}
type Rules = { calendars: ShownCalendar[]; closures: ShownClosure[] }

const MIDNIGHT = 1440

/** Days in `ShownHours.days`, open or not; if all after today are closed, the first later open day follows. */
const DAYS = 8

/** Days ahead in which to look for that open day. */
const FAR = 180

/** A business is open when any of its calendars is open. */
export function shownHours(rules: Rules, today: PlainDate): ShownHours {
  const days = Array.from({ length: DAYS }, (_, i) => dayOf(rules, addDays(today, i)))
  const later = days.slice(1).some(isOpen) ? undefined : firstOpen(rules, addDays(today, DAYS), addDays(today, FAR))
  const lasting = rules.calendars.filter(({ to }) => !to || to >= today)
  return {
    week: weekdays.map((_, i) => union(lasting.flatMap(({ week }) => week[i]!))),
    days: later ? [...days, later] : days,
  }
}

const isOpen = ({ windows }: OpenDay) => windows.length > 0

function firstOpen(rules: Rules, from: PlainDate, to: PlainDate): OpenDay | undefined {
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const day = dayOf(rules, date)
    if (isOpen(day)) return day
  }
}

const dayOf = (rules: Rules, date: PlainDate): OpenDay => ({ date, windows: openWindowsOn(rules, date) })

export function openWindowsOn({ calendars, closures }: Rules, date: PlainDate): OpeningWindow[] {
  const windows = calendars
    .filter(({ from, to }) => from <= date && (!to || to >= date))
    .flatMap((calendar) =>
      difference(
        datedWindowsOn(date, calendar),
        closures.filter(({ calendar_id }) => calendar_id === calendar.id).map((closure) => closedOn(closure, date)),
      ),
    )
  return union(windows)
}

/** The part of a day within a closure; `hour_to` 23:59 means midnight. */
function closedOn({ day_from, hour_from, day_to, hour_to }: ShownClosure, date: PlainDate): OpeningWindow {
  if (date < day_from || date > day_to) return { from: 0, to: 0 }
  const until = minutesOf(hour_to)
  return {
    from: date === day_from ? minutesOf(hour_from) : 0,
    to: date === day_to && until < MIDNIGHT - 1 ? until : MIDNIGHT,
  }
}
