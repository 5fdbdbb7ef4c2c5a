import type { ContactRequest } from '@prenoto/core/contact/contact-schema.ts'
import { type Pressure, requireProof } from '../../plugins/limits/pressure.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { limitRecipient } from '../bookings/limits/recipient-limit.ts'
import { findSameContactRequest, insertContactRequest, lockContact } from './contact.repository.ts'

/** A request with the same content within this time counts as a repetition. */
const REPETITION_WINDOW = Temporal.Duration.from({ hours: 1 })

/**
 * Stores a contact request and notifies staff, once per content and hour. Throws 429 for a missing proof of work, and as
 * `limitRecipient` does.
 */
export async function requestContact(
  ctx: Context,
  request: ContactRequest,
  pressure: Pressure | undefined,
): Promise<{ id: number }> {
  requireProof(pressure)
  return transaction(ctx, async (ctx) => {
    await lockContact(ctx, request.email)
    const earlier = await findSameContactRequest(ctx, request, ctx.now.subtract(REPETITION_WINDOW))
    if (earlier) return earlier
    if (pressure) await limitRecipient(ctx, request)
    const contactRequest = await insertContactRequest(ctx, request)
    await ctx.jobs.add(ctx, 'notify', { event: 'contact-requested', contact_request_id: contactRequest.id })
    return contactRequest
  })
}
