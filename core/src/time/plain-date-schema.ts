import * as z from 'zod/mini'
import { isPlainDate, parseItalianDate } from './plain-date.ts'

const INVALID = 'Data non valida.'

const fromItalianDate = (text: string) => parseItalianDate(text) || text

/** A day that exists, 'YYYY-MM-DD', from 1900 to 2199. */
export const plainDate = z.string(INVALID).check(z.refine(isPlainDate, INVALID)).brand<'PlainDate'>()

/** A day in a response, not validated again. */
export const plainDateOutput = z.string().brand<'PlainDate'>()

/** Accepts 'YYYY-MM-DD' and 'DD-MM-YYYY'; yields 'YYYY-MM-DD'. */
export const plainDateInput = z
  .string(INVALID)
  .check(z.overwrite(fromItalianDate), z.refine(isPlainDate, INVALID))
  .brand<'PlainDate'>()

/** `plainDateInput` with its own error message for a missing day. */
export const requiredPlainDate = (required: string) =>
  z
    .string(required)
    .check(
      z.minLength(1, { error: required, abort: true }),
      z.overwrite(fromItalianDate),
      z.refine(isPlainDate, INVALID),
    )
    .brand<'PlainDate'>()

/** Missing, null and '' yield null. */
export const optionalPlainDate = z.pipe(
  z.optional(z.nullable(z.union([z.literal(''), plainDateInput], INVALID))),
  z.transform((date) => date || null),
)
