import type { ContactRequest } from '@prenoto/core/contact/contact-schema.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { limitRecipient } from '../bookings/recipient-limit.ts'
import { findSameContactRequest, insertContactRequest, lockContact } from './contact.repository.ts'

/** Whoever sends the same once more by then has lost the answer, or pressed twice. */
const SAME_FOR = Temporal.Duration.from({ hours: 1 })

/**
 * Keeps a contact request and lets the staff know, once, however often it is sent within an hour.
 * Throws 429 as `limitRecipient` does, where limits hold.
 */
export function askForContact(ctx: Context, request: ContactRequest, isLimited: boolean): Promise<{ id: number }> {
  return transaction(ctx, async (ctx) => {
    await lockContact(ctx, request.email)
    const earlier = await findSameContactRequest(ctx, request, ctx.now.subtract(SAME_FOR))
    if (earlier) return earlier
    if (isLimited) await limitRecipient(ctx, request)
    const made = await insertContactRequest(ctx, request)
    await ctx.jobs.add(ctx, 'notify', { event: 'contact-requested', contact_request_id: made.id })
    return made
  })
}
