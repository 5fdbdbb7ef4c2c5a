import { type Interval, union } from '@prenoto/core/availability/intervals.ts'
import { fromEpochDay } from '@prenoto/core/time/plain-date.ts'
import ICAL from 'ical.js'
import { cutCalendar, type Line, listValues } from './content-lines.ts'
import { CalendarFileUnreadable } from './errors.ts'
import {
  DAY_SECONDS,
  type LocalTime,
  parseTime,
  utcClock,
  type ZoneClock,
  type ZoneClocks,
  zoneClocks,
} from './local-time.ts'
import { listOccurrences, TooManyOccurrences } from './recurrence.ts'

const MAX_INTERVALS = 20_000

export type ReadingOptions = {
  /** Of the business: for floating times and whole days. */
  timeZone: string
  /** The period in epoch minutes. */
  period: Interval
}

/** Busy times in epoch minutes, in order. */
export type BusyContents = {
  /** The number of events with busy times. */
  events: number
  busy: Interval[]
  /** Apart: those whose UID has the form of a booking's. */
  bookings: { uid: string; busy: Interval[] }[]
}

/** The form of the UIDs in our own calendar files. */
const BOOKING_UID = /^[0-9a-f]{32}@prenoto$/

/** The busy times of an iCalendar file within a period. Throws CalendarFileUnreadable. Skips events that it cannot read. */
export function readCalendarFile(text: string, { timeZone, period }: ReadingOptions): BusyContents {
  const { zones, blocks } = cutCalendar(text, fromEpochDay(Math.floor(period.from / 1440) - 2))
  const described = zones.flatMap((zone) => attempt(() => toTimezone(zone)) ?? [])
  const clocks = zoneClocks(timeZone, new Map(described.map((zone) => [zone.tzid, zone])))
  const events = blocks.flatMap((block) => attempt(() => readEvent(block, clocks)) ?? [])
  if (events.length === 0 && blocks.length > 0) throw new CalendarFileUnreadable('not_calendar')

  const exceptions = Map.groupBy(
    events.filter(({ replaces }) => replaces !== undefined),
    ({ uid }) => uid,
  )
  const seconds = { from: period.from * 60, to: period.to * 60 }
  const contents: BusyContents = { events: 0, busy: [], bookings: [] }
  let count = 0
  for (const { uid, isBusy, replaces, expand } of events) {
    if (!isBusy) continue
    const replaced = replaces === undefined ? exceptions.get(uid) : undefined
    const busy = attempt(() => expand(seconds, new Set(replaced?.map((exception) => exception.replaces!)))) ?? []
    if (busy.length === 0) continue
    count += busy.length
    if (count > MAX_INTERVALS) throw new CalendarFileUnreadable('too_many')
    contents.events += 1
    const minutes = busy.map(({ from, to }) => ({ from: Math.floor(from / 60), to: Math.ceil(to / 60) }))
    if (BOOKING_UID.test(uid)) contents.bookings.push({ uid, busy: minutes })
    else contents.busy.push(...minutes)
  }
  return { ...contents, busy: union(contents.busy) }
}

const toTimezone = (zone: string) => new ICAL.Timezone(new ICAL.Component(ICAL.parse(zone)))

/** Undefined for what is not as the standard says. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof TooManyOccurrences) throw new CalendarFileUnreadable('too_many')
    return undefined
  }
}

/** A time with the clock of its zone, and its epoch seconds. */
type Moment = { time: LocalTime; clock: ZoneClock; at: number }

type CalendarEvent = {
  uid: string
  isBusy: boolean
  /** For an exception: the occurrence that it replaces, in epoch seconds. */
  replaces: number | undefined
  /** Busy times in a period, both in epoch seconds, without the occurrences that exceptions replace. */
  expand(period: Interval, replaced: ReadonlySet<number>): Interval[]
}

function readEvent(lines: Line[], clocks: ZoneClocks): CalendarEvent {
  const readText = (name: string) => listValues(lines, name)[0]?.value.trim() ?? ''
  const uid = readText('UID')
  if (lines.some(({ name }) => name === 'FREEBUSY'))
    return { uid, isBusy: true, replaces: undefined, expand: (period) => listFreeBusy(lines, clocks, period) }

  const readMoments = (name: string) =>
    listValues(lines, name).map(({ value, tzid }) => {
      const [time = '', end] = value.split('/')
      return { ...toMoment(time, clocks, tzid), periodEnd: end }
    })
  const [start] = readMoments('DTSTART')
  if (!start) throw new RangeError('no start')
  const [end] = readMoments('DTEND')
  const findEnd = endsAfter(start, end, readText('DURATION'))
  return {
    uid,
    isBusy:
      readText('TRANSP').toUpperCase() !== 'TRANSPARENT' &&
      readText('STATUS').toUpperCase() !== 'CANCELLED' &&
      readText('X-MICROSOFT-CDO-BUSYSTATUS').toUpperCase() !== 'FREE',
    replaces: readMoments('RECURRENCE-ID')[0]?.at,
    expand(period, replaced) {
      const busy = new Map<number, Interval>()
      const add = (from: number, to: number) => {
        if (to > from) busy.set(from, { from, to })
      }
      const days = {
        first: Math.floor((period.from - (findEnd(start) - start.at)) / DAY_SECONDS) - 2,
        last: Math.floor(period.to / DAY_SECONDS) + 1,
      }
      const rules = listValues(lines, 'RRULE')
      if (rules.length === 0) add(start.at, findEnd(start))
      for (const { value } of rules)
        for (const time of listOccurrences(value, start, days)) {
          const at = start.clock(time)
          add(at, findEnd({ ...start, time, at }))
        }
      for (const { periodEnd, ...moment } of readMoments('RDATE'))
        add(moment.at, periodEnd ? endPeriod(moment, periodEnd) : findEnd(moment))
      for (const { time, at } of readMoments('EXDATE')) {
        busy.delete(at)
        // Some programs exclude the day of an event that has hours.
        const isDay = time.second === undefined && start.time.second !== undefined
        if (isDay) for (const from of busy.keys()) if (isOnDay(from, time.day, start.clock)) busy.delete(from)
      }
      for (const at of replaced) busy.delete(at)
      return cutTo(period, [...busy.values()])
    },
  }
}

function toMoment(text: string, clocks: ZoneClocks, tzid: string | undefined): Moment {
  const { isUtc, ...time } = parseTime(text)
  const clock = isUtc ? utcClock : clocks(time.second === undefined ? undefined : tzid)
  return { time, clock, at: clock(time) }
}

const isOnDay = (at: number, day: number, clock: ZoneClock) => at >= clock({ day }) && at < clock({ day: day + 1 })

const cutTo = ({ from, to }: Interval, intervals: Interval[]): Interval[] =>
  intervals
    .filter((interval) => interval.to > from && interval.from < to)
    .map((interval) => ({ from: Math.max(interval.from, from), to: Math.min(interval.to, to) }))

/** The end of an occurrence: whole days, a nominal duration, or as long in exact time as the first one (RFC 5545). */
function endsAfter(start: Moment, end: Moment | undefined, duration: string): (moment: Moment) => number {
  if (end && start.time.second === undefined) {
    const days = Math.max(end.time.day - start.time.day, 1)
    return ({ time, clock }) => clock({ day: time.day + days })
  }
  if (end) return ({ at }) => at + Math.max(end.at - start.at, 0)
  if (duration) return (moment) => addDuration(moment, duration)
  // Without an end, a day lasts a day and a moment nothing.
  return ({ time, clock, at }) => (time.second === undefined ? clock({ day: time.day + 1 }) : at)
}

function addDuration({ time, clock, at }: Moment, text: string): number {
  const { weeks, days, hours, minutes, seconds, isNegative } = ICAL.Duration.fromString(text)
  if (isNegative) return at
  const wholeDays = weeks * 7 + days
  return (wholeDays > 0 ? clock({ ...time, day: time.day + wholeDays }) : at) + hours * 3600 + minutes * 60 + seconds
}

/** The end of a period: a time or a duration. */
const endPeriod = (start: Moment, end: string) => {
  if (end.startsWith('P')) return addDuration(start, end)
  const { isUtc, ...time } = parseTime(end)
  return isUtc ? utcClock(time) : start.clock(time)
}

function listFreeBusy(lines: Line[], clocks: ZoneClocks, period: Interval): Interval[] {
  const times = listValues(lines, 'FREEBUSY').filter(({ fbtype }) => fbtype !== 'FREE')
  return cutTo(
    period,
    times.map(({ value, tzid }) => {
      const [start = '', end = ''] = value.split('/')
      const moment = toMoment(start, clocks, tzid)
      return { from: moment.at, to: endPeriod(moment, end) }
    }),
  )
}
