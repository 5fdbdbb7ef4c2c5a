import * as z from 'zod/mini'
import { conflictKind } from '../contract/conflict.ts'
import { idField } from '../contract/pagination.ts'
import { version } from '../contract/version.ts'
import { botTrap, email, privacy, telephone } from '../fields/contact-fields.ts'
import { normalizeEmail } from '../fields/email-address.ts'
import { normalizeTelephone } from '../fields/telephone.ts'
import { optionalText, requiredLine, requiredName } from '../fields/text.ts'
import { epochDay } from '../time/plain-date.ts'
import { plainDate, requiredPlainDate } from '../time/plain-date-schema.ts'
import { plainTime, requiredPlainTime } from '../time/plain-time-schema.ts'
import { attendance } from './attendance.ts'
import { linkSource } from './booking-source.ts'
import { chosenServices } from './chosen-services.ts'
import { confirmation } from './confirmation.ts'
import { visit, visitForCustomer } from './visit-fields.ts'

/** In characters. */
export const MAX_NOTES = 1000

/** One of the service's calendars; null or missing ('Chiunque') lets the server choose. */
export const chosenCalendar = z.optional(z.nullable(idField('', 'ID calendario non valido.')))

export const publicBookingSchema = z.object({
  name: requiredName('Il nome è obbligatorio.'),
  surname: requiredName('Il cognome è obbligatorio.'),
  email,
  telephone,
  privacy,
  visit_day: plainDate,
  visit_hour: plainTime,
  /** Only for services that allow notes. */
  notes: optionalText(MAX_NOTES),
  calendar_id: chosenCalendar,
  ...chosenServices,
  /** Whether the visitor also wants WhatsApp messages or SMS. */
  text_consent: z.optional(z.boolean()),
  /** Unknown values are ignored. */
  source: z.catch(z.optional(linkSource), undefined),
  ...botTrap,
})
export type PublicBooking = z.infer<typeof publicBookingSchema>
export type PublicBookingBody = Omit<PublicBooking, 'also'> & { also?: string }

/** The visitor's form: the slot is chosen on the page, not typed. */
export const publicBookingFormSchema = z.omit(publicBookingSchema, {
  visit_day: true,
  visit_hour: true,
  calendar_id: true,
  variant_id: true,
  also: true,
  source: true,
})

const bookingFields = {
  id: z.int(),
  hidden_id: z.string(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  telephone: z.string(),
}

/** A booking as its visitor sees it. */
export const booking = z.extend(visitForCustomer, bookingFields)
export type Booking = z.infer<typeof booking>

const REQUIRED_TELEPHONE = 'Il telefono è obbligatoria.'

/** The staff's booking panel; it accepts any text as e-mail and telephone. */
export const staffBookingFormSchema = z.object({
  name: requiredName('Il nome è obbligatorio.'),
  surname: requiredName('Il cognome è obbligatoria.'),
  email: requiredLine("L'email è obbligatoria.", 254).check(z.overwrite(normalizeEmail)),
  telephone: z
    .string(REQUIRED_TELEPHONE)
    .check(
      z.overwrite(normalizeTelephone),
      z.minLength(1, { error: REQUIRED_TELEPHONE, abort: true }),
      z.maxLength(40, 'Numero troppo lungo.'),
      z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Contiene caratteri non ammessi.'),
    ),
  visit_day: requiredPlainDate('La data della prenotazione è obbligatoria.'),
  visit_hour: requiredPlainTime("L'orario della prenotazione è obbligatoria."),
})
export type StaffBookingForm = z.input<typeof staffBookingFormSchema>

/** The staff's request; the panel validates the service outside its form. */
export const staffBookingSchema = z.extend(staffBookingFormSchema, {
  service_id: idField('Il servizio è obbligatorio.', 'ID servizio non valido.'),
  calendar_id: chosenCalendar,
  ...chosenServices,
  /** The known customer of a new booking, whose contacts replace hidden ones. */
  customer_id: z.optional(idField('', 'ID cliente non valido.')),
  /** Whether a changed name or e-mail corrects the customer of an edited booking instead of naming another person. */
  corrects_customer: z.optional(z.boolean()),
  /** Whether the customer gets a message about the booking or its change; true by default. */
  notifies_customer: z.optional(z.boolean()),
  /** Whether to accept a time that is not offered, provided that it has no conflicts. */
  any_minute: z.optional(z.boolean()),
  /** Whether to accept a time that is not offered in spite of its conflicts. */
  override: z.optional(z.boolean()),
})
export type StaffBookingInput = z.infer<typeof staffBookingSchema>

export const staffBooking = z.extend(visit, {
  ...bookingFields,
  customer_id: z.int(),
  version,
  service_color: z.string(),
  /** The visitor's notes; '' when there are none. */
  patient_notes: z.string(),
  /** Minutes that the calendar is busy before and after the visit. */
  buffer_before: z.int(),
  buffer_after: z.int(),
  /** When the calendar is free during the visit, in minutes from its start. */
  processing_times: z.array(z.object({ from: z.int(), to: z.int() })),
  /** The conflicts that the staff overrode; null when the slot was offered. */
  overridden_conflicts: z.nullable(z.array(conflictKind)),
  /** The id of the first booking of its series. */
  series_id: z.nullable(z.int()),
  attendance: z.nullable(attendance),
  confirmation: z.optional(confirmation),
  /** Whether the mail server refused the customer's address. */
  email_refused: z.optional(z.boolean()),
})
export type StaffBooking = z.infer<typeof staffBooking>

/** A cancelled booking, which can only be read; its private link leads nowhere. */
export const cancelledBooking = z.extend(z.omit(staffBooking, { hidden_id: true }), {
  /** DD-MM-YYYY HH:mm, local time of the business. */
  cancelled_at: z.string(),
  /** The user's name; null for the customer. */
  cancelled_by: z.nullable(z.string()),
})

/** A booking in a calendar grid. */
export const bookingEvent = z.extend(staffBooking, {
  /** The day's number of bookings, when the response does not list them all. */
  of_day: z.optional(z.int()),
})
export type BookingEvent = z.infer<typeof bookingEvent>

export const LISTED_PER_DAY = 2

const MAX_DAYS = 366

const atMost = z
  .number('Indica un numero.')
  .check(z.int('Indica un numero intero.'), z.minimum(1, 'Almeno 1.'), z.maximum(100_000, 'Al massimo 100.000.'))

/**
 * The days of a calendar grid, both included. Above `at_most` bookings, the response lists `LISTED_PER_DAY` a day.
 */
export const bookingEventsSchema = z.object({ from: plainDate, to: plainDate, at_most: z.optional(atMost) }).check(
  z.refine(({ from, to }) => to >= from, { path: ['to'], error: 'La fine non può precedere l’inizio.' }),
  z.refine(({ from, to }) => epochDay(to) - epochDay(from) <= MAX_DAYS, {
    path: ['to'],
    error: 'Chiedi al massimo un anno alla volta.',
  }),
)
export type BookingEvents = z.infer<typeof bookingEventsSchema>

/** The error when a customer is erased while the cancellation of their bookings can still be undone. */
export const STILL_UNDOABLE =
  'Una prenotazione appena disdetta può ancora essere ripristinata: i dati si potranno cancellare tra pochi secondi.'

/** 1 → 'una prenotazione futura', 3 → '3 prenotazioni future'. */
export const upcomingBookings = (count: number) =>
  count === 1 ? 'una prenotazione futura' : `${count} prenotazioni future`
