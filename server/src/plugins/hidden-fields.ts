import { RESTRICTED_PERSON } from '@prenoto/core/customers/restricted-person.ts'
import { HIDDEN_EMAIL, HIDDEN_TELEPHONE } from '@prenoto/core/fields/hidden-contacts.ts'
import type { WithdrawableRight } from '@prenoto/core/rights/withdrawable-rights.ts'

/**
 * The texts in place of the fields that a user without the right must not read. The private link of a booking shows the
 * customer's e-mails and cancels the visit.
 */
const HIDDEN_FIELDS: Record<WithdrawableRight, Record<string, string>> = {
  contacts: { email: HIDDEN_EMAIL, telephone: HIDDEN_TELEPHONE, phone: HIDDEN_TELEPHONE, hidden_id: '' },
  cancellations: { hidden_id: '' },
  customers: {},
}

/** Missing contacts, and the placeholders of a restricted customer. */
const SHOWN: string[] = ['', RESTRICTED_PERSON.email, RESTRICTED_PERSON.telephone]

/** An answer for a user from whom these rights are withdrawn. */
export function hideFields<T>(withdrawn: readonly WithdrawableRight[], answer: T): T {
  const texts: Record<string, string> = Object.assign({}, ...withdrawn.map((right) => HIDDEN_FIELDS[right]))
  return Object.keys(texts).length === 0 ? answer : (replaceFields(answer, texts) as T)
}

function replaceFields(answer: unknown, texts: Record<string, string>): unknown {
  if (Array.isArray(answer)) return answer.map((item) => replaceFields(item, texts))
  if (!isRecord(answer)) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      key,
      typeof value === 'string' && !SHOWN.includes(value) ? (texts[key] ?? value) : replaceFields(value, texts),
    ]),
  )
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))
