import * as z from 'zod/mini'
import { apart, weekdayTimes, weekdayTimesList } from '../calendars/weekday-times-schema.ts'
import { idField, idParam } from '../contract/pagination.ts'
import { version } from '../contract/version.ts'
import { optionalText } from '../fields/text.ts'
import { epochDay } from '../time/plain-date.ts'
import { plainDate, requiredPlainDate } from '../time/plain-date-schema.ts'
import { cancel } from './closures-schema.ts'

/** Hours that replace a calendar's usual week, in a response: days DD-MM-YYYY, times HH:mm. */
export const changedHours = z.object({
  id: z.int(),
  calendar_id: z.int(),
  calendar_name: z.string(),
  day_from: z.string(),
  day_to: z.string(),
  windows: weekdayTimes,
  reason: z.string(),
  version,
  /** Ids of the bookings that the request cancelled. */
  cancelled: z.optional(z.array(z.int())),
})
export type ChangedHours = z.infer<typeof changedHours>

const MAX_DAYS = 366

export const changedDays = {
  day_from: requiredPlainDate('La data di inizio è obbligatoria.'),
  day_to: requiredPlainDate('La data di fine è obbligatoria.'),
  windows: weekdayTimesList.check(z.minLength(1, 'Indica almeno un orario.'), apart),
}

type Days = { [Field in 'day_from' | 'day_to']: z.output<(typeof changedDays)[Field]> }

export const inOneYear = [
  z.refine<Days>(({ day_from, day_to }) => day_to >= day_from, {
    path: ['day_to'],
    error: 'La data di fine non può precedere la data di inizio.',
  }),
  z.refine<Days>(({ day_from, day_to }) => epochDay(day_to) - epochDay(day_from) < MAX_DAYS, {
    path: ['day_to'],
    error: 'Al massimo un anno.',
  }),
] as const

/** Changed hours in a request: days YYYY-MM-DD or DD-MM-YYYY. `cancel` chooses the bookings outside them to cancel. */
export const changedHoursSchema = z
  .object({
    calendar_id: idField('Il calendario è obbligatorio.', 'ID calendario non valido.'),
    ...changedDays,
    reason: optionalText(500),
    cancel: z.optional(cancel),
  })
  .check(...inOneYear)
export type ChangedHoursInput = z.infer<typeof changedHoursSchema>

/** Without days, those that are not over yet. */
export const changedHoursQuery = z.object({
  calendar_id: z.optional(idParam),
  from: z.optional(plainDate),
  to: z.optional(plainDate),
})
export type ChangedHoursQuery = z.infer<typeof changedHoursQuery>
