import { outside, united } from '@prenoto/core/availability/intervals.ts'
import type { BookingEvent } from '@prenoto/core/bookings/booking-schema.ts'
import type { CalendarHours } from '@prenoto/core/calendars/calendar-hours.ts'
import type { Closure } from '@prenoto/core/days-off/day-off-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { minutesOf } from '@prenoto/core/time/plain-time.ts'
import type { Now } from '../../configuration/use-now.ts'
import { type ClosedHours, closedHoursByDay, closedHoursOf } from '../closed-hours.ts'
import { axisOf, DAY_IN_MINUTES, gapsOf, notBefore, type Span, sideBySide } from './spans.ts'

/** A booking where it stands in its column. */
export type Block = Span & { booking: BookingEvent; lane: number; lanes: number }

/** A day of a calendar, or of several together. */
export type Column = {
  /** The id of its calendar, or its day. */
  key: string
  day: PlainDate
  /** Of which calendar it is; undefined when of several, or of one that is there no more. */
  calendar: CalendarHours | undefined
  blocks: Block[]
  /** When somebody can still come. */
  gaps: Span[]
  /** When nobody can, since it is not open. */
  shut: Span[]
  /** When it is open; closures are not taken out. */
  open: Span[]
  closed: ClosedHours[]
}

/** What is known of the shown days. */
export type Known = { bookings: BookingEvent[]; hours: CalendarHours[]; closures: Closure[] }

/** Gaps shorter than this are no use to anybody, minutes. */
const SHORTEST_GAP = 5

/** To these minutes are times rounded that are pointed at. */
export const STEP = 5

type Chosen = {
  /** The calendar of whoever looks, which comes first. */
  own: number | null
  /** The one that is shown, if not all are. */
  only: number | undefined
}

/** A day with a column for each calendar that works on it; with all of them where none does. */
export function columnsOfDay(known: Known, day: PlainDate, now: Now, { own, only }: Chosen): Column[] {
  const { hours } = known
  const today = known.bookings.filter(({ visit_day }) => visit_day === day)
  const byCalendar = Map.groupBy(today, ({ calendar_id }) => calendar_id)
  const ordered = [...hours].sort((one, other) => Number(other.id === own) - Number(one.id === own))
  const working = ordered.filter((one) => byCalendar.has(one.id) || windowsOf(one, day).length > 0)
  const shown = only === undefined ? (working.length > 0 ? working : ordered) : hours.filter(({ id }) => id === only)
  const columns = shown.map((calendar) => {
    const content = { day, calendars: [calendar], bookings: byCalendar.get(calendar.id) ?? [] }
    return columnOf(`${calendar.id}`, content, known, now)
  })
  const others = today.filter(({ calendar_id }) => !hours.some(({ id }) => id === calendar_id))
  if (only !== undefined || others.length === 0) return columns
  return [...columns, columnOf('others', { day, calendars: [], bookings: others }, known, now)]
}

/** Some days with a column each, of one calendar or of all. */
export function columnsOfDays(known: Known, days: PlainDate[], now: Now, only?: number): Column[] {
  const calendars = only === undefined ? known.hours : known.hours.filter(({ id }) => id === only)
  const shown = only === undefined ? known.bookings : known.bookings.filter(({ calendar_id }) => calendar_id === only)
  const byDay = Map.groupBy(shown, ({ visit_day }) => visit_day)
  return days.map((day) => columnOf(day, { day, calendars, bookings: byDay.get(day) ?? [] }, known, now))
}

type Content = { day: PlainDate; calendars: CalendarHours[]; bookings: BookingEvent[] }

function columnOf(key: string, { day, calendars, bookings }: Content, { closures }: Known, now: Now): Column {
  const busyOf = Map.groupBy(bookings, ({ calendar_id }) => calendar_id)
  const ofCalendars = calendars.map((calendar) => {
    const open = windowsOf(calendar, day)
    const closed = closures
      .filter(({ calendar_id }) => calendar_id === calendar.id)
      .map((closure) => closedHoursOf([closure], day))
      .filter((hours) => hours !== undefined)
    const busy = (busyOf.get(calendar.id) ?? []).map(busySpan)
    const gaps = gapsOf({ open, closed, busy, capacity: calendar.capacity })
    const inUse = gapsOf({ open, closed, busy: [], capacity: 1 })
    return { open, closed, gaps, inUse }
  })
  const gaps = united(ofCalendars.flatMap(({ gaps }) => gaps))
  return {
    key,
    day,
    calendar: calendars.length === 1 ? calendars[0] : undefined,
    blocks: sideBySide(bookings.map((booking) => ({ ...visitSpan(booking), booking }))),
    gaps: stillFree(gaps, day, now).filter(({ from, to }) => to - from >= SHORTEST_GAP),
    shut: outside(
      [{ from: 0, to: DAY_IN_MINUTES }],
      ofCalendars.flatMap(({ inUse }) => inUse),
    ),
    open: united(ofCalendars.flatMap(({ open }) => open)),
    closed:
      closedHoursByDay(
        closures.filter(({ calendar_id }) => calendars.some(({ id }) => id === calendar_id)),
        { from: day, to: day },
      ).get(day) ?? [],
  }
}

/** Nothing is booked in the past; what is left of a gap begins at a round minute. */
function stillFree(gaps: Span[], day: PlainDate, { date, minutes }: Now) {
  if (day < date) return []
  return day > date ? gaps : notBefore(Math.ceil(minutes / STEP) * STEP, gaps)
}

const windowsOf = ({ days }: CalendarHours, day: PlainDate): Span[] =>
  (days.find(({ date }) => date === day)?.windows ?? []).map(({ from, to }) => ({
    from: minutesOf(from),
    to: minutesOf(to) || DAY_IN_MINUTES,
  }))

/** From when to when a visit lasts; what goes past midnight is cut. */
export function visitSpan({
  visit_hour,
  service_duration,
}: Pick<BookingEvent, 'visit_hour' | 'service_duration'>): Span {
  const from = minutesOf(visit_hour)
  return { from, to: Math.min(from + service_duration, DAY_IN_MINUTES) }
}

/** The same with the time before and after for which its calendar is taken. */
export function busySpan(booking: BookingEvent): Span {
  const { from, to } = visitSpan(booking)
  return {
    from: Math.max(from - booking.buffer_before, 0),
    to: Math.min(to + booking.buffer_after, DAY_IN_MINUTES),
  }
}

/** The axis that holds all that is known of the shown days: when they are open, and bookings outside of that. */
export const axisOfDays = ({ hours, bookings }: Known) =>
  axisOf([
    ...hours.flatMap((calendar) => calendar.days.flatMap(({ date }) => windowsOf(calendar, date))),
    ...bookings.map(visitSpan),
  ])
