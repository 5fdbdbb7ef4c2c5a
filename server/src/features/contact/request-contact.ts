import type { ContactRequest } from '@prenoto/core/contact/contact-schema.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { limitRecipient } from '../bookings/recipient-limit.ts'
import { findSameContactRequest, insertContactRequest, lockContact } from './contact.repository.ts'

/** A request with the same content within this time counts as a repetition. */
const REPETITION_WINDOW = Temporal.Duration.from({ hours: 1 })

/** Stores a contact request and notifies staff, once per content and hour. If limited, throws 429 like `limitRecipient`. */
export function requestContact(ctx: Context, request: ContactRequest, isLimited: boolean): Promise<{ id: number }> {
  return transaction(ctx, async (ctx) => {
    await lockContact(ctx, request.email)
    const earlier = await findSameContactRequest(ctx, request, ctx.now.subtract(REPETITION_WINDOW))
    if (earlier) return earlier
    if (isLimited) await limitRecipient(ctx, request)
    const made = await insertContactRequest(ctx, request)
    await ctx.jobs.add(ctx, 'notify', { event: 'contact-requested', contact_request_id: made.id })
    return made
  })
}
