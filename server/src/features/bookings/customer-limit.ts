import type { Context } from '../../tenants/context.ts'
import { countBookingsToComeOf, lockCustomer, type Visitor } from './bookings-write.repository.ts'
import { CustomerLimitReached } from './errors.ts'

/**
 * Nobody has more than `most` bookings to come, if that is not 0; somebody is who has the same e-mail and name. Counted once nobody
 * else books as them, after the day is locked, as everybody does. Throws 409.
 */
export async function limitCustomer(ctx: Context, most: number, visitor: Visitor) {
  if (most === 0) return
  await lockCustomer(ctx, visitor)
  if ((await countBookingsToComeOf(ctx, visitor)) < most) return
  throw new CustomerLimitReached()
}
