import * as z from 'zod/mini'
import { MAX_WEEKS } from '../availability/rota.ts'
import { version } from '../contract/version.ts'
import { line, requiredLine, requiredText } from '../fields/text.ts'
import { isoWeekday, isPlainDate, type PlainDate } from '../time/plain-date.ts'
import { optionalPlainDate, plainDateInput, requiredPlainDate } from '../time/plain-date-schema.ts'
import { optionalPlainTime } from '../time/plain-time-schema.ts'
import { uploadAddress } from '../uploads/upload-address.ts'
import { type OpeningHoursField, openingHoursFields, openingHoursIssues } from './opening-hours-fields.ts'
import { weekdayTimes, weekdayTimesList } from './weekday-times-schema.ts'

/** Gives the 28 times of a week the same schema. */
const openingHours = <S extends z.ZodMiniType>(time: S) =>
  Object.fromEntries(openingHoursFields.map((field) => [field, time])) as Record<OpeningHoursField, S>

/** A week of a calendar in a response; its times may be ''. */
const week = { ...openingHours(z.string()), pauses: weekdayTimes }

/** A calendar in a response: dates DD-MM-YYYY, times HH:mm; `to`, `rota_from` and the times may be ''. */
export const calendar = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  /** The name shown to visitors; '' shows `name`. */
  public_name: z.string(),
  /** Shown to visitors with the public name. */
  public_note: z.string(),
  /** '' or the address of an uploaded picture. */
  picture: z.string(),
  from: z.string(),
  to: z.string(),
  simultaneous_bookings_number: z.int(),
  /** 0 sets no limit. */
  max_bookings_per_day: z.int(),
  version,
  /** The regular hours, or the first week of those that alternate. */
  ...week,
  /** The Monday on which the first week began; the weeks alternate before it, too. */
  rota_from: z.string(),
  /** The other weeks that alternate, in their order. */
  other_weeks: z.array(z.object(week)),
})
export type Calendar = z.infer<typeof calendar>

const REQUIRED_NUMBER = 'Il numero massimo di prenotazioni è obbligatorio.'

/** Required fields: dates YYYY-MM-DD or DD-MM-YYYY, `to` may be empty. */
export const calendarFields = {
  name: requiredLine('Il nome è obbligatorio.'),
  description: requiredText('La descrizione è obbligatoria.'),
  from: requiredPlainDate('La data di inizio è obbligatoria.'),
  to: optionalPlainDate,
  simultaneous_bookings_number: z
    .number(REQUIRED_NUMBER)
    .check(
      z.int('Indica un numero intero.'),
      z.minimum(1, 'Deve essere maggiore di 0'),
      z.maximum(1000, 'Al massimo 1000.'),
    ),
}

export const endsAfterItBegins = z.refine<{ from: PlainDate; to: PlainDate | null }>(
  ({ from, to }) => !to || to >= from,
  {
    path: ['to'],
    error: 'La data di fine non può precedere la data di inizio.',
  },
)

/** A Monday or, without one, '' and null. */
const optionalMonday = z.optional(
  z.pipe(
    z.nullable(
      z.union(
        [
          z.literal(''),
          plainDateInput.check(z.refine((date) => !isPlainDate(date) || isoWeekday(date) === 1, 'Scegli un lunedì.')),
        ],
        'Data non valida.',
      ),
    ),
    z.transform((date) => date || null),
  ),
)

/** A further week in a request. */
const otherWeek = z.object({ ...openingHours(optionalPlainTime), pauses: z.optional(weekdayTimesList) })

/** Optional fields: an update without them keeps their values. */
const extras = {
  public_name: z.optional(line(100)),
  public_note: z.optional(line(120)),
  picture: z.optional(uploadAddress),
  max_bookings_per_day: z.optional(
    z
      .number('Indica un numero.')
      .check(
        z.int('Indica un numero intero.'),
        z.minimum(0, 'Non può essere negativo.'),
        z.maximum(1000, 'Al massimo 1000.'),
      ),
  ),
  pauses: z.optional(weekdayTimesList),
  rota_from: optionalMonday,
  other_weeks: z.optional(z.array(otherWeek).check(z.maxLength(MAX_WEEKS - 1, `Al massimo ${MAX_WEEKS} settimane.`))),
}

/** For weeks that alternate without a Monday on which the first of them began. */
export const ROTA_WITHOUT_START = 'Indica il lunedì di una settimana A.'

/** A calendar in a request; its times may be empty. */
export const calendarSchema = z.object({ ...calendarFields, ...extras, ...openingHours(optionalPlainTime) }).check(
  endsAfterItBegins,
  z.superRefine((hours, { addIssue }) => {
    const { other_weeks = [], rota_from } = hours
    const issues = [hours, ...other_weeks].flatMap((week, i) =>
      openingHoursIssues(week).map(({ path, message }) => ({
        path: i === 0 ? path : ['other_weeks', i - 1, ...path],
        message,
      })),
    )
    if (other_weeks.length > 0 && rota_from === null) issues.push({ path: ['rota_from'], message: ROTA_WITHOUT_START })
    for (const { path, message } of issues) addIssue({ code: 'custom', path, message, input: hours, continue: true })
  }),
)
export type CalendarInput = z.infer<typeof calendarSchema>
export type CalendarForm = z.input<typeof calendarSchema>
