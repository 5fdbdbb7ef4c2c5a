import * as z from 'zod/mini'

/** A time on the wall clock as text, 'HH:mm:ss'; in the engine it is an integer, minutes since midnight. */
export type PlainTime = string

const INVALID = 'Orario non valido.'

/** 'HH:mm' or 'HH:mm:00', as slots start on whole minutes; yields 'HH:mm:ss'. */
export const plainTime = z
  .string(INVALID)
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, INVALID), z.overwrite(withSeconds))

/** '09:30' or '09:30:00' → 570. */
export function minutesOf(time: PlainTime): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

const texts: PlainTime[] = []

/** 570 → '09:30:00'. */
export function toPlainTime(minutes: number): PlainTime {
  texts[minutes] ??= `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:00`
  return texts[minutes]
}

/** '09:30:00' → '09:30', as times are shown. */
export function toShortTime(time: PlainTime): string {
  return time.slice(0, 5)
}

function withSeconds(time: string): PlainTime {
  return time.length === 5 ? `${time}:00` : time
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}
