import * as z from 'zod/mini'
import { idField } from '../page.ts'
import { requiredText } from '../text.ts'
import { requiredPlainDate } from '../time/plain-date.ts'
import { requiredPlainTime } from '../time/plain-time.ts'
import { version } from '../version.ts'

/** A closure of a calendar as it is shown: dates DD-MM-YYYY, times HH:mm. */
export const dayOff = z.object({
  id: z.int(),
  day_from: z.string(),
  day_to: z.string(),
  hour_from: z.string(),
  hour_to: z.string(),
  reason: z.string(),
  calendar_id: z.int(),
  version,
})
export type DayOff = z.infer<typeof dayOff>

/** A closure as it is saved, from one moment to a later one: dates YYYY-MM-DD or DD-MM-YYYY. */
export const dayOffSchema = z
  .object({
    day_from: requiredPlainDate('La data di inizio è obbligatoria.'),
    day_to: requiredPlainDate('La data di fine è obbligatoria.'),
    hour_from: requiredPlainTime("L'orario di inizio è obbligatorio."),
    hour_to: requiredPlainTime("L'orario di fine è obbligatorio."),
    reason: requiredText('Il motivo è obbligatorio.', 500),
    calendar_id: idField('Il calendario è obbligatorio.', 'ID calendario non valido.'),
  })
  .check(
    z.refine(({ day_from, day_to }) => day_to >= day_from, {
      path: ['day_to'],
      error: 'La data di fine non può precedere la data di inizio.',
    }),
    z.refine(({ day_from, day_to, hour_from, hour_to }) => day_to !== day_from || hour_to > hour_from, {
      path: ['hour_to'],
      error: "L'orario di fine deve essere dopo quello di inizio.",
    }),
  )
export type DayOffInput = z.infer<typeof dayOffSchema>
export type DayOffForm = z.input<typeof dayOffSchema>
