import { epochDay, fromEpochDay, type PlainDate } from '../time/plain-date.ts'
import { type PlainTime, toPlainTime } from '../time/plain-time.ts'
import {
  type CalendarSchedule,
  closedSpan,
  isInForce,
  listClosures,
  openHoursByDay,
  windowsByDay,
} from './calendar-schedule.ts'
import { type Interval, intersection, union } from './intervals.ts'

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

type Days = { first: PlainDate; last: PlainDate }

const MIDNIGHT = 1440

/** The days (both ends included) on which no calendar is open: closed days and days without opening hours. */
export function closedDays(calendars: readonly CalendarSchedule[], { first, last }: Days): PlainDate[] {
  const openHours = calendars.map(openHoursByDay)
  const closed: PlainDate[] = []
  for (let day = epochDay(first); day <= epochDay(last); day++) {
    const date = fromEpochDay(day)
    if (openHours.every((readOpenHours) => readOpenHours(date).length === 0)) closed.push(date)
  }
  return closed
}

/** The spans in which closures close all calendars in force and which overlap opening hours on these days. */
export function closedSpans(calendars: readonly CalendarSchedule[], days: Days): ClosedSpan[] {
  const inForce = calendars.filter((calendar) => isInForce(calendar, days.first, days.last))
  const [first = [], ...others] = inForce.map((calendar) => union(listClosures(calendar).map(closedSpan)))
  const windows = inForce.map(windowsByDay)
  const readWindows = (day: number) => windows.flatMap((readOne) => [...readOne(fromEpochDay(day))])
  return others
    .reduce((some, more) => intersection(some, more), first)
    .flatMap((span) => toClosedSpans(span, readWindows, days))
}

/** Returns an empty list for a span without opening hours. */
function toClosedSpans(span: Interval, readWindows: (day: number) => Interval[], { first, last }: Days): ClosedSpan[] {
  const [from, to] = [toDayIndex(span.from), toDayIndex(span.to - 1)]
  const [start, end] = [span.from - from * MIDNIGHT, span.to - to * MIDNIGHT]
  const closes = (day: number) =>
    readWindows(day).some((window) => window.to + day * MIDNIGHT > span.from && window.from + day * MIDNIGHT < span.to)
  const range = { from: Math.max(from, epochDay(first)), to: Math.min(to, epochDay(last)) }
  if (!Array.from({ length: Math.max(0, range.to - range.from + 1) }, (_, i) => range.from + i).some(closes)) return []
  return [
    {
      day_from: fromEpochDay(from),
      hour_from: readWindows(from).some((window) => window.from < start) ? toPlainTime(start) : null,
      day_to: fromEpochDay(to),
      hour_to: readWindows(to).some((window) => window.to > end) ? toPlainTime(end) : null,
    },
  ]
}

const toDayIndex = (minute: number) => Math.floor(minute / MIDNIGHT)
