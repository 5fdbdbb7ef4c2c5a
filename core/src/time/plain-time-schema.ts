import * as z from 'zod/mini'
import { WHOLE_MINUTE, withSeconds } from './plain-time.ts'

const INVALID = 'Orario non valido.'

/** 'HH:mm' or 'HH:mm:00', as slots start on whole minutes; yields 'HH:mm:ss'. */
export const plainTime = z
  .string(INVALID)
  .check(z.regex(WHOLE_MINUTE, INVALID), z.overwrite(withSeconds))
  .brand<'PlainTime'>()

/** A time in a response, not validated again. */
export const plainTimeOutput = z.string().brand<'PlainTime'>()

/** `plainTime` with its own error message for a missing time. */
export const requiredPlainTime = (required: string) =>
  z
    .string(required)
    .check(z.minLength(1, { error: required, abort: true }), z.regex(WHOLE_MINUTE, INVALID), z.overwrite(withSeconds))
    .brand<'PlainTime'>()

/** Missing, null and '' yield null. */
export const optionalPlainTime = z.pipe(
  z.optional(z.nullable(z.union([z.literal(''), plainTime], INVALID))),
  z.transform((time) => time || null),
)
