import * as z from 'zod/mini'
import { isPlainDate, parseItalianDate } from './plain-date.ts'

const INVALID = 'Data non valida.'

const fromItalianDate = (text: string) => parseItalianDate(text) || text

/** A day that exists, 'YYYY-MM-DD', from 1900 to 2199. */
export const plainDate = z.string(INVALID).check(z.refine(isPlainDate, INVALID)).brand<'PlainDate'>()

/** A day in an answer, not looked at again: it was when it came in. */
export const plainDateOutput = z.string().brand<'PlainDate'>()

/** A day typed or sent as 'YYYY-MM-DD' or 'DD-MM-YYYY'; yields 'YYYY-MM-DD'. */
export const plainDateInput = z
  .string(INVALID)
  .check(z.overwrite(fromItalianDate), z.refine(isPlainDate, INVALID))
  .brand<'PlainDate'>()

/** `plainDateInput` where a day must be given, with the form's own words when it is missing. */
export const requiredPlainDate = (required: string) =>
  z
    .string(required)
    .check(
      z.minLength(1, { error: required, abort: true }),
      z.overwrite(fromItalianDate),
      z.refine(isPlainDate, INVALID),
    )
    .brand<'PlainDate'>()

/** A day or nothing: missing, null and '' yield null. */
export const optionalPlainDate = z.pipe(
  z.optional(z.nullable(z.union([z.literal(''), plainDateInput], INVALID))),
  z.transform((date) => date || null),
)
