import type { Context } from '../../tenants/context.ts'
import { CustomerLimitReached } from './errors.ts'
import { countUpcomingBookingsOf, lockCustomer, type Visitor } from './repositories/bookings-write.repository.ts'

/**
 * Limits a customer (same e-mail and name) to `most` upcoming bookings; 0 means no limit. Locks the customer, after the
 * day. Throws 409.
 */
export async function limitCustomer(ctx: Context, most: number, visitor: Visitor) {
  if (most === 0) return
  await lockCustomer(ctx, visitor)
  if ((await countUpcomingBookingsOf(ctx, visitor)) < most) return
  throw new CustomerLimitReached()
}
