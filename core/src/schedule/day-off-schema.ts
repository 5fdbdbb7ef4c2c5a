import * as z from 'zod/mini'
import { idField } from '../contract/pagination.ts'
import { version } from '../contract/version.ts'
import { requiredText } from '../fields/text.ts'
import { plainDateOutput, requiredPlainDate } from '../time/plain-date-schema.ts'
import { plainTimeOutput, requiredPlainTime } from '../time/plain-time-schema.ts'

/** One calendar of a closure; `id` is the closure's id on that calendar. */
const closedCalendar = z.object({ id: z.int(), calendar_id: z.int(), calendar_name: z.string() })

/** A closure in a response: dates DD-MM-YYYY, times HH:mm. */
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
  /** In a grouped list: all calendars of the closure. */
  calendars: z.optional(z.array(closedCalendar)),
  /** Whether the closure covers all calendars of a business with more than one. */
  of_all: z.optional(z.boolean()),
  /** Ids of the bookings that the request cancelled with the closure. */
  cancelled: z.optional(z.array(z.int())),
})
export type DayOff = z.infer<typeof dayOff>

/** A closure in a calendar grid: dates YYYY-MM-DD, times HH:mm:ss. */
export const closure = z.object({
  id: z.int(),
  day_from: plainDateOutput,
  hour_from: plainTimeOutput,
  day_to: plainDateOutput,
  hour_to: plainTimeOutput,
  reason: z.string(),
  calendar_id: z.int(),
  calendar_name: z.string(),
  /** Whether the closure covers all calendars of a business with more than one. */
  of_all: z.boolean(),
})
export type Closure = z.infer<typeof closure>

export const closedTime = {
  day_from: requiredPlainDate('La data di inizio è obbligatoria.'),
  day_to: requiredPlainDate('La data di fine è obbligatoria.'),
  hour_from: requiredPlainTime("L'orario di inizio è obbligatorio."),
  hour_to: requiredPlainTime("L'orario di fine è obbligatorio."),
}

type ClosedTime = { [Field in keyof typeof closedTime]: z.output<(typeof closedTime)[Field]> }

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

export const reason = requiredText('Il motivo è obbligatorio.', 500)

/** A closure in a request: dates YYYY-MM-DD or DD-MM-YYYY. */
export const dayOffSchema = z
  .object({
    ...closedTime,
    reason,
    calendar_id: idField('Il calendario è obbligatorio.', 'ID calendario non valido.'),
  })
  .check(...endsLater)
export type DayOffInput = z.infer<typeof dayOffSchema>
