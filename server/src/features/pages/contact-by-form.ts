import { type ContactRequest, contactRequestSchema } from '@prenoto/core/contact/contact-schema.ts'
import type { RefusedForm } from '@prenoto/core/pages/page-data.ts'
import { checkFields, fieldsIn, type SentForm } from './submitted-form.ts'

export type SentContact = SentForm<ContactRequest>

/** The page again, and why. */
export type RefusedContact = { status: number; contact: RefusedForm }

const FIELDS = Object.keys(contactRequestSchema.shape)

/** The fields of a contact form, held to the rules of the endpoint. */
export function readSentContact(body: unknown): SentContact | RefusedContact {
  const fields = fieldsIn(body, FIELDS)
  const { data, problems } = checkFields(contactRequestSchema, fields)
  return problems ? { status: 422, contact: { typed: fields, problems } } : { fields, data }
}
