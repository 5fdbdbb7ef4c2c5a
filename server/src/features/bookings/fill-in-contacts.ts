import { hasHiddenContacts, withKnownContacts } from '@prenoto/core/fields/hidden-contacts.ts'
import { replacePlaceholders } from '@prenoto/core/fields/without-email.ts'
import type { StaffContext } from '../../tenants/context.ts'
import { UnknownContacts } from './errors.ts'
import { findContacts } from './repositories/known-contacts.repository.ts'

type Person = { email: string; telephone: string; customer_id?: number | undefined }

/** Replaces hidden contacts of a new booking by those of its known customer. Throws 422 without such a customer. */
export async function fillInContacts<P extends Person>(ctx: StaffContext, person: P): Promise<P> {
  if (!hasHiddenContacts(person)) return replacePlaceholders(person)
  const knownContacts = person.customer_id === undefined ? undefined : await findContacts(ctx, person.customer_id)
  if (!knownContacts) throw new UnknownContacts('customer_id')
  return replacePlaceholders(withKnownContacts(person, knownContacts))
}
