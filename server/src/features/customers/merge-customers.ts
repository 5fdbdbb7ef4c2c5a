import { type Customer, type CustomerDuplicate, matchReasons } from '@prenoto/core/customers/customer-schema.ts'
import { isSimilarName, toComparableName } from '@prenoto/core/customers/match-reasons.ts'
import { nationalNumber } from '@prenoto/core/fields/telephone.ts'
import { isWithoutEmail } from '@prenoto/core/fields/without-email.ts'
import { mapInTurns } from '../../lib/in-turns.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { reassignHealthData } from '../health-notes/health-access.repository.ts'
import { publishEvents } from '../notifications/notifications.repository.ts'
import { findBlock } from './block-customer.ts'
import { lockBookingsOfCustomers } from './bookings-of-customers.repository.ts'
import { lockCustomers, lockDuplicates } from './customers.repository.ts'
import {
  countBookingsByCustomer,
  listPossibleDuplicates,
  markMerged,
  reassignBookings,
  updateBlock,
  updateMerged,
} from './duplicates.repository.ts'
import { CustomerNotFound, CustomerRestricted, MergeWithSelf } from './errors.ts'
import { readCustomer } from './personal-data.ts'

/** Limit of suggestions; more of them only share a number or address. */
const MAX_SUGGESTIONS = 10

/** Probable duplicates by telephone, e-mail or name, those with most match reasons first. Throws 404. */
export async function findDuplicates(ctx: Context, id: number): Promise<CustomerDuplicate[]> {
  const customer = await readCustomer(ctx, id)
  const findReasons = matchReasonsWith(customer)
  const candidates = await listPossibleDuplicates(ctx, customer)
  const compared = await mapInTurns(candidates, (other) => ({ ...other, match_reasons: findReasons(other) }))
  const duplicates = compared
    .filter(({ match_reasons }) => match_reasons.length > 0)
    .sort((one, other) => other.match_reasons.length - one.match_reasons.length)
    .slice(0, MAX_SUGGESTIONS)
  const counted = await countBookingsByCustomer(
    ctx,
    duplicates.map(({ id }) => id),
  )
  return duplicates.map((duplicate) => {
    const { bookings = 0, last_visit = null } = counted.find(({ customer_id }) => customer_id === duplicate.id) ?? {}
    return { ...duplicate, bookings, last_visit }
  })
}

/** Says why another customer may be this one. */
function matchReasonsWith(customer: Customer) {
  const name = toComparableName(customer)
  const number = nationalNumber(customer.telephone)
  const hasEmail = customer.email !== '' && !isWithoutEmail(customer.email)
  return (other: Customer) => {
    const matches = {
      telephone: customer.telephone !== '' && number === nationalNumber(other.telephone),
      email: hasEmail && customer.email.toLowerCase() === other.email.toLowerCase(),
      name: isSimilarName(name, toComparableName(other)),
    }
    return matchReasons.filter((reason) => matches[reason])
  }
}

/**
 * Merges a duplicate into a customer, whose name, e-mail and telephone stay. Later bookings as either belong to that customer.
 * Idempotent. Throws 404 for an unknown customer, 422 for the customer itself.
 */
export function mergeCustomers(ctx: StaffContext, id: number, duplicateId: number) {
  return transaction(ctx, async (ctx) => {
    if (id === duplicateId) throw new MergeWithSelf('other_id')
    await lockDuplicates(ctx)
    await lockBookingsOfCustomers(ctx, [duplicateId])
    const locked = await lockCustomers(ctx, [id, duplicateId])
    const [target, duplicate] = [id, duplicateId].map((id) => locked.find((customer) => customer.id === id))
    if (!target || target.erased_at || !duplicate) throw new CustomerNotFound()
    if (target.restricted_at || duplicate.restricted_at) throw new CustomerRestricted()
    if (duplicate.merged_into === id) return
    if (duplicate.erased_at) throw new CustomerNotFound()

    await reassignBookings(ctx, duplicateId, id)
    await reassignHealthData(ctx, duplicateId, id)
    await markMerged(ctx, duplicateId, id)
    await updateMerged(ctx, id, {
      notes: [target.notes, duplicate.notes].filter(Boolean).join('\n\n'),
      created_at: [target.created_at, duplicate.created_at].sort(Temporal.Instant.compare)[0]!,
    })
    // A block of either customer survives the merge.
    await updateBlock(ctx, id, findBlock(locked))
    await recordAudit(ctx, {
      action: 'customer.merged',
      subject: { type: 'customer', id },
      after: { duplicate_id: duplicateId },
    })
    await publishEvents(ctx, [{ waiting: true, notifications: [] }])
  })
}
