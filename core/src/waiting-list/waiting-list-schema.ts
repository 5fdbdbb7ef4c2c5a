import * as z from 'zod/mini'
import { dayParts } from '../availability/slot-groups.ts'
import { idField, idParam } from '../contract/pagination.ts'
import { email, privacy, telephone, website } from '../fields/contact-fields.ts'
import { requiredName } from '../fields/text.ts'
import { plainDate, plainDateOutput } from '../time/plain-date-schema.ts'
import { plainTime, plainTimeOutput } from '../time/plain-time-schema.ts'

const dayPart = z.enum(dayParts, 'Scegli una parte della giornata.')

/** With whom; null or nothing is with anybody. */
const calendarId = z.optional(z.nullable(idField('Scegli con chi.', 'ID calendario non valido.')))

/** What a visitor sends who waits for a place on a full day. */
export const waitingSchema = z.object({
  name: requiredName('Il nome è obbligatorio.'),
  surname: requiredName('Il cognome è obbligatorio.'),
  email,
  telephone,
  privacy,
  visit_day: plainDate,
  /** Null or nothing is at any hour. */
  part: z.optional(z.nullable(dayPart)),
  calendar_id: calendarId,
  website,
})
export type Waiting = z.infer<typeof waitingSchema>

const ANY_HOUR = ''

/** The visitor's form: the day, and with whom, are chosen on the page. */
export const waitingFormSchema = z.extend(z.omit(waitingSchema, { visit_day: true, calendar_id: true, part: true }), {
  part: z.pipe(
    z.optional(z.union([z.literal(ANY_HOUR), dayPart])),
    z.transform((part) => part || null),
  ),
})
export type WaitingForm = z.infer<typeof waitingFormSchema>

export const waitingQuery = z.object({ visit_day: plainDate, calendar_id: z.optional(idParam) })

/** For which parts of a day one can wait; none where there is a place, or where there could not be one. */
export const waitingOptions = z.object({ parts: z.array(z.enum(dayParts)) })

/** What one waits for. Not the key of the private link, which goes to the e-mail address alone. */
export const waitingRequest = z.object({ visit_day: plainDateOutput, part: z.nullable(z.enum(dayParts)) })

/** A place that is held for somebody who waits. */
const offer = z.object({
  visit_hour: plainTimeOutput,
  /** With whom; '' where the service has one calendar. */
  calendar_name: z.string(),
  /** Until when, in the local time of the business. */
  until_day: plainDateOutput,
  until_hour: plainTimeOutput,
})

/** Somebody who waits, as the staff sees them. */
export const waitingEntry = z.object({
  id: z.int(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  telephone: z.string(),
  service_id: z.int(),
  service_name: z.string(),
  calendar_id: z.nullable(z.int()),
  /** With whom they wish to be; '' with anybody. */
  calendar_name: z.string(),
  visit_day: plainDateOutput,
  part: z.nullable(z.enum(dayParts)),
  offer: z.nullable(offer),
})
export type WaitingEntry = z.infer<typeof waitingEntry>

/** What the staff offers by hand: one of the free places of the day. */
export const manualOfferSchema = z.object({ visit_hour: plainTime, calendar_id: calendarId })
export type ManualOffer = z.infer<typeof manualOfferSchema>
