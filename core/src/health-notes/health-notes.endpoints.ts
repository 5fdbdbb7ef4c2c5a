import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { creationHeaders } from '../contract/idempotency.ts'
import { idParam, idParams, pageQuery, pageTail } from '../contract/pagination.ts'
import { changeHeaders } from '../contract/version.ts'
import {
  healthConsentSchema,
  healthDocument,
  healthNote,
  healthNotesAccess,
  healthNotesAccessSchema,
  healthNoteText,
  healthSummary,
  newHealthNote,
} from './health-schema.ts'

/** Answers 404 to users whose role is lower than the one that the business chose. */
export const readHealthSummary = endpoint({
  method: 'GET',
  path: '/customers/:id/health',
  summary: 'Returns the consent to health data of a customer and how many notes and documents there are',
  access: 'operator',
  right: 'health_notes',
  status: 200,
  params: idParams,
  response: healthSummary,
})

export const eraseHealthData = endpoint({
  method: 'DELETE',
  path: '/customers/:id/health',
  summary: 'Erases all health notes and documents of a customer for good',
  access: 'operator',
  right: 'health_notes',
  status: 204,
  params: idParams,
})

export const recordHealthConsent = endpoint({
  method: 'PUT',
  path: '/customers/:id/health/consent',
  summary: 'Records that a customer consents to the processing of health data',
  access: 'operator',
  right: 'health_notes',
  status: 200,
  params: idParams,
  body: healthConsentSchema,
  response: healthSummary,
})

export const withdrawHealthConsent = endpoint({
  method: 'DELETE',
  path: '/customers/:id/health/consent',
  summary: 'Records that a customer withdraws this consent: notes and documents are hidden, and none can be added',
  access: 'operator',
  right: 'health_notes',
  status: 200,
  params: idParams,
  response: healthSummary,
})

const healthNotePage = z.object({ notes: z.array(healthNote), ...pageTail })
export type HealthNotePage = z.infer<typeof healthNotePage>

export const listHealthNotes = endpoint({
  method: 'GET',
  path: '/customers/:id/health/notes',
  summary: 'Lists the health notes of a customer, newest first; the audit trail records it once in 15 minutes',
  access: 'operator',
  right: 'health_notes',
  status: 200,
  params: idParams,
  query: pageQuery,
  response: healthNotePage,
})

export const createHealthNote = endpoint({
  method: 'POST',
  path: '/customers/:id/health/notes',
  summary: 'Adds a health note about a customer, perhaps about one of their visits',
  access: 'operator',
  right: 'health_notes',
  status: 201,
  params: idParams,
  headers: creationHeaders,
  body: newHealthNote,
  response: healthNote,
})

const noteParams = z.extend(idParams, { noteId: idParam })

export const updateHealthNote = endpoint({
  method: 'PUT',
  path: '/customers/:id/health/notes/:noteId',
  summary: 'Changes the text of a health note',
  access: 'operator',
  right: 'health_notes',
  status: 200,
  params: noteParams,
  headers: changeHeaders,
  body: healthNoteText,
  response: healthNote,
})

export const deleteHealthNote = endpoint({
  method: 'DELETE',
  path: '/customers/:id/health/notes/:noteId',
  summary: 'Deletes a health note for good',
  access: 'operator',
  right: 'health_notes',
  status: 204,
  params: noteParams,
})

export const listHealthDocuments = endpoint({
  method: 'GET',
  path: '/customers/:id/health/documents',
  summary: 'Lists the documents of a customer, newest first; recorded like the reading of notes',
  access: 'operator',
  right: 'health_notes',
  status: 200,
  params: idParams,
  response: z.object({ documents: z.array(healthDocument) }),
})

export const createHealthDocument = endpoint({
  method: 'POST',
  path: '/customers/:id/health/documents',
  summary: 'Stores a PDF or an image (at most 5 MB), encrypted; images are decoded and encoded again',
  access: 'operator',
  right: 'health_notes',
  status: 201,
  params: idParams,
  query: z.object({ booking_id: z.optional(idParam) }),
  headers: creationHeaders,
  file: 'document',
  response: healthDocument,
})

const documentParams = z.extend(idParams, { documentId: idParam })

export const readHealthDocument = endpoint({
  method: 'GET',
  path: '/customers/:id/health/documents/:documentId',
  summary: 'Returns a document, a PDF or a WebP image; the audit trail records each reading',
  access: 'operator',
  right: 'health_notes',
  status: 200,
  params: documentParams,
  produces: 'application/octet-stream',
})

export const deleteHealthDocument = endpoint({
  method: 'DELETE',
  path: '/customers/:id/health/documents/:documentId',
  summary: 'Deletes a document for good',
  access: 'operator',
  right: 'health_notes',
  status: 204,
  params: documentParams,
})

export const readHealthNotesAccess = endpoint({
  method: 'GET',
  path: '/configs/health-notes',
  summary: 'Returns the lowest role that may read and write health notes',
  access: 'admin',
  right: 'users',
  status: 200,
  response: healthNotesAccess,
})

export const updateHealthNotesAccess = endpoint({
  method: 'PUT',
  path: '/configs/health-notes',
  summary: 'Changes the lowest role that may read and write health notes',
  access: 'admin',
  right: 'users',
  proof: true,
  status: 200,
  body: healthNotesAccessSchema,
  response: healthNotesAccess,
})
