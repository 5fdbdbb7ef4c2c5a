import * as z from 'zod/mini'
import { calendarFields, endsAfterItBegins } from '../calendars/calendar-schema.ts'
import { openingHoursIssues, toOpeningHours } from '../calendars/opening-hours-fields.ts'
import { bookingRulesSchema, businessSchema, looksSchema } from '../configuration/site-schema.ts'
import { serviceInput } from '../services/managed-service-schema.ts'
import { convertOpeningTimes, type OpeningTime, timesOnWeekday } from './opening-times.ts'

const { name, description, from, to, simultaneous_bookings_number } = calendarFields

/** Step 4: the first calendar; the form asks for its capacity only if several bookings at once are allowed. */
export const firstCalendarSchema = z
  .object({ name, description, from, to, simultaneous_bookings_number })
  .check(endsAfterItBegins)

const openingTimeSchema = z.object({
  weekDay: z.int().check(z.minimum(1), z.maximum(7)),
  openingTimeHours: z.int().check(z.minimum(0), z.maximum(23)),
  openingTimeMinutes: z.int().check(z.minimum(0), z.maximum(59)),
  closingTimeHours: z.int().check(z.minimum(0), z.maximum(23)),
  closingTimeMinutes: z.int().check(z.minimum(0), z.maximum(59)),
})

/** The Italian message about invalid intervals of a weekday; undefined when they are valid. */
export function weekdayIssue(times: readonly OpeningTime[], weekDay: number): string | undefined {
  const ofDay = timesOnWeekday(times, weekDay)
  if (ofDay.length > 2) return 'Al massimo due orari al giorno.'
  return openingHoursIssues(toOpeningHours(convertOpeningTimes(ofDay)))[0]?.message
}

/** Step 5: the opening hours. */
export const openingTimesSchema = z.object({
  opening_times: z.array(openingTimeSchema).check(
    z.minLength(1, 'Devi aggiungere almeno un orario'),
    z.superRefine((times, { addIssue }) => {
      for (const weekDay of [1, 2, 3, 4, 5, 6, 7]) {
        const message = weekdayIssue(times, weekDay)
        if (message) addIssue({ code: 'custom', path: [], message, input: times, continue: true })
      }
    }),
  ),
})

/** Step 6: the first service. */
export const firstServiceSchema = z.pick(serviceInput, {
  name: true,
  duration: true,
  amount: true,
  discounted_amount: true,
  description: true,
})

/** All fields of the onboarding; the calendar and the service are nested, because their field names overlap. */
export const onboardingSchema = z.object({
  ...businessSchema.shape,
  ...looksSchema.shape,
  ...bookingRulesSchema.shape,
  calendar: firstCalendarSchema,
  ...openingTimesSchema.shape,
  service: firstServiceSchema,
})
export type OnboardingForm = z.input<typeof onboardingSchema>
export type Onboarding = z.infer<typeof onboardingSchema>

type Field = keyof OnboardingForm
const listFields = (schema: { shape: Partial<Record<Field, unknown>> }) => Object.keys(schema.shape) as Field[]

/** The six steps and their fields, both in the order of the screen. */
export const onboardingSteps: readonly { name: string; fields: readonly Field[] }[] = [
  { name: 'Dati Base', fields: listFields(businessSchema) },
  { name: 'Aspetto', fields: listFields(looksSchema) },
  { name: 'Prenotazioni', fields: listFields(bookingRulesSchema) },
  { name: 'Calendario', fields: ['calendar'] },
  { name: 'Orari', fields: listFields(openingTimesSchema) },
  { name: 'Servizio', fields: ['service'] },
]
