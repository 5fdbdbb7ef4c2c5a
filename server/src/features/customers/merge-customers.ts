import { type Customer, type CustomerDuplicate, matchReasons } from '@prenoto/core/customers/customer-schema.ts'
import { foldTelephone, isAlikeName } from '@prenoto/core/customers/match-reasons.ts'
import { invalid, notFound } from '../../lib/errors.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { publishEvents } from '../notifications/notifications.repository.ts'
import { blockOf } from './block-customer.ts'
import { lockBookingsOfCustomers, lockCustomers, lockDuplicates } from './customers.repository.ts'
import {
  countBookingsOf,
  handBookingsOver,
  listLookalikes,
  markMerged,
  updateBlock,
  updateMerged,
} from './duplicates.repository.ts'
import { readCustomer, UNKNOWN_CUSTOMER } from './personal-data.ts'

/** More than these are nobody's duplicates, but a number or an address that many share. */
const SUGGESTED = 10

/** Who seems to be the same customer, by number, address or name; the most alike first. Throws 404. */
export async function findDuplicates(ctx: Context, id: number): Promise<CustomerDuplicate[]> {
  const customer = await readCustomer(ctx, id)
  const duplicates = (await listLookalikes(ctx, customer))
    .map((other) => ({ ...other, alike: likenessesOf(customer, other) }))
    .filter(({ alike }) => alike.length > 0)
    .sort((one, other) => other.alike.length - one.alike.length)
    .slice(0, SUGGESTED)
  const counted = await countBookingsOf(
    ctx,
    duplicates.map((double) => double.id),
  )
  return duplicates.map((double) => {
    const { bookings = 0, last_visit = null } = counted.find(({ customer_id }) => customer_id === double.id) ?? {}
    return { ...double, bookings, last_visit }
  })
}

function likenessesOf(one: Customer, other: Customer) {
  const is = {
    telephone: one.telephone !== '' && foldTelephone(one.telephone) === foldTelephone(other.telephone),
    email: one.email !== '' && one.email.toLowerCase() === other.email.toLowerCase(),
    name: isAlikeName(one, other),
  }
  return matchReasons.filter((match_reason) => is[match_reason])
}

/**
 * Makes a double one with a customer, whose name, e-mail and telephone stay. Whoever books as either is that customer from now
 * on. A call that is repeated changes nothing. Throws 404 for an unknown one, 422 for themselves.
 */
export function mergeCustomers(ctx: StaffContext, id: number, doubleId: number) {
  return transaction(ctx, async (ctx) => {
    if (id === doubleId) throw invalid('other_id', 'Un cliente non si può unire con sé stesso.')
    await lockDuplicates(ctx)
    await lockBookingsOfCustomers(ctx, [doubleId])
    const locked = await lockCustomers(ctx, [id, doubleId])
    const [kept, double] = [id, doubleId].map((wanted) => locked.find((customer) => customer.id === wanted))
    if (!kept || kept.erased_at || !double) throw notFound(UNKNOWN_CUSTOMER)
    if (double.merged_into === id) return
    if (double.erased_at) throw notFound(UNKNOWN_CUSTOMER)

    await handBookingsOver(ctx, doubleId, id)
    await markMerged(ctx, doubleId, id)
    await updateMerged(ctx, id, {
      notes: [kept.notes, double.notes].filter(Boolean).join('\n\n'),
      created_at: [kept.created_at, double.created_at].sort(Temporal.Instant.compare)[0]!,
    })
    // Merging is no way out of a block.
    await updateBlock(ctx, id, blockOf(locked))
    await publishEvents(ctx, [{ waiting: true, notifications: [] }])
  })
}
