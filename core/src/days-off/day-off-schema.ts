import * as z from 'zod/mini'
import { idField, idParam, pageQueryOf } from '../contract/pagination.ts'
import { version } from '../contract/version.ts'
import { requiredText } from '../fields/text.ts'
import { plainDateOutput, requiredPlainDate } from '../time/plain-date-schema.ts'
import { plainTimeOutput, requiredPlainTime } from '../time/plain-time-schema.ts'

/** One of the calendars that a closure closes, and the closure's id there. */
const closedCalendar = z.object({ id: z.int(), calendar_id: z.int(), calendar_name: z.string() })

/** A closure of a calendar as it is shown: dates DD-MM-YYYY, times HH:mm. */
export const dayOff = z.object({
  id: z.int(),
  day_from: z.string(),
  day_to: z.string(),
  hour_from: z.string(),
  hour_to: z.string(),
  reason: z.string(),
  calendar_id: z.int(),
  calendar_name: z.string(),
  version,
  /** Where closures of several calendars are shown as one: all that it closes. */
  calendars: z.optional(z.array(closedCalendar)),
  /** Whether those are all that there are, and more than one. */
  of_all: z.optional(z.boolean()),
  /** In the answer to who had bookings cancelled with it: which. */
  cancelled: z.optional(z.array(z.int())),
})
export type DayOff = z.infer<typeof dayOff>

/** A closure as a month shows it: dates YYYY-MM-DD, times HH:mm:ss. */
export const closure = z.object({
  id: z.int(),
  day_from: plainDateOutput,
  hour_from: plainTimeOutput,
  day_to: plainDateOutput,
  hour_to: plainTimeOutput,
  reason: z.string(),
  calendar_id: z.int(),
  calendar_name: z.string(),
  /** Whether all calendars, of more than one, are closed by the same. */
  of_all: z.boolean(),
})
export type Closure = z.infer<typeof closure>

/** From when to when a calendar is closed. */
export const closedTime = {
  day_from: requiredPlainDate('La data di inizio è obbligatoria.'),
  day_to: requiredPlainDate('La data di fine è obbligatoria.'),
  hour_from: requiredPlainTime("L'orario di inizio è obbligatorio."),
  hour_to: requiredPlainTime("L'orario di fine è obbligatorio."),
}

type ClosedTime = { [Field in keyof typeof closedTime]: z.output<(typeof closedTime)[Field]> }

/** What is asked of it. */
export const endsLater = [
  z.refine<ClosedTime>(({ day_from, day_to }) => day_to >= day_from, {
    path: ['day_to'],
    error: 'La data di fine non può precedere la data di inizio.',
  }),
  z.refine<ClosedTime>(({ day_from, day_to, hour_from, hour_to }) => day_to !== day_from || hour_to > hour_from, {
    path: ['hour_to'],
    error: "L'orario di fine deve essere dopo quello di inizio.",
  }),
] as const

/** Why it is closed. */
export const reason = requiredText('Il motivo è obbligatorio.', 500)

/** A closure as it is saved, from one moment to a later one: dates YYYY-MM-DD or DD-MM-YYYY. */
export const dayOffSchema = z
  .object({
    ...closedTime,
    reason,
    calendar_id: idField('Il calendario è obbligatorio.', 'ID calendario non valido.'),
  })
  .check(...endsLater)
export type DayOffInput = z.infer<typeof dayOffSchema>
export type DayOffForm = z.input<typeof dayOffSchema>

/** The time of a closure that is not saved yet, and a page of the bookings in it. */
export const closedBookingsSchema = z
  .object({ ...closedTime, calendar_id: idParam, ...pageQueryOf(50).shape })
  .check(...endsLater)
export type ClosedBookings = z.infer<typeof closedBookingsSchema>
