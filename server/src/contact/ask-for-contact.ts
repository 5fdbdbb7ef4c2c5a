import type { ContactRequest } from '@prenoto/core/contact/contact-schema.ts'
import { type Context, transaction } from '../tenants/context.ts'
import { insertContactRequest } from './contact.repository.ts'

/** Keeps a contact request and lets the staff know. */
export function askForContact(ctx: Context, request: ContactRequest) {
  return transaction(ctx, async (ctx) => {
    const made = await insertContactRequest(ctx, request)
    await ctx.jobs.add(ctx, 'announce', { cause: 'contact-requested', contact_request_id: made.id })
    return made
  })
}
