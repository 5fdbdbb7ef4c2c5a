import * as z from 'zod/mini'
import { bookingConflict } from '../contract/conflict.ts'
import { idField } from '../contract/pagination.ts'
import { addDays, type PlainDate } from '../time/plain-date.ts'
import { plainDate, plainDateOutput } from '../time/plain-date-schema.ts'
import { plainTime, plainTimeOutput } from '../time/plain-time-schema.ts'
import { chosenCalendar, staffBooking, staffBookingSchema } from './booking-schema.ts'
import { chosenServices } from './chosen-services.ts'

export const MAX_WEEKS = 8
export const MIN_TIMES = 2
export const MAX_TIMES = 52

const between = (least: number, most: number) =>
  z
    .number('Indica un numero.')
    .check(
      z.int('Indica un numero intero.'),
      z.minimum(least, `Almeno ${least}.`),
      z.maximum(most, `Al massimo ${most}.`),
    )

/** `every` is in weeks; `times` includes the first visit. */
export const rhythmSchema = z.object({ every: between(1, MAX_WEEKS), times: between(MIN_TIMES, MAX_TIMES) })
export type Rhythm = z.infer<typeof rhythmSchema>

/** The days of a series, all on the same weekday. */
export const daysOfSeries = (first: PlainDate, { every, times }: Rhythm): PlainDate[] =>
  Array.from({ length: times }, (_, i) => addDays(first, i * every * 7))

/** A series in the preview, before it is booked. */
export const seriesPlanSchema = z.extend(rhythmSchema, {
  service_id: idField('Il servizio è obbligatorio.', 'ID servizio non valido.'),
  calendar_id: chosenCalendar,
  ...chosenServices,
  visit_day: plainDate,
  visit_hour: plainTime,
})
export type SeriesPlan = z.infer<typeof seriesPlanSchema>
export type SeriesPlanBody = z.input<typeof seriesPlanSchema>

const slot = z.object({ visit_day: plainDateOutput, visit_hour: plainTimeOutput })

/** One visit of a previewed series; `beyond` is after the last bookable day. */
const plannedVisit = z.extend(slot, {
  state: z.enum(['free', 'taken', 'beyond']),
  conflicts: z.array(bookingConflict),
  /** The nearest free slot: on that day, otherwise within half of the interval between two visits. */
  instead: z.nullable(slot),
})
export type PlannedVisit = z.infer<typeof plannedVisit>

export const plannedSeries = z.object({ visits: z.array(plannedVisit) })

/** The visits to book: all or none. */
export const seriesSchema = z.extend(
  z.omit(staffBookingSchema, {
    visit_day: true,
    visit_hour: true,
    calendar_id: true,
    any_minute: true,
    override: true,
  }),
  {
    visits: z
      .array(
        z.object({
          visit_day: plainDate,
          visit_hour: plainTime,
          calendar_id: chosenCalendar,
          any_minute: z.optional(z.boolean()),
          override: z.optional(z.boolean()),
        }),
      )
      .check(
        z.minLength(MIN_TIMES, 'Scegli almeno due date.'),
        z.maxLength(MAX_TIMES, `Scegli al massimo ${MAX_TIMES} date.`),
      ),
  },
)
export type SeriesInput = z.infer<typeof seriesSchema>
export type SeriesBody = z.input<typeof seriesSchema>

/** Changes a booking and all later ones of its series; those in `keep_time_ids` keep their time. */
export const seriesChangeSchema = z.extend(staffBookingSchema, {
  keep_time_ids: z.optional(
    z.array(idField('Indica un identificativo.')).check(z.maxLength(MAX_TIMES, 'Sono troppe prenotazioni.')),
  ),
})
export type SeriesChange = z.infer<typeof seriesChangeSchema>
export type SeriesChangeBody = z.input<typeof seriesChangeSchema>

export const bookedSeries = z.object({ bookings: z.array(staffBooking) })

/** The visits of a series that are not cancelled, in order. */
export const seriesVisits = z.object({ visits: z.array(z.extend(slot, { id: z.int() })) })
export type SeriesVisit = z.infer<typeof seriesVisits>['visits'][number]
