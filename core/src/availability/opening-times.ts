import { type ShortTime, toPlainTime, toShortTime } from '../time/plain-time.ts'
import {
  type OpeningHours,
  type OpeningHoursField,
  openingHoursFields,
  type Weekday,
  weekdays,
} from './opening-hours.ts'

/** One interval of a weekday, 1 Monday to 7 Sunday; a closing time of 0:00 means the end of the day. */
export type OpeningTime = {
  weekDay: number
  openingTimeHours: number
  openingTimeMinutes: number
  closingTimeHours: number
  closingTimeMinutes: number
}

/** No interval, one interval or two. */
export type DayMode = 'closed' | 'continuous' | 'normal'

/** An interval that opens before this hour is the morning's. */
const AFTERNOON = 13

const DEFAULTS: Record<DayMode, [opening: string, closing: string][]> = {
  closed: [],
  continuous: [['08:00', '12:00']],
  normal: [
    ['08:00', '12:00'],
    ['14:00', '18:00'],
  ],
}

const clockTime = (hours: number, minutes: number) => toShortTime(toPlainTime(hours * 60 + minutes))

export const formatOpening = (time: OpeningTime) => clockTime(time.openingTimeHours, time.openingTimeMinutes)
export const formatClosing = (time: OpeningTime) => clockTime(time.closingTimeHours, time.closingTimeMinutes)

/** 1, '08:00' and '12:30' → Mondays from 8:00 to 12:30. */
export function openingTime(weekDay: number, opening: string, closing: string): OpeningTime {
  const [openingTimeHours, openingTimeMinutes] = opening.split(':').map(Number) as [number, number]
  const [closingTimeHours, closingTimeMinutes] = closing.split(':').map(Number) as [number, number]
  return { weekDay, openingTimeHours, openingTimeMinutes, closingTimeHours, closingTimeMinutes }
}

/** The intervals of a weekday, in order. */
export const timesOnWeekday = (times: readonly OpeningTime[], weekDay: number) =>
  times
    .filter((time) => time.weekDay === weekDay)
    .sort((one, other) => formatOpening(one).localeCompare(formatOpening(other)))

export function getDayMode(times: readonly OpeningTime[], weekDay: number): DayMode {
  const { length } = timesOnWeekday(times, weekDay)
  return length === 0 ? 'closed' : length === 1 ? 'continuous' : 'normal'
}

const without = (times: readonly OpeningTime[], weekDay: number) => times.filter((time) => time.weekDay !== weekDay)

/** Replaces the intervals of a weekday by the defaults of a mode. */
export const withMode = (times: readonly OpeningTime[], weekDay: number, mode: DayMode): OpeningTime[] => [
  ...without(times, weekDay),
  ...DEFAULTS[mode].map(([opening, closing]) => openingTime(weekDay, opening, closing)),
]

/** Copies the intervals of one weekday to all. */
export const withCopies = (times: readonly OpeningTime[], weekDay: number): OpeningTime[] =>
  weekdays.flatMap((_, index) => timesOnWeekday(times, weekDay).map((time) => ({ ...time, weekDay: index + 1 })))

type ShortHours = Record<OpeningHoursField, ShortTime | ''>

const isMorning = (time: OpeningTime) => time.openingTimeHours < AFTERNOON

/**
 * Converts a week's intervals, at most two a day, to the 28 fields of a calendar. An interval that opens before 13:00
 * goes to the morning; of two in the same half of a day, one goes to the other half.
 */
export function toOpeningHours(times: readonly OpeningTime[]): ShortHours {
  const hours = Object.fromEntries(openingHoursFields.map((field) => [field, ''])) as ShortHours
  for (const [index, weekday] of weekdays.entries()) {
    const [first, second] = timesOnWeekday(times, index + 1)
    if (!first) continue
    const isFirstMorning = second !== undefined || isMorning(first)
    fill(hours, weekday, isFirstMorning ? 'morning' : 'afternoon', first)
    if (second) fill(hours, weekday, 'afternoon', second)
  }
  return hours
}

function fill(hours: ShortHours, weekday: Weekday, half: 'morning' | 'afternoon', time: OpeningTime) {
  hours[`${weekday}_${half}_from`] = formatOpening(time)
  hours[`${weekday}_${half}_to`] = formatClosing(time)
}

/** Ignores half-filled pairs. */
export function toOpeningTimes(hours: OpeningHours): OpeningTime[] {
  return weekdays.flatMap((weekday, index) =>
    (['morning', 'afternoon'] as const).flatMap((half) => {
      const [from, to] = [hours[`${weekday}_${half}_from`], hours[`${weekday}_${half}_to`]]
      return from && to ? [openingTime(index + 1, from, to)] : []
    }),
  )
}
