import type * as z from 'zod/mini'

/** A local time, 'HH:mm:ss', as branded text; the slot engine uses minutes since midnight instead. */
export type PlainTime = string & z.$brand<'PlainTime'>

/** A local time for display and in opening hours, 'HH:mm'. */
export type ShortTime = string & z.$brand<'ShortTime'>

/** 'HH:mm' or 'HH:mm:00'. */
export const WHOLE_MINUTE = /^([01]\d|2[0-3]):[0-5]\d(:00)?$/

/** Accepts 'HH:mm' and 'HH:mm:00'; throws a RangeError for other text. */
export function parsePlainTime(text: string): PlainTime {
  if (!WHOLE_MINUTE.test(text)) throw new RangeError('Orario non valido.')
  return withSeconds(text) as PlainTime
}

/** '09:30' or '09:30:00' → 570. */
export function toMinuteOfDay(time: PlainTime | ShortTime): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

const MINUTES_OF_DAY = 1440

/** Cached text of each minute; preallocated, as V8 makes a slow dictionary of an array filled from its middle. */
const texts = new Array<PlainTime>(MINUTES_OF_DAY)

/** 570 → '09:30:00'. */
export function toPlainTime(minutes: number): PlainTime {
  texts[minutes] ??= `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:00` as PlainTime
  return texts[minutes]
}

/** Wraps around at midnight. */
export const addMinutes = (time: PlainTime, minutes: number) =>
  toPlainTime((toMinuteOfDay(time) + minutes) % MINUTES_OF_DAY)

/** '09:30:00' → '09:30'. */
export function toShortTime(time: PlainTime): ShortTime {
  return time.slice(0, 5) as ShortTime
}

/** '09:30' → '09:30:00'. */
export function withSeconds(time: string): string {
  return time.length === 5 ? `${time}:00` : time
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}
