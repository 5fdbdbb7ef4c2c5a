import type { CustomerForm } from '@prenoto/core/customers/customer-schema.ts'
import { HIDDEN_EMAIL, hasHiddenContacts, withKnownContacts } from '@prenoto/core/fields/hidden-contacts.ts'
import { replacePlaceholders } from '@prenoto/core/fields/without-email.ts'
import { VersionConflict } from '../../lib/errors.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { correctCustomer } from '../bookings/correct-customer.ts'
import { CustomerExists } from '../bookings/errors.ts'
import { findByIdentity, insertPerson } from '../bookings/repositories/customer-person.repository.ts'
import { lockBookingsOfCustomers } from './bookings-of-customers.repository.ts'
import { findProfile, lockCustomers } from './customers.repository.ts'
import { ContactsMissing, CustomerNotFound } from './errors.ts'
import { readCustomer } from './personal-data.ts'

/** Adds a customer. A repeated request returns the same one. Throws 409 for another one with this name and e-mail. */
export function addCustomer(ctx: StaffContext, typed: CustomerForm) {
  return transaction(ctx, async (ctx) => {
    if (hasHiddenContacts(typed)) throw new ContactsMissing(typed.email === HIDDEN_EMAIL ? 'email' : 'telephone')
    const person = replacePlaceholders(typed)
    const created = await insertPerson(ctx, person)
    if (created) {
      await recordAudit(ctx, { action: 'customer.created', subject: { type: 'customer', id: created.id } })
      return readCustomer(ctx, created.id)
    }
    const existingCustomer = (await findByIdentity(ctx, person))!
    const isRepeated = (['name', 'surname', 'email', 'telephone'] as const).every(
      (field) => existingCustomer[field] === person[field],
    )
    if (!isRepeated) throw new CustomerExists({ ...existingCustomer, id: existingCustomer.main_id })
    return readCustomer(ctx, existingCustomer.main_id)
  })
}

/** Corrects a customer. Throws 404, and 409 for another change since `version` or a name and e-mail of another customer. */
export function changeCustomer(ctx: StaffContext, id: number, typed: CustomerForm, version?: number) {
  return transaction(ctx, async (ctx) => {
    await lockBookingsOfCustomers(ctx, [id])
    await lockCustomers(ctx, [id])
    const profile = await findProfile(ctx, id)
    if (!profile || profile.id !== id) throw new CustomerNotFound()
    if (version !== undefined && version !== profile.version) throw new VersionConflict(profile)
    await correctCustomer(ctx, id, replacePlaceholders(withKnownContacts(typed, profile)))
    return readCustomer(ctx, id)
  })
}
