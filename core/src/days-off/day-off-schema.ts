import * as z from 'zod/mini'
import { idField, idParam, pageQueryOf } from '../page.ts'
import { requiredText } from '../text.ts'
import { plainDateOutput, requiredPlainDate } from '../time/plain-date.ts'
import { plainTimeOutput, requiredPlainTime } from '../time/plain-time.ts'
import { version } from '../version.ts'

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
const closedTime = {
  day_from: requiredPlainDate('La data di inizio è obbligatoria.'),
  day_to: requiredPlainDate('La data di fine è obbligatoria.'),
  hour_from: requiredPlainTime("L'orario di inizio è obbligatorio."),
  hour_to: requiredPlainTime("L'orario di fine è obbligatorio."),
}

type ClosedTime = { [Field in keyof typeof closedTime]: z.output<(typeof closedTime)[Field]> }

const endsLater = [
  z.refine<ClosedTime>(({ day_from, day_to }) => day_to >= day_from, {
    path: ['day_to'],
    error: 'La data di fine non può precedere la data di inizio.',
  }),
  z.refine<ClosedTime>(({ day_from, day_to, hour_from, hour_to }) => day_to !== day_from || hour_to > hour_from, {
    path: ['hour_to'],
    error: "L'orario di fine deve essere dopo quello di inizio.",
  }),
] as const

const reason = requiredText('Il motivo è obbligatorio.', 500)

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

/** All calendars, where a closure names one. */
export const ALL_CALENDARS = 0

/** The form of a closure, which may close all calendars at once. */
export const closureFormSchema = z
  .object({
    ...closedTime,
    reason,
    calendar_id: z
      .number('Il calendario è obbligatorio.')
      .check(z.int('ID calendario non valido.'), z.minimum(ALL_CALENDARS, 'ID calendario non valido.')),
  })
  .check(...endsLater)

const MOST_CALENDARS = 1000
const MOST_SPANS = 100
const MOST_BOOKINGS = 10_000

const ids = (most: number) => z.array(idField('Indica un identificativo.')).check(z.maxLength(most, 'Sono troppi.'))

/** Which calendars, none named means all there are. */
const calendar_ids = z.optional(z.nullable(ids(MOST_CALENDARS).check(z.minLength(1, 'Indica almeno un calendario.'))))

/** The bookings within a closure that are cancelled with it: these, or all but these. */
const cancel = z.optional(z.union([z.object({ only: ids(MOST_BOOKINGS) }), z.object({ except: ids(MOST_BOOKINGS) })]))
export type CancelledWith = NonNullable<z.infer<typeof cancel>>

const spansOf = <S extends z.ZodMiniType>(span: S) =>
  z.array(span).check(z.minLength(1, 'Indica almeno un periodo.'), z.maxLength(MOST_SPANS, 'I periodi sono troppi.'))

/** Closures of several calendars, at several times, saved together. */
export const closuresSchema = z.object({
  calendar_ids,
  spans: spansOf(z.object({ ...closedTime, reason }).check(...endsLater)),
  /** Whether a calendar that one closure closes all of that time already is left as it is. */
  skip_closed: z.optional(z.boolean()),
  cancel,
})
export type ClosuresInput = z.infer<typeof closuresSchema>

/** A closure of several calendars as it is changed: on all of them, or on one, which it then closes by itself. */
export const changedClosureSchema = z
  .object({ ...closedTime, reason, calendar_id: z.optional(idField('Indica un calendario.')), cancel })
  .check(...endsLater)
export type ChangedClosure = z.infer<typeof changedClosureSchema>

/** Times in which calendars are to be closed, and a page of the bookings in them. */
export const closedTimesSchema = z.object({
  calendar_ids,
  spans: spansOf(z.object(closedTime).check(...endsLater)),
  ...pageQueryOf(50).shape,
})
export type ClosedTimes = z.infer<typeof closedTimesSchema>

export const restoredBookingsSchema = z.object({ ids: ids(MOST_BOOKINGS) })

/** The time of a closure that is not saved yet, and a page of the bookings in it. */
export const closedBookingsSchema = z
  .object({ ...closedTime, calendar_id: idParam, ...pageQueryOf(50).shape })
  .check(...endsLater)
export type ClosedBookings = z.infer<typeof closedBookingsSchema>
