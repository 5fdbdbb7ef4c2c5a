import * as z from 'zod/mini'
import { dayParts } from '../availability/slot-groups.ts'
import { chosenServices, chosenServicesQuery } from '../bookings/chosen-services.ts'
import { idField, idParam } from '../contract/pagination.ts'
import { botTrap, email, privacy, telephone } from '../fields/contact-fields.ts'
import { requiredName } from '../fields/text.ts'
import { visitServices } from '../services/visit-services.ts'
import { plainDate, plainDateOutput } from '../time/plain-date-schema.ts'
import { plainTime, plainTimeOutput } from '../time/plain-time-schema.ts'

const dayPart = z.enum(dayParts, 'Scegli una parte della giornata.')

/** Null or missing means any calendar. */
const calendarId = z.optional(z.nullable(idField('Scegli con chi.', 'ID calendario non valido.')))

export const waitingListRequestSchema = z.object({
  name: requiredName('Il nome è obbligatorio.'),
  surname: requiredName('Il cognome è obbligatorio.'),
  email,
  telephone,
  privacy,
  visit_day: plainDate,
  /** Null or missing means any hour. */
  part: z.optional(z.nullable(dayPart)),
  calendar_id: calendarId,
  ...chosenServices,
  ...botTrap,
})
export type WaitingListRequest = z.infer<typeof waitingListRequestSchema>

const ANY_HOUR = ''

/** The visitor's form; the page provides the day and the calendar. */
export const waitingListFormSchema = z.extend(
  z.omit(waitingListRequestSchema, { visit_day: true, calendar_id: true, variant_id: true, also: true, part: true }),
  {
    part: z.pipe(
      z.optional(z.union([z.literal(ANY_HOUR), dayPart])),
      z.transform((part) => part || null),
    ),
  },
)
export type WaitingListForm = z.infer<typeof waitingListFormSchema>

export const waitingQuery = z.object({
  visit_day: plainDate,
  calendar_id: z.optional(idParam),
  ...chosenServicesQuery,
})

/** The parts of a day that visitors can wait for; excludes parts that have a free slot or could never have one. */
export const waitingOptions = z.object({ parts: z.array(z.enum(dayParts)) })

/** Leaves out the key of the private link, which the server sends only by e-mail. */
export const waitingRequest = z.object({ visit_day: plainDateOutput, part: z.nullable(z.enum(dayParts)) })

/** A slot that is held for a waiting customer. */
const offer = z.object({
  visit_hour: plainTimeOutput,
  /** '' when the service has one calendar. */
  calendar_name: z.string(),
  /** End of the offer, in the local time of the business. */
  until_day: plainDateOutput,
  until_hour: plainTimeOutput,
})

/** A waiting customer as the staff sees them. */
export const waitingEntry = z.object({
  id: z.int(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  telephone: z.string(),
  service_id: z.int(),
  service_name: z.string(),
  services: visitServices,
  calendar_id: z.nullable(z.int()),
  /** '' when the customer accepts any calendar. */
  calendar_name: z.string(),
  visit_day: plainDateOutput,
  part: z.nullable(z.enum(dayParts)),
  offer: z.nullable(offer),
})
export type WaitingEntry = z.infer<typeof waitingEntry>

/** A day with the number of people who wait for a slot on it. */
export const waitingDay = z.object({ visit_day: plainDateOutput, count: z.int() })
export type WaitingDay = z.infer<typeof waitingDay>

/** One of the day's free slots, which the staff offers manually. */
export const manualOfferSchema = z.object({ visit_hour: plainTime, calendar_id: calendarId })
export type ManualOffer = z.infer<typeof manualOfferSchema>
