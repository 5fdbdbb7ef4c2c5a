import { epochDay, type PlainDate } from '../time/plain-date.ts'
import { type PlainTime, toMinuteOfDay } from '../time/plain-time.ts'
import { difference, type Interval, type Intervals, union } from './intervals.ts'
import {
  mergeWeekdayTimes,
  type OpeningWeek,
  type OpeningWindow,
  openingWindow,
  type WeekdayTimes,
  windowsOn,
} from './opening-hours.ts'
import { type Rota, weekOn } from './rota.ts'

type Days = { day_from: PlainDate; day_to: PlainDate }
type Hours = { hour_from: PlainTime; hour_to: PlainTime }

/** Closed from a day and hour to another; `hour_to` 23:59 means the end of the day. */
export type Closure = Days & Hours & { kind: 'closure' }
/** Open in addition on one day; `hour_to` 00:00 means the end of the day. */
type SpecialOpening = Days & Hours & { kind: 'special_opening' }
/** Hours instead of the regular ones, both days included. Those of one calendar do not overlap. */
type ChangedHours = Days & { kind: 'changed_hours'; windows: readonly WeekdayTimes[] }
/** Closed by an event of another calendar, in epoch minutes; visitors see the opening hours as they are. */
type BusyTime = Interval & { kind: 'busy' }

/** A dated exception of a calendar's opening hours. */
export type CalendarException = Closure | SpecialOpening | ChangedHours

/** Changes the hours of a day. */
export type ScheduleException = CalendarException | BusyTime

/** A calendar's regular hours and its exceptions; an empty `to` means no end. */
export type CalendarSchedule = Rota<OpeningWeek> & {
  from: PlainDate
  to?: PlainDate | '' | null | undefined
  exceptions: readonly ScheduleException[]
}

const MIDNIGHT = 1440

const filterKind = <K extends ScheduleException['kind']>(exceptions: readonly ScheduleException[], kind: K) =>
  exceptions.filter((exception): exception is Extract<ScheduleException, { kind: K }> => exception.kind === kind)

const covers = ({ day_from, day_to }: Days, date: PlainDate) => day_from <= date && date <= day_to

export const isInForce = ({ from, to }: Pick<CalendarSchedule, 'from' | 'to'>, first: PlainDate, last = first) =>
  from <= last && (!to || to >= first)

/**
 * The opening hours of any day without regard to closures, in order: changed hours replace the regular ones, special openings are
 * added to either.
 */
export function windowsByDay(schedule: CalendarSchedule): (date: PlainDate) => readonly OpeningWindow[] {
  const { exceptions } = schedule
  const changedHours = filterKind(exceptions, 'changed_hours').map((hours) => ({
    ...hours,
    week: mergeWeekdayTimes(hours.windows),
  }))
  const specialOpenings = Map.groupBy(filterKind(exceptions, 'special_opening'), ({ day_from }) => day_from)
  return (date) => {
    if (!isInForce(schedule, date)) return []
    const windows = windowsOn(date, changedHours.find((hours) => covers(hours, date))?.week ?? weekOn(date, schedule))
    const added = specialOpenings.get(date)
    if (!added) return windows
    return union([...windows, ...added.flatMap(({ hour_from, hour_to }) => openingWindow(hour_from, hour_to) ?? [])])
  }
}

/** The hours in which a calendar is open on any day: closures win over all other hours. */
export function openHoursByDay(schedule: CalendarSchedule): (date: PlainDate) => readonly OpeningWindow[] {
  const readWindows = windowsByDay(schedule)
  const closures = listClosures(schedule)
  return (date) => {
    const closed = closures.filter((closure) => covers(closure, date))
    if (closed.length === 0) return readWindows(date)
    const midnight = epochDay(date) * MIDNIGHT
    return difference(
      readWindows(date).map(({ from, to }) => ({ from: midnight + from, to: midnight + to })),
      closed.map(closedSpan),
    ).map(({ from, to }) => ({ from: from - midnight, to: to - midnight }))
  }
}

export const listClosures = ({ exceptions }: Pick<CalendarSchedule, 'exceptions'>) => filterKind(exceptions, 'closure')

/** A closure in minutes since 1970 on the local clock. */
export function closedSpan({ day_from, hour_from, day_to, hour_to }: Closure): Interval {
  const until = toMinuteOfDay(hour_to)
  return {
    from: epochDay(day_from) * MIDNIGHT + toMinuteOfDay(hour_from),
    to: epochDay(day_to) * MIDNIGHT + (until === MIDNIGHT - 1 ? MIDNIGHT : until),
  }
}

/** The closures and busy times for the slot engine, which keeps them free of visits and their buffers. */
export function closedIntervals(
  exceptions: readonly ScheduleException[],
  toEpochMinute: (day: PlainDate, hour: PlainTime) => number,
): Intervals {
  const closures = filterKind(exceptions, 'closure')
  const busy = filterKind(exceptions, 'busy')
  const ascending = (one: number, other: number) => one - other
  return {
    starts: [
      ...closures.map(({ day_from, hour_from }) => toEpochMinute(day_from, hour_from)),
      ...busy.map(({ from }) => from),
    ].sort(ascending),
    ends: [...closures.map(({ day_to, hour_to }) => toEpochMinute(day_to, hour_to)), ...busy.map(({ to }) => to)].sort(
      ascending,
    ),
  }
}
