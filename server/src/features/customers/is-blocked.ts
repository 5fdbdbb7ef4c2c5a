import type { BlockQuery } from '@prenoto/core/customers/customer-schema.ts'
import { withKnownContacts } from '@prenoto/core/fields/hidden-contacts.ts'
import { lacksRight, type StaffContext } from '../../tenants/context.ts'
import { findBlocked } from '../bookings/repositories/blocked-customers.repository.ts'
import { findContacts } from '../bookings/repositories/known-contacts.repository.ts'

/**
 * Whether the customer of a booking form is blocked. A user who may not see contacts learns it about a known customer
 * only, since typed contacts would be guesses.
 */
export async function isBlocked(ctx: StaffContext, { customer_id, ...typed }: BlockQuery): Promise<boolean> {
  const knownContacts = customer_id === undefined ? undefined : await findContacts(ctx, customer_id)
  if (lacksRight(ctx, 'contacts')) return knownContacts !== undefined && findBlocked(ctx, knownContacts)
  return findBlocked(ctx, knownContacts ? withKnownContacts(typed, knownContacts) : typed)
}
