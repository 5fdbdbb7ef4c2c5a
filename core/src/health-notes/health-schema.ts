import * as z from 'zod/mini'
import { idField } from '../contract/pagination.ts'
import { roles } from '../contract/role.ts'
import { version } from '../contract/version.ts'
import { requiredText } from '../fields/text.ts'
import { plainDateOutput, requiredPlainDate } from '../time/plain-date-schema.ts'

/** The total size of a customer's documents, bytes: an export carries all of them in one answer. */
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024

/** The `accept` attribute of the field of a document. */
export const ACCEPTED_DOCUMENTS = 'application/pdf,image/png,image/jpeg,image/webp,image/gif,image/avif'

/** How a customer consented: on a signed sheet or on a screen at the business. */
export const consentMethods = ['paper', 'screen'] as const

/** The form that records a consent to the processing of health data (GDPR, art. 9). */
export const healthConsentSchema = z.object({
  given_on: requiredPlainDate('Indica quando il cliente ha dato il consenso.'),
  method: z.enum(consentMethods, 'Indica come il cliente ha dato il consenso.'),
})
export type HealthConsentForm = z.input<typeof healthConsentSchema>

const healthConsent = z.object({
  given_on: plainDateOutput,
  method: z.enum(consentMethods),
  /** DD-MM-YYYY HH:mm in the local time of the business. */
  recorded_at: z.string(),
  recorded_by: z.string(),
})

/** A visit that a note or document can be about. */
const healthVisit = z.object({ id: z.int(), visit_day: plainDateOutput, service_name: z.string() })
export type HealthVisit = z.infer<typeof healthVisit>

/** The counts and consent of a customer, without health data. */
export const healthSummary = z.object({
  /** Null: never given, or withdrawn. */
  consent: z.nullable(healthConsent),
  /** The latest withdrawal, DD-MM-YYYY HH:mm; null unless the latest consent was withdrawn. */
  withdrawn_at: z.nullable(z.string()),
  notes: z.int(),
  documents: z.int(),
  /** The latest visits for services that allow health notes, newest first. */
  visits: z.array(healthVisit),
})
export type HealthSummary = z.infer<typeof healthSummary>

const MAX_NOTE_LENGTH = 10_000

export const healthNoteText = z.object({ text: requiredText('Scrivi la nota.', MAX_NOTE_LENGTH) })

export const newHealthNote = z.extend(healthNoteText, {
  booking_id: z._default(z.nullable(idField('Scegli la visita.')), null),
})
export type NewHealthNote = z.infer<typeof newHealthNote>

const visitOfRecord = { visit: z.nullable(healthVisit), created_at: z.string(), author: z.string() }

export const healthNote = z.object({
  id: z.int(),
  version,
  text: z.string(),
  ...visitOfRecord,
  /** The latest change, DD-MM-YYYY HH:mm, and its author; null for a note that was not changed. */
  updated_at: z.nullable(z.string()),
  updated_by: z.nullable(z.string()),
})
export type HealthNote = z.infer<typeof healthNote>

const documentTypes = ['application/pdf', 'image/webp'] as const

export const healthDocument = z.object({
  id: z.int(),
  name: z.string(),
  content_type: z.enum(documentTypes),
  bytes: z.int(),
  ...visitOfRecord,
})
export type HealthDocument = z.infer<typeof healthDocument>

/** The lowest role that may read and write health notes. */
export const healthNotesAccessSchema = z.object({ role: z.enum(roles, 'Scegli chi può leggere le note.') })

export const healthNotesAccess = z.extend(healthNotesAccessSchema, {
  /** Whether any service allows health notes. */
  is_offered: z.boolean(),
})
export type HealthNotesAccess = z.infer<typeof healthNotesAccess>

/** The part of an export for users who may read health notes; instants as ISO 8601. */
export const healthExport = z.object({
  consents: z.array(
    z.object({
      given_on: plainDateOutput,
      method: z.enum(consentMethods),
      recorded_at: z.string(),
      withdrawn_at: z.nullable(z.string()),
    }),
  ),
  notes: z.array(
    z.object({
      id: z.int(),
      booking_id: z.nullable(z.int()),
      text: z.string(),
      created_at: z.string(),
      updated_at: z.nullable(z.string()),
    }),
  ),
  documents: z.array(
    z.object({
      id: z.int(),
      booking_id: z.nullable(z.int()),
      name: z.string(),
      content_type: z.enum(documentTypes),
      created_at: z.string(),
      /** Base64. */
      content: z.string(),
    }),
  ),
})
export type HealthExport = z.infer<typeof healthExport>
