import { isoWeekday, type PlainDate } from '../time/plain-date.ts'
import { type PlainTime, type ShortTime, toMinuteOfDay } from '../time/plain-time.ts'
import { difference, type Interval, union } from './intervals.ts'

/** From 1 Monday to 7 Sunday, in this order. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export type Weekday = (typeof weekdays)[number]
export type HalfDay = 'morning' | 'afternoon'
export type OpeningHoursField = `${Weekday}_${HalfDay}_${'from' | 'to'}`

/** In the order of the week. */
export const openingHoursFields: readonly OpeningHoursField[] = weekdays.flatMap((weekday) => [
  `${weekday}_morning_from` as const,
  `${weekday}_morning_to` as const,
  `${weekday}_afternoon_from` as const,
  `${weekday}_afternoon_to` as const,
])

type Time = PlainTime | ShortTime

/** Times on some weekdays, 1 Monday to 7 Sunday. */
export type WeekdayTimes = { weekdays: number[]; from: Time; to: Time }

/** A calendar's 28 times; an empty one is not set. Pauses are taken out of them. */
export type OpeningHours = { [field in OpeningHoursField]?: Time | '' | null | undefined } & {
  pauses?: readonly WeekdayTimes[] | undefined
}

/** A validation error at the field to correct. */
export type OpeningHoursIssue = { path: (string | number)[]; message: string }

/** An interval in minutes since local midnight; `to` is 1440 at the end of the day. */
export type OpeningWindow = Interval

/** The windows of each weekday, Monday first. */
export type OpeningWeek = readonly (readonly OpeningWindow[])[]

const MIDNIGHT = 1440

/** Ignores half-filled and inverted pairs. */
export function openingWeek(hours: OpeningHours): OpeningWeek {
  const pauses = mergeWeekdayTimes(hours.pauses ?? [])
  return weekdays.map((weekday, i) =>
    halfDayWindows(hours, weekday).flatMap((window) =>
      pauses[i]!.length > 0 ? difference([window], pauses[i]!) : window,
    ),
  )
}

const halfDayWindows = (hours: OpeningHours, weekday: Weekday) =>
  [halfDayWindow(hours, weekday, 'morning'), halfDayWindow(hours, weekday, 'afternoon')].filter(
    (window) => window !== undefined,
  )

/** The windows of each weekday in order; windows that overlap or touch become one. */
export function mergeWeekdayTimes(times: readonly WeekdayTimes[]): OpeningWeek {
  return weekdays.map((_, i) => union(timesOn(times, i + 1).flatMap(({ from, to }) => openingWindow(from, to) ?? [])))
}

const timesOn = (times: readonly WeekdayTimes[], weekday: number) =>
  times.filter(({ weekdays }) => weekdays.includes(weekday))

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

/** Reports empty and overlapping pauses, and those outside the opening hours of a weekday. */
function pauseIssues(hours: OpeningHours): OpeningHoursIssue[] {
  const { pauses = [] } = hours
  const issues = weekdayTimesIssues(pauses)
  for (const [i, { from, to, weekdays: chosen }] of pauses.entries()) {
    const pause = openingWindow(from, to)
    if (!pause) continue
    const isOutside = weekdays.some(
      (weekday, day) =>
        chosen.includes(day + 1) &&
        !halfDayWindows(hours, weekday).some((window) => window.from <= pause.from && pause.to <= window.to),
    )
    if (isOutside) issues.push({ path: [i, 'from'], message: 'La pausa deve stare dentro l’orario di apertura.' })
  }
  return issues.map(({ path, message }) => ({ path: ['pauses', ...path], message }))
}

/** Reports half-filled pairs, inverted pairs, an afternoon that begins before the morning ends, and wrong pauses. */
export function openingHoursIssues(hours: OpeningHours): OpeningHoursIssue[] {
  return [...weekIssues(hours), ...pauseIssues(hours)]
}

function weekIssues(hours: OpeningHours): OpeningHoursIssue[] {
  return weekdays.flatMap((weekday) => {
    const issues = [...pairIssues(hours, weekday, 'morning'), ...pairIssues(hours, weekday, 'afternoon')]
    const morning = halfDayWindow(hours, weekday, 'morning')
    const afternoon = halfDayWindow(hours, weekday, 'afternoon')
    if (morning && afternoon && afternoon.from < morning.to) {
      const message = 'Il pomeriggio non può iniziare prima della fine della mattina.'
      issues.push({ path: [`${weekday}_afternoon_from`], message })
    }
    return issues
  })
}

function pairIssues(hours: OpeningHours, weekday: Weekday, half: HalfDay): OpeningHoursIssue[] {
  const from: OpeningHoursField = `${weekday}_${half}_from`
  const to: OpeningHoursField = `${weekday}_${half}_to`
  if (hours[from] && !hours[to]) return [{ path: [to], message: 'Indica anche l’orario di chiusura.' }]
  if (!hours[from] && hours[to]) return [{ path: [from], message: 'Indica anche l’orario di apertura.' }]
  if (hours[from] && !halfDayWindow(hours, weekday, half))
    return [{ path: [to], message: 'La chiusura deve essere dopo l’apertura.' }]
  return []
}

function halfDayWindow(hours: OpeningHours, weekday: Weekday, half: HalfDay): OpeningWindow | undefined {
  const from = hours[`${weekday}_${half}_from`]
  const to = hours[`${weekday}_${half}_to`]
  return from && to ? openingWindow(from, to) : undefined
}

/** '00:00' means 1440, since time inputs cannot contain 24:00. */
function closingMinute(time: Time): number {
  return toMinuteOfDay(time) || MIDNIGHT
}
