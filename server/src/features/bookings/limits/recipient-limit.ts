import { countRecipient } from '../../../outbox/recipients.repository.ts'
import type { Context } from '../../../tenants/context.ts'
import { RecipientLimitReached } from '../errors.ts'

/** E-mails that visitors may cause for one mailbox within a day, at one business and at all of them. */
const AT_ONE_BUSINESS = 20
const EVERYWHERE = 40

/**
 * Counts e-mails that a visitor causes, in the transaction that causes them, so a rollback undoes the count. Throws 429
 * when the mailbox has reached its limit.
 */
export async function limitRecipient(ctx: Context, { email }: { email: string }, emails = 1) {
  refuseTooManyEmails(await countRecipient(ctx, email, { emails }))
}

export function refuseTooManyEmails({ here, everywhere }: Awaited<ReturnType<typeof countRecipient>>) {
  if (here.emails > AT_ONE_BUSINESS) throw new RecipientLimitReached(here.milliseconds_left)
  if (everywhere.emails > EVERYWHERE) throw new RecipientLimitReached(everywhere.milliseconds_left)
}
