import { RESTRICTED_PERSON } from '@prenoto/core/customers/restricted-person.ts'
import { HIDDEN_EMAIL, HIDDEN_TELEPHONE } from '@prenoto/core/fields/hidden-contacts.ts'

/** The texts in place of the contacts in an answer. The private link of a booking leads to them, and stands for the customer. */
const REPLACEMENTS: Record<string, string> = {
  email: HIDDEN_EMAIL,
  telephone: HIDDEN_TELEPHONE,
  phone: HIDDEN_TELEPHONE,
  hidden_id: '',
}

/** Missing contacts, and the placeholders of a restricted customer. */
const SHOWN: string[] = ['', RESTRICTED_PERSON.email, RESTRICTED_PERSON.telephone]

/** An answer without contacts. */
export function withoutContacts<T>(answer: T): T
export function withoutContacts(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutContacts)
  if (!isRecord(answer)) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      key,
      typeof value === 'string' && !SHOWN.includes(value) ? (REPLACEMENTS[key] ?? value) : withoutContacts(value),
    ]),
  )
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))
