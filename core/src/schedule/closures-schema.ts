import * as z from 'zod/mini'
import { bookingIds } from '../bookings/booking-ids.ts'
import { idField, idsField } from '../contract/pagination.ts'
import { closedTime, endsLater, reason } from './day-off-schema.ts'

/** The `calendar_id` that means all calendars. */
export const ALL_CALENDARS = 0

export const closureFormSchema = z
  .object({
    ...closedTime,
    reason,
    calendar_id: z
      .number('Il calendario è obbligatorio.')
      .check(z.int('ID calendario non valido.'), z.minimum(ALL_CALENDARS, 'ID calendario non valido.')),
  })
  .check(...endsLater)

const MAX_CALENDARS = 1000
const MAX_SPANS = 100

/** Null or missing means all calendars. */
export const calendar_ids = z.optional(
  z.nullable(idsField(MAX_CALENDARS).check(z.minLength(1, 'Indica almeno un calendario.'))),
)

/** The bookings that are cancelled with a closure: only these ids, or all except these. */
export const cancel = z.union([z.object({ only: bookingIds }), z.object({ except: bookingIds })])
export type CancelledWith = z.infer<typeof cancel>

/** A list of times that are saved or asked about together. */
export const listSchema = <S extends z.ZodMiniType>(item: S) =>
  z.array(item).check(z.minLength(1, 'Indica almeno un periodo.'), z.maxLength(MAX_SPANS, 'I periodi sono troppi.'))

/** Closures of several calendars and spans, saved in one transaction. */
export const closuresSchema = z.object({
  calendar_ids,
  spans: listSchema(z.object({ ...closedTime, reason }).check(...endsLater)),
  /** Whether to skip a calendar that one closure already closes for the whole span. */
  skip_closed: z.optional(z.boolean()),
  cancel: z.optional(cancel),
})
export type ClosuresInput = z.infer<typeof closuresSchema>

/** A change of a closure of several calendars; `calendar_id` splits that calendar off into its own closure. */
export const changedClosureSchema = z
  .object({
    ...closedTime,
    reason,
    calendar_id: z.optional(idField('Indica un calendario.')),
    cancel: z.optional(cancel),
  })
  .check(...endsLater)
export type ChangedClosure = z.infer<typeof changedClosureSchema>
