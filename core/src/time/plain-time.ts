import * as z from 'zod/mini'

/** A time on the local clock as text, 'HH:mm:ss'; in the engine it is an integer, minutes since midnight. */
export type PlainTime = string

const INVALID = 'Orario non valido.'
const WHOLE_MINUTE = /^([01]\d|2[0-3]):[0-5]\d(:00)?$/

/** 'HH:mm' or 'HH:mm:00', as slots start on whole minutes; yields 'HH:mm:ss'. */
export const plainTime = z.string(INVALID).check(z.regex(WHOLE_MINUTE, INVALID), z.overwrite(withSeconds))

/** `plainTime` where a time must be given, with the form's own words when it is missing. */
export const requiredPlainTime = (required: string) =>
  z
    .string(required)
    .check(z.minLength(1, { error: required, abort: true }), z.regex(WHOLE_MINUTE, INVALID), z.overwrite(withSeconds))

/** A time or nothing: missing, null and '' yield null. */
export const optionalPlainTime = z.pipe(
  z.optional(z.nullable(z.union([z.literal(''), plainTime], INVALID))),
  z.transform((time) => time || null),
)

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
