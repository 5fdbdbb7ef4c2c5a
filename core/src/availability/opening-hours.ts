import { isoWeekday, type PlainDate } from '../time/plain-date.ts'
import { type PlainTime, type ShortTime, toMinuteOfDay } from '../time/plain-time.ts'
import { difference, type Interval, union } from './intervals.ts'

/** From 1 Monday to 7 Sunday, in this order. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export type Weekday = (typeof weekdays)[number]
export type HalfDay = 'morning' | 'afternoon'

type Time = PlainTime | ShortTime

/** Times on some weekdays, 1 Monday to 7 Sunday. */
export type WeekdayTimes = { weekdays: number[]; from: Time; to: Time }

/** A calendar's regular hours of a week. Pauses are taken out of the windows, of which each half of a day has one at most. */
export type RegularWeek = {
  windows: readonly (WeekdayTimes & { half: HalfDay })[]
  pauses: readonly WeekdayTimes[]
}

/** A validation error at the field to correct. */
export type OpeningHoursIssue = { path: (string | number)[]; message: string }

/** An interval in minutes since local midnight; `to` is 1440 at the end of the day. */
export type OpeningWindow = Interval

/** The windows of each weekday, Monday first. */
export type OpeningWeek = readonly (readonly OpeningWindow[])[]

const MIDNIGHT = 1440

/** Windows that touch stay apart: a visit lies inside one of them. Ignores inverted ones. */
export function openingWeek({ windows, pauses }: RegularWeek): OpeningWeek {
  const paused = mergeWeekdayTimes(pauses)
  return weekdays.map((_, i) =>
    listWindows(windows, i + 1).flatMap((window) =>
      paused[i]!.length > 0 ? difference([window], paused[i]!) : window,
    ),
  )
}

/** The windows of each weekday in order; windows that overlap or touch become one. */
export function mergeWeekdayTimes(times: readonly WeekdayTimes[]): OpeningWeek {
  return weekdays.map((_, i) => union(listWindows(times, i + 1)))
}

/** In their order. */
const listWindows = (times: readonly WeekdayTimes[], weekday: number) =>
  times.filter(({ weekdays }) => weekdays.includes(weekday)).flatMap(({ from, to }) => openingWindow(from, to) ?? [])

export function windowsOn(date: PlainDate, week: OpeningWeek): readonly OpeningWindow[] {
  return week[isoWeekday(date) - 1]!
}

/** A closing time of '00:00' means the end of the day; undefined for an empty window. */
export function openingWindow(from: Time, to: Time): OpeningWindow | undefined {
  const window = { from: toMinuteOfDay(from), to: closingMinute(to) }
  return window.from < window.to ? window : undefined
}

/** Reports windows that are empty, and those that overlap an earlier one on a weekday. */
export function weekdayTimesIssues(times: readonly WeekdayTimes[]): OpeningHoursIssue[] {
  return times.flatMap((one, i) => {
    const window = openingWindow(one.from, one.to)
    if (!window) return [{ path: [i, 'to'], message: 'La fine deve essere dopo l’inizio.' }]
    const overlaps = times.slice(0, i).some((other) => {
      const earlier = openingWindow(other.from, other.to)
      const isSameDay = one.weekdays.some((weekday) => other.weekdays.includes(weekday))
      return isSameDay && earlier && window.from < earlier.to && earlier.from < window.to
    })
    return overlaps ? [{ path: [i, 'from'], message: 'Si sovrappone a un altro dello stesso giorno.' }] : []
  })
}

/** '00:00' means 1440, since time inputs cannot contain 24:00. */
function closingMinute(time: Time): number {
  return toMinuteOfDay(time) || MIDNIGHT
}
