import * as z from 'zod/mini'

/** A time on the local clock, 'HH:mm:ss': text, but no other text is one. In the engine it is an integer, minutes since midnight. */
export type PlainTime = string & z.$brand<'PlainTime'>

/** The same as it is shown and as opening hours are written, 'HH:mm'. */
export type ShortTime = string & z.$brand<'ShortTime'>

const INVALID = 'Orario non valido.'
const WHOLE_MINUTE = /^([01]\d|2[0-3]):[0-5]\d(:00)?$/

/** 'HH:mm' or 'HH:mm:00', as slots start on whole minutes; yields 'HH:mm:ss'. */
export const plainTime = z
  .string(INVALID)
  .check(z.regex(WHOLE_MINUTE, INVALID), z.overwrite(withSeconds))
  .brand<'PlainTime'>()

/** A time in an answer, not looked at again: it was when it came in. */
export const plainTimeOutput = z.string().brand<'PlainTime'>()

/** `plainTime` where a time must be given, with the form's own words when it is missing. */
export const requiredPlainTime = (required: string) =>
  z
    .string(required)
    .check(z.minLength(1, { error: required, abort: true }), z.regex(WHOLE_MINUTE, INVALID), z.overwrite(withSeconds))
    .brand<'PlainTime'>()

/** A time or nothing: missing, null and '' yield null. */
export const optionalPlainTime = z.pipe(
  z.optional(z.nullable(z.union([z.literal(''), plainTime], INVALID))),
  z.transform((time) => time || null),
)

/** '09:30' or '09:30:00' as a time. Throws for text that is none. */
export const timeOf = (text: string): PlainTime => plainTime.parse(text)

/** '09:30' or '09:30:00' → 570. */
export function minutesOf(time: PlainTime | ShortTime): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

const texts: PlainTime[] = []

/** 570 → '09:30:00'. */
export function toPlainTime(minutes: number): PlainTime {
  texts[minutes] ??= `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:00` as PlainTime
  return texts[minutes]
}

/** '09:30:00' → '09:30', as times are shown. */
export function toShortTime(time: PlainTime): ShortTime {
  return time.slice(0, 5) as ShortTime
}

function withSeconds(time: string): string {
  return time.length === 5 ? `${time}:00` : time
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}
