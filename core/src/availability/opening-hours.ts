import { isoWeekday, type PlainDate } from '../time/plain-date.ts'
import { minutesOf, type PlainTime, type ShortTime } from '../time/plain-time.ts'
import { type Interval, union } from './intervals.ts'

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

/** A calendar's 28 times; an empty one is not set. */
export type OpeningHours = { [field in OpeningHoursField]?: PlainTime | ShortTime | '' | null | undefined }

/** A validation error at the field to correct. */
export type OpeningHoursIssue = { path: OpeningHoursField[]; message: string }

/** An interval in minutes since local midnight; `to` is 1440 at the end of the day. */
export type OpeningWindow = Interval

/** The windows of each weekday, Monday first. */
export type OpeningWeek = readonly (readonly OpeningWindow[])[]

const MIDNIGHT = 1440

/** Ignores half-filled and inverted pairs. */
export function openingWeek(hours: OpeningHours): OpeningWeek {
  return weekdays.map((weekday) =>
    [windowOf(hours, weekday, 'morning'), windowOf(hours, weekday, 'afternoon')].filter(
      (window) => window !== undefined,
    ),
  )
}

export function windowsOn(date: PlainDate, week: OpeningWeek): readonly OpeningWindow[] {
  return week[isoWeekday(date) - 1]!
}

/** Adds special openings to the windows of a day, in order; merges windows that overlap or touch. */
export function withSpecialOpenings(windows: readonly OpeningWindow[], specialOpenings: readonly OpeningWindow[] = []) {
  return specialOpenings.length === 0 ? windows : union([...windows, ...specialOpenings])
}

/** A closing time of '00:00' means the end of the day; undefined for an empty window. */
export function openingWindow(from: PlainTime | ShortTime, to: PlainTime | ShortTime): OpeningWindow | undefined {
  const window = { from: minutesOf(from), to: closingMinute(to) }
  return window.from < window.to ? window : undefined
}

/** Reports half-filled pairs, inverted pairs and an afternoon that begins before the morning ends. */
export function openingHoursIssues(hours: OpeningHours): OpeningHoursIssue[] {
  return weekdays.flatMap((weekday) => {
    const issues = [...pairIssues(hours, weekday, 'morning'), ...pairIssues(hours, weekday, 'afternoon')]
    const morning = windowOf(hours, weekday, 'morning')
    const afternoon = windowOf(hours, weekday, 'afternoon')
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
  if (hours[from] && !windowOf(hours, weekday, half))
    return [{ path: [to], message: 'La chiusura deve essere dopo l’apertura.' }]
  return []
}

function windowOf(hours: OpeningHours, weekday: Weekday, half: HalfDay): OpeningWindow | undefined {
  const from = hours[`${weekday}_${half}_from`]
  const to = hours[`${weekday}_${half}_to`]
  return from && to ? openingWindow(from, to) : undefined
}

/** '00:00' means 1440, since time inputs cannot contain 24:00. */
function closingMinute(time: PlainTime | ShortTime): number {
  return minutesOf(time) || MIDNIGHT
}
