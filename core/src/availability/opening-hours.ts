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

/** A calendar's 28 times; an empty one says nothing. */
export type OpeningHours = { [field in OpeningHoursField]?: PlainTime | ShortTime | '' | null | undefined }

/** One thing wrong with a calendar's times, said at the field to mend. */
export type OpeningHoursIssue = { path: OpeningHoursField[]; message: string }

/** An interval of the local clock, in minutes since midnight: `to` is 1440 when it lasts until the day ends. */
export type OpeningWindow = Interval

/** The windows of each weekday, Monday first. */
export type OpeningWeek = readonly (readonly OpeningWindow[])[]

const MIDNIGHT = 1440

/** The windows that the opening hours describe; a pair that is half filled or inverted opens nothing. */
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

/** The windows of a day that is open besides: in order, and those that overlap or touch are one. */
export function withOpenings(windows: readonly OpeningWindow[], openings: readonly OpeningWindow[] = []) {
  return openings.length === 0 ? windows : union([...windows, ...openings])
}

/** From '09:00' to '00:00' is from nine to midnight; undefined when that opens nothing. */
export function openingWindow(from: PlainTime | ShortTime, to: PlainTime | ShortTime): OpeningWindow | undefined {
  const window = { from: minutesOf(from), to: closingMinute(to) }
  return window.from < window.to ? window : undefined
}

/** What keeps opening hours from being saved: half-filled or inverted pairs, an afternoon that begins in the morning. */
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

/** Closing at '00:00' means at midnight, when the day ends: nothing else can be typed for it. */
function closingMinute(time: PlainTime | ShortTime): number {
  return minutesOf(time) || MIDNIGHT
}
