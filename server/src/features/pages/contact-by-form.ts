import { type ContactRequest, contactRequestSchema } from '@prenoto/core/contact/contact-schema.ts'
import type { RefusedForm } from '@prenoto/core/pages/page-data.ts'
import { checkFields, fieldsIn, type SentForm } from './submitted-form.ts'

export type SentContact = SentForm<ContactRequest>

/** The data to show the form again with its errors. */
export type RefusedContact = { status: number; contact: RefusedForm }

const FIELDS = Object.keys(contactRequestSchema.shape)

/** Validates the fields of a contact form with the endpoint's schema. */
export function readSentContact(body: unknown): SentContact | RefusedContact {
  const fields = fieldsIn(body, FIELDS)
  const { data, problems } = checkFields(contactRequestSchema, fields)
  return problems ? { status: 422, contact: { typed: fields, problems } } : { fields, data }
}
