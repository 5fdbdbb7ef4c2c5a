import { type HalfDay, type RegularWeek, weekdays } from '../availability/opening-hours.ts'
import { toPlainTime, toShortTime } from '../time/plain-time.ts'

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

const isMorning = (time: OpeningTime) => time.openingTimeHours < AFTERNOON

/**
 * Converts a week's intervals, at most two a day, to regular hours of a calendar. An interval that opens before 13:00 is the
 * morning's; of two in the same half of a day, one goes to the other half.
 */
export function convertOpeningTimes(times: readonly OpeningTime[]): RegularWeek {
  const windows = weekdays.flatMap((_, i) => {
    const [first, second] = timesOnWeekday(times, i + 1)
    if (!first) return []
    const isFirstMorning = second !== undefined || isMorning(first)
    const toWindow = (half: HalfDay, time: OpeningTime) => ({
      weekdays: [i + 1],
      half,
      from: formatOpening(time),
      to: formatClosing(time),
    })
    return [
      toWindow(isFirstMorning ? 'morning' : 'afternoon', first),
      ...(second ? [toWindow('afternoon', second)] : []),
    ]
  })
  return { windows, pauses: [] }
}
