import * as z from 'zod/mini'
import { weekdayTimesIssues } from '../availability/opening-hours.ts'
import { MAX_WEEKS } from '../availability/rota.ts'
import { requiredPlainTime } from '../time/plain-time-schema.ts'
import { halves } from './opening-hours-fields.ts'

/** Times on some weekdays in a response, HH:mm. */
export const weekdayTimes = z.array(z.object({ weekdays: z.array(z.int()), from: z.string(), to: z.string() }))

const DAYS = 7

/** Times on some weekdays in a request, 1 Monday to 7 Sunday; `to` 00:00 means midnight at the day's end. */
const requestedTimes = z.object({
  weekdays: z
    .array(z.int().check(z.minimum(1, 'Giorno non valido.'), z.maximum(DAYS, 'Giorno non valido.')))
    .check(z.minLength(1, 'Scegli almeno un giorno.'), z.maxLength(DAYS, 'I giorni sono troppi.')),
  from: requiredPlainTime('Indica l’inizio.'),
  to: requiredPlainTime('Indica la fine.'),
})

export const weekdayTimesList = z.array(requestedTimes).check(z.maxLength(28, 'Sono troppi.'))

/** The regular hours of a calendar as they are stored. */
export const regularWeeks = z
  .array(
    z.object({
      windows: z.array(z.extend(requestedTimes, { half: z.enum(halves) })).check(z.maxLength(2 * DAYS)),
      pauses: weekdayTimesList,
    }),
  )
  .check(z.minLength(1), z.maxLength(MAX_WEEKS))

/** Refuses times that are empty or overlap on a weekday. */
export const apart = z.superRefine<z.output<typeof weekdayTimesList>>((times, { addIssue }) => {
  for (const { path, message } of weekdayTimesIssues(times))
    addIssue({ code: 'custom', path, message, input: times, continue: true })
})
