import { createHash } from 'node:crypto'
import type { MyBookingsRequest } from '@prenoto/core/my-bookings/my-bookings.endpoints.ts'
import type { Pool } from '../../database/connection.ts'
import { toMailbox } from '../../outbox/mailbox.ts'
import { queueMessages } from '../../outbox/queue-message.ts'
import { type Pressure, requireProof } from '../../plugins/limits/pressure.ts'
import { rateLimiter } from '../../plugins/limits/rate-limits.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { limitRecipient } from '../bookings/limits/recipient-limit.ts'
import { insertLinkRequest } from './my-bookings.repository.ts'

/** Links that a mailbox gets from one business in 15 minutes and in a day. */
const LINKS = 3
const LINKS_PER_DAY = 10

export type MyBookingsLimits = ReturnType<typeof myBookingsLimits>

export function myBookingsLimits(pool: Pool) {
  const limiters = [
    rateLimiter(pool, 'my-bookings', LINKS, 15 * 60),
    rateLimiter(pool, 'my-bookings-day', LINKS_PER_DAY, 24 * 3600),
  ]
  return {
    /** Takes a point of the mailbox. Returns whether it may get another link. */
    async mayRequest({ tenant }: Context, address: string): Promise<boolean> {
      const key = `${tenant.id}/${createHash('sha256').update(toMailbox(address)).digest('base64url')}`
      for (const limiter of limiters) if ((await limiter.penalty(key)).consumedPoints > limiter.points) return false
      return true
    },
  }
}

type Limits = { pressure: Pressure | undefined; limits: MyBookingsLimits }

/**
 * Queues the e-mail with a link to the bookings of a mailbox. The job decides whether the mailbox has any, so response and
 * timing reveal nothing. Beyond the mailbox's limit nothing is sent. Throws 429 for a missing proof of work, and as
 * `limitRecipient` does.
 */
export async function requestMyBookings(ctx: Context, { email }: MyBookingsRequest, { pressure, limits }: Limits) {
  requireProof(pressure)
  if (!(await limits.mayRequest(ctx, email))) return
  await transaction(ctx, async (ctx) => {
    if (pressure) await limitRecipient(ctx, { email })
    await queueMessages(ctx, [{ kind: 'my-bookings', record_id: await insertLinkRequest(ctx, email) }])
  })
}
