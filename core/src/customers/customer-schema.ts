import * as z from 'zod/mini'
import { dayParts } from '../availability/slot-groups.ts'
import { attendance } from '../bookings/attendance.ts'
import { staffBookingFormSchema } from '../bookings/booking-schema.ts'
import { bookingSource } from '../bookings/stored-source.ts'
import { visit } from '../bookings/visit-fields.ts'
import { idField } from '../contract/pagination.ts'
import { version } from '../contract/version.ts'
import { line, optionalName, optionalText, requiredName } from '../fields/text.ts'
import { healthExport } from '../health-notes/health-schema.ts'
import { plainDateOutput } from '../time/plain-date-schema.ts'
import { plainTimeOutput } from '../time/plain-time-schema.ts'

export const customer = z.object({
  id: z.int(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  telephone: z.string(),
})
export type Customer = z.infer<typeof customer>

/** A customer in search results. */
export const foundCustomer = z.extend(customer, {
  /** The service of the latest visit, if it still exists. */
  last_service_id: z.nullable(z.int()),
  /** The day of the latest past visit. */
  last_visit: z.nullable(plainDateOutput),
})
export type CustomerSearchResult = z.infer<typeof foundCustomer>

const person = z.omit(customer, { id: true })

/** The staff's form of a customer's card. */
export const customerFormSchema = z.object({
  name: requiredName('Il nome è obbligatorio.'),
  surname: optionalName(),
  email: staffBookingFormSchema.shape.email,
  telephone: staffBookingFormSchema.shape.telephone,
})
export type CustomerForm = z.infer<typeof customerFormSchema>

export const customerNotesSchema = z.object({ notes: optionalText(2000) })

/** A customer on the customer page. */
export const customerProfile = z.extend(customer, {
  version,
  notes: z.string(),
  /** When the staff blocked the customer, DD-MM-YYYY HH:mm in the local time of the business. */
  blocked_at: z.nullable(z.string()),
  /** Set while the processing is restricted (Art. 18 GDPR); the other data are empty then, except the name. */
  restriction: z.nullable(z.object({ at: z.string(), reason: z.string() })),
  /** The duplicates that were merged into this customer. */
  also_known_as: z.array(person),
  /** Whether the user may read health notes and a service allows them, or the customer has some. */
  has_health_notes: z.boolean(),
})
export type CustomerProfile = z.infer<typeof customerProfile>

/** Restricts the processing of a customer's data, or lifts the restriction. */
export const restrictionSchema = z.object({
  is_restricted: z.boolean(),
  reason: line(300),
})

export const restrictedCustomer = z.object({
  id: z.int(),
  name: z.string(),
  surname: z.string(),
  /** DD-MM-YYYY HH:mm, in the local time of the business. */
  restricted_at: z.string(),
})

export const blockSchema = z.object({ is_blocked: z.boolean() })

/** The contacts by which a blocked customer is recognised; those of the known customer replace hidden ones. */
export const blockQuery = z.object({
  email: line(254),
  telephone: line(40),
  customer_id: z.optional(idField('Indica il cliente.')),
})
export type BlockQuery = z.infer<typeof blockQuery>

/** The customer whose contacts were shown; null: the list of all customers. */
export const contactsReadSchema = z.object({ customer_id: z.nullable(idField('Indica il cliente.')) })

/** The duplicate to merge into a customer. */
export const mergeSchema = z.object({ other_id: idField('Scegli con chi unire il cliente.') })

/** Upcoming, past or cancelled visits. */
export const visitTimes = ['upcoming', 'over', 'cancelled'] as const

export const customerVisit = z.extend(z.omit(visit, { service_id: true, services: true, calendar_id: true }), {
  id: z.int(),
  is_cancelled: z.boolean(),
  /** Of a cancelled visit: DD-MM-YYYY HH:mm, and the user's name or null for the customer. */
  cancelled_at: z.nullable(z.string()),
  cancelled_by: z.nullable(z.string()),
  attendance: z.nullable(attendance),
})
export type CustomerVisit = z.infer<typeof customerVisit>

export const visitTotals = z.object({
  /** Visits that took place. */
  visits: z.int(),
  upcoming: z.int(),
  cancelled: z.int(),
  /** Deleted upcoming visits that can still be restored. */
  undoable: z.int(),
  no_show: z.int(),
  last_visit: z.nullable(plainDateOutput),
})
export type VisitTotals = z.infer<typeof visitTotals>

/** Where a customer consented to a privacy text: booking form, contact form or waiting list. */
const consentSources = ['booking', 'contact', 'waiting'] as const

export const consent = z.object({
  source: z.enum(consentSources),
  privacy_version: z.string(),
  times: z.int(),
  /** DD-MM-YYYY HH:mm, in the local time of the business. */
  last_at: z.string(),
})
export type Consent = z.infer<typeof consent>

/** Why two customers are probably the same person. */
export const matchReasons = ['telephone', 'email', 'name'] as const

/** A probable duplicate of a customer. */
export const customerDuplicate = z.extend(customer, {
  match_reasons: z.array(z.enum(matchReasons)),
  bookings: z.int(),
  last_visit: z.nullable(plainDateOutput),
})
export type CustomerDuplicate = z.infer<typeof customerDuplicate>

/**
 * Preview of an erasure: the affected records, and the remaining customers with the same e-mail, or the same telephone if
 * they have no e-mail; long lists are cut.
 */
export const erasurePreview = z.object({
  /** Bookings that stay without personal data. */
  bookings: z.int(),
  contact_requests: z.int(),
  /** The names in the contact requests. */
  contact_names: z.array(z.string()),
  waiting_list_entries: z.int(),
  /** Lines of imported files. */
  imported_lines: z.int(),
  health_notes: z.int(),
  health_documents: z.int(),
  others: z.int(),
  other_names: z.array(z.string()),
})
export type ErasurePreview = z.infer<typeof erasurePreview>

/** All stored data of a customer; instants as ISO 8601. */
export const customerExport = z.object({
  customer: z.extend(customer, {
    created_at: z.string(),
    notes: z.string(),
    blocked_at: z.nullable(z.string()),
    also_known_as: z.array(person),
  }),
  bookings: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      surname: z.string(),
      email: z.string(),
      telephone: z.string(),
      ...z.omit(visit, { service_id: true, calendar_id: true, calendar_name: true }).shape,
      patient_notes: z.string(),
      attendance: z.nullable(attendance),
      source: z.nullable(bookingSource),
      privacy_version: z.nullable(z.string()),
      consented_at: z.nullable(z.string()),
      created_at: z.string(),
      updated_at: z.nullable(z.string()),
      cancelled_at: z.nullable(z.string()),
    }),
  ),
  booking_history: z.array(
    z.object({
      booking_id: z.int(),
      at: z.string(),
      kind: z.string(),
      /** False: by the staff. */
      by_customer: z.boolean(),
      previous_day: z.nullable(plainDateOutput),
      previous_hour: z.nullable(plainTimeOutput),
      day: z.nullable(plainDateOutput),
      hour: z.nullable(plainTimeOutput),
      attendance: z.nullable(attendance),
    }),
  ),
  /** When the customer has refused messages after visits. */
  after_visit_refused_at: z.nullable(z.string()),
  /** Consents to WhatsApp messages or SMS. */
  text_consents: z.array(
    z.object({
      telephone: z.string(),
      channels: z.array(z.string()),
      version: z.string(),
      given_at: z.string(),
      /** False: recorded by the staff. */
      by_customer: z.boolean(),
      withdrawn_at: z.nullable(z.string()),
    }),
  ),
  contact_requests: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      message: z.string(),
      privacy_version: z.string(),
      consented_at: z.string(),
      created_at: z.string(),
    }),
  ),
  waiting_list_entries: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      surname: z.string(),
      email: z.string(),
      telephone: z.string(),
      visit_day: plainDateOutput,
      part: z.nullable(z.enum(dayParts)),
      privacy_version: z.string(),
      consented_at: z.string(),
      created_at: z.string(),
      ended_at: z.nullable(z.string()),
    }),
  ),
  /** Lines of imported files, which are kept for some days. */
  imported_lines: z.array(z.object({ file_name: z.string(), cells: z.array(z.string()), imported_at: z.string() })),
  /** Absent if there are none, or the user may not read them. */
  health: z.optional(healthExport),
})
export type CustomerExport = z.infer<typeof customerExport>
