import * as z from 'zod/mini'
import { email, privacy, telephone, website } from '../contact-fields.ts'
import { requiredLine } from '../text.ts'
import { plainDate } from '../time/plain-date.ts'
import { plainTime } from '../time/plain-time.ts'

/** What a visitor sends to book a slot of a service. */
export const publicBookingSchema = z.object({
  name: requiredLine('Il nome è obbligatorio.'),
  surname: requiredLine('Il cognome è obbligatorio.'),
  email,
  telephone,
  privacy,
  visit_day: plainDate,
  visit_hour: plainTime,
  website,
})
export type PublicBooking = z.infer<typeof publicBookingSchema>

/** The visitor's form: the slot is chosen on the page, not typed. */
export const publicBookingFormSchema = z.omit(publicBookingSchema, { visit_day: true, visit_hour: true })
export type PublicBookingForm = z.input<typeof publicBookingFormSchema>

/** A booking as the one who made it sees it. */
export const booking = z.object({
  id: z.int(),
  hidden_id: z.string(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  telephone: z.string(),
  visit_day: z.string(),
  visit_hour: z.string(),
  service_id: z.int(),
  service_name: z.string(),
  service_duration: z.int(),
})
export type Booking = z.infer<typeof booking>
