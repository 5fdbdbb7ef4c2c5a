import { RESTRICTED_PERSON } from '@prenoto/core/customers/restricted-person.ts'
import { HIDDEN_EMAIL, HIDDEN_TELEPHONE } from '@prenoto/core/fields/hidden-contacts.ts'
import type { WithdrawableRight } from '@prenoto/core/rights/withdrawable-rights.ts'
import type { Context } from '../tenants/context.ts'

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

/** What no API key reads: internal notes, and what customers write, which may be about their health. */
const HIDDEN_FROM_KEYS = { notes: '', internal_notes: '', patient_notes: '', reason: '' }

/** An answer for a user from whom rights are withdrawn, or for an API key. */
export function hideFields<T>({ user }: Pick<Context, 'user'>, answer: T): T {
  const texts: Record<string, string> = Object.assign(
    {},
    ...(user?.withdrawn_rights ?? []).map((right) => HIDDEN_FIELDS[right]),
    user?.api_key && HIDDEN_FROM_KEYS,
  )
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
