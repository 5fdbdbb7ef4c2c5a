import { difference, type Interval, union } from '@prenoto/core/availability/intervals.ts'
import type { BookingEvent } from '@prenoto/core/bookings/booking-schema.ts'
import type { CalendarHours } from '@prenoto/core/calendars/calendar-hours.ts'
import type { Closure } from '@prenoto/core/schedule/day-off-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toMinuteOfDay } from '@prenoto/core/time/plain-time.ts'
import type { Now } from '../../configuration/use-now.ts'
import { type ClosedHours, closedHoursByDay, closedHoursOnDay } from '../closed-hours.ts'
import { assignLanes, DAY_IN_MINUTES, freeIntervals, notBefore, timeAxis } from './intervals.ts'

/** A booking with its position in a column. */
export type Block = Interval & { booking: BookingEvent; lane: number; lanes: number }

/** Free time; within the processing time of a visit it has the lane of its block. */
export type Gap = Interval & Partial<Pick<Block, 'lane' | 'lanes'>>

/** One day of one calendar or of several. */
export type Column = {
  /** The calendar's id, or the day. */
  key: string
  day: PlainDate
  /** Undefined for several calendars or a deleted one. */
  calendar: CalendarHours | undefined
  blocks: Block[]
  /** Free time that can still be booked. */
  gaps: Gap[]
  /** Outside the opening hours, or closed. */
  unavailable: Interval[]
  /** Opening hours, closures included. */
  open: Interval[]
  closed: ClosedHours[]
}

/** The loaded data of the shown days. */
export type AgendaData = { bookings: BookingEvent[]; hours: CalendarHours[]; closures: Closure[] }

/** Shorter gaps are not offered, in minutes. */
const SHORTEST_GAP = 5

/** Times under the pointer are rounded to this many minutes. */
export const STEP = 5

type Selection = {
  /** The user's own calendar, which comes first. */
  ownCalendarId: number | null
  /** The only calendar to show; undefined for all. */
  only: number | undefined
}

/** A column for each calendar that is open or booked on a day; for all calendars if none is. */
export function columnsOfDay(data: AgendaData, day: PlainDate, now: Now, { ownCalendarId, only }: Selection): Column[] {
  const { hours } = data
  const today = data.bookings.filter(({ visit_day }) => visit_day === day)
  const byCalendar = Map.groupBy(today, ({ calendar_id }) => calendar_id)
  const ordered = [...hours].sort((one, other) => Number(other.id === ownCalendarId) - Number(one.id === ownCalendarId))
  const working = ordered.filter((one) => byCalendar.has(one.id) || windowsOnDay(one, day).length > 0)
  const shownCalendars =
    only === undefined ? (working.length > 0 ? working : ordered) : hours.filter(({ id }) => id === only)
  const columns = shownCalendars.map((calendar) => {
    const content = { day, calendars: [calendar], bookings: byCalendar.get(calendar.id) ?? [] }
    return toColumn(`${calendar.id}`, content, data, now)
  })
  const others = today.filter(({ calendar_id }) => !hours.some(({ id }) => id === calendar_id))
  if (only !== undefined || others.length === 0) return columns
  return [...columns, toColumn('others', { day, calendars: [], bookings: others }, data, now)]
}

/** A column for each day, of one calendar or of all. */
export function columnsOfDays(data: AgendaData, days: PlainDate[], now: Now, only?: number): Column[] {
  const calendars = only === undefined ? data.hours : data.hours.filter(({ id }) => id === only)
  const shownBookings =
    only === undefined ? data.bookings : data.bookings.filter(({ calendar_id }) => calendar_id === only)
  const byDay = Map.groupBy(shownBookings, ({ visit_day }) => visit_day)
  return days.map((day) => toColumn(day, { day, calendars, bookings: byDay.get(day) ?? [] }, data, now))
}

type Content = { day: PlainDate; calendars: CalendarHours[]; bookings: BookingEvent[] }

function toColumn(key: string, { day, calendars, bookings }: Content, { closures }: AgendaData, now: Now): Column {
  const bookingsByCalendar = Map.groupBy(bookings, ({ calendar_id }) => calendar_id)
  const ofCalendars = calendars.map((calendar) => {
    const open = windowsOnDay(calendar, day)
    const closed = closures
      .filter(({ calendar_id }) => calendar_id === calendar.id)
      .map((closure) => closedHoursOnDay([closure], day))
      .filter((hours) => hours !== undefined)
    const busy = (bookingsByCalendar.get(calendar.id) ?? []).flatMap(busyIntervals)
    const gaps = freeIntervals({ open, closed, busy, capacity: calendar.capacity })
    const opened = freeIntervals({ open, closed, busy: [], capacity: 1 })
    return { open, closed, gaps, opened }
  })
  const gaps = union(ofCalendars.flatMap(({ gaps }) => gaps))
  const blocks = assignLanes(bookings.map((booking) => ({ ...visitInterval(booking), booking })))
  return {
    key,
    day,
    calendar: calendars.length === 1 ? calendars[0] : undefined,
    blocks,
    gaps: futureGaps(gaps, day, now)
      .filter(({ from, to }) => to - from >= SHORTEST_GAP)
      .map((gap) => {
        const block = blocks.find(({ booking }) => processingIntervals(booking).some((time) => contains(time, gap)))
        return block ? { ...gap, lane: block.lane, lanes: block.lanes } : gap
      }),
    unavailable: difference(
      [{ from: 0, to: DAY_IN_MINUTES }],
      ofCalendars.flatMap(({ opened }) => opened),
    ),
    open: union(ofCalendars.flatMap(({ open }) => open)),
    closed:
      closedHoursByDay(
        closures.filter(({ calendar_id }) => calendars.some(({ id }) => id === calendar_id)),
        { from: day, to: day },
      ).get(day) ?? [],
  }
}

const contains = (one: Interval, other: Interval) => one.from <= other.from && other.to <= one.to

/** The part of the gaps that is not past; a cut gap begins at a rounded minute. */
function futureGaps(gaps: Interval[], day: PlainDate, { date, minutes }: Now) {
  if (day < date) return []
  return day > date ? gaps : notBefore(Math.ceil(minutes / STEP) * STEP, gaps)
}

const windowsOnDay = ({ days }: CalendarHours, day: PlainDate): Interval[] =>
  (days.find(({ date }) => date === day)?.windows ?? []).map(({ from, to }) => ({
    from: toMinuteOfDay(from),
    to: toMinuteOfDay(to) || DAY_IN_MINUTES,
  }))

/** The interval of a visit, cut at midnight. */
export function visitInterval({
  visit_hour,
  service_duration,
}: Pick<BookingEvent, 'visit_hour' | 'service_duration'>): Interval {
  const from = toMinuteOfDay(visit_hour)
  return { from, to: Math.min(from + service_duration, DAY_IN_MINUTES) }
}

/** The interval of a visit with its buffers. */
export function busyInterval(booking: BookingEvent): Interval {
  const { from, to } = visitInterval(booking)
  return {
    from: Math.max(from - booking.buffer_before, 0),
    to: Math.min(to + booking.buffer_after, DAY_IN_MINUTES),
  }
}

/** The times of a visit in which its calendar is free. */
export function processingIntervals({ visit_hour, processing_times }: BookingEvent): Interval[] {
  const start = toMinuteOfDay(visit_hour)
  return processing_times.map(({ from, to }) => ({ from: start + from, to: start + to }))
}

/** The times in which a visit keeps its calendar busy, with buffers. */
const busyIntervals = (booking: BookingEvent) => difference([busyInterval(booking)], processingIntervals(booking))

/** The axis that contains the opening hours and bookings of all shown days. */
export const axisOfDays = ({ hours, bookings }: AgendaData) =>
  timeAxis([
    ...hours.flatMap((calendar) => calendar.days.flatMap(({ date }) => windowsOnDay(calendar, date))),
    ...bookings.map(visitInterval),
  ])
