import * as z from 'zod/mini'
import { idField, idParam, pageQuery } from '../contract/pagination.ts'
import { version } from '../contract/version.ts'
import { optionalText } from '../fields/text.ts'
import { requiredPlainDate } from '../time/plain-date-schema.ts'
import { requiredPlainTime } from '../time/plain-time-schema.ts'

/** A special opening in a response: day DD-MM-YYYY, times HH:mm. */
export const opening = z.object({
  id: z.int(),
  day: z.string(),
  hour_from: z.string(),
  hour_to: z.string(),
  reason: z.string(),
  calendar_id: z.int(),
  calendar_name: z.string(),
  version,
})
export type Opening = z.infer<typeof opening>

const MIDNIGHT = '00:00:00'

/** A special opening in a request: day YYYY-MM-DD or DD-MM-YYYY; `hour_to` 00:00 means midnight at the day's end. */
export const specialOpeningSchema = z
  .object({
    day: requiredPlainDate('La data è obbligatoria.'),
    hour_from: requiredPlainTime("L'orario di apertura è obbligatorio."),
    hour_to: requiredPlainTime("L'orario di chiusura è obbligatorio."),
    reason: optionalText(500),
    calendar_id: idField('Il calendario è obbligatorio.', 'ID calendario non valido.'),
  })
  .check(
    z.refine(({ hour_from, hour_to }) => hour_to > hour_from || hour_to === MIDNIGHT, {
      path: ['hour_to'],
      error: 'La chiusura deve essere dopo l’apertura.',
    }),
  )
export type SpecialOpeningInput = z.infer<typeof specialOpeningSchema>

/** Without `calendar_id`, all calendars. */
export const specialOpeningsQuery = z.extend(pageQuery, { calendar_id: z.optional(idParam) })
