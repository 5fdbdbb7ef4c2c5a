import { epochDay, fromEpochDay, type PlainDate } from '../time/plain-date.ts'
import { minutesOf, type PlainTime, toPlainTime } from '../time/plain-time.ts'
import { type Interval, intersection, union } from './intervals.ts'
import { datedWindowsOn, type OpeningWindow } from './opening-hours.ts'
import { openWindowsOn, type ShownCalendar, type ShownClosure } from './shown-hours.ts'

/**
 * A span in which closures close all calendars. An hour is null when no opening hours remain on that day before
 * (`hour_from`) or after (`hour_to`) the span.
 */
export type ClosedSpan = {
  day_from: PlainDate
  hour_from: PlainTime | null
  day_to: PlainDate
  hour_to: PlainTime | null
}

type Rules = { calendars: ShownCalendar[]; closures: ShownClosure[] }
type Days = { first: PlainDate; last: PlainDate }

const MIDNIGHT = 1440

/** The days (both ends included) on which no calendar is open: closed days and days without opening hours. */
export function closedDays(rules: Rules, { first, last }: Days): PlainDate[] {
  const closed: PlainDate[] = []
  for (let day = epochDay(first); day <= epochDay(last); day++) {
    const date = fromEpochDay(day)
    if (openWindowsOn(rules, date).length === 0) closed.push(date)
  }
  return closed
}

/** The spans in which closures close all calendars in force and which overlap opening hours on these days. */
export function closedSpans({ calendars, closures }: Rules, days: Days): ClosedSpan[] {
  const inForce = calendars.filter(({ from, to }) => from <= days.last && (!to || to >= days.first))
  const [first = [], ...others] = inForce.map(({ id }) =>
    union(closures.filter(({ calendar_id }) => calendar_id === id).map(spanOf)),
  )
  return others
    .reduce((some, more) => intersection(some, more), first)
    .flatMap((span) => toClosedSpans(span, inForce, days))
}

/** In minutes since 1970 on the local clock. */
function spanOf({ day_from, hour_from, day_to, hour_to }: ShownClosure): Interval {
  const until = minutesOf(hour_to)
  return {
    from: epochDay(day_from) * MIDNIGHT + minutesOf(hour_from),
    // 23:59 means the end of the day.
    to: epochDay(day_to) * MIDNIGHT + (until === MIDNIGHT - 1 ? MIDNIGHT : until),
  }
}

/** Returns an empty list for a span without opening hours. */
function toClosedSpans(span: Interval, calendars: ShownCalendar[], { first, last }: Days): ClosedSpan[] {
  const [from, to] = [dayOf(span.from), dayOf(span.to - 1)]
  const [start, end] = [span.from - from * MIDNIGHT, span.to - to * MIDNIGHT]
  const windowsOf = (day: number) => hoursOn(calendars, fromEpochDay(day))
  const closes = (day: number) =>
    windowsOf(day).some((window) => window.to + day * MIDNIGHT > span.from && window.from + day * MIDNIGHT < span.to)
  const range = { from: Math.max(from, epochDay(first)), to: Math.min(to, epochDay(last)) }
  if (!Array.from({ length: Math.max(0, range.to - range.from + 1) }, (_, i) => range.from + i).some(closes)) return []
  return [
    {
      day_from: fromEpochDay(from),
      hour_from: windowsOf(from).some((window) => window.from < start) ? toPlainTime(start) : null,
      day_to: fromEpochDay(to),
      hour_to: windowsOf(to).some((window) => window.to > end) ? toPlainTime(end) : null,
    },
  ]
}

const dayOf = (minute: number) => Math.floor(minute / MIDNIGHT)

/** The opening hours of a day without regard to closures. */
const hoursOn = (calendars: ShownCalendar[], date: PlainDate): OpeningWindow[] =>
  calendars
    .filter(({ from, to }) => from <= date && (!to || to >= date))
    .flatMap((calendar) => [...datedWindowsOn(date, calendar)])
