import { countRecipient } from '../../outbox/recipients.repository.ts'
import type { Context } from '../../tenants/context.ts'
import { RecipientLimitReached } from './errors.ts'

/** E-mails of all kinds that visitors may cause for one mailbox within a day: at a business, and at all of them together. */
const AT_ONE_BUSINESS = 20
const EVERYWHERE = 40

/**
 * Counts an e-mail, or several, that a visitor causes for an address, in the transaction that causes it: one that is rolled back
 * counts for nothing. Throws 429 when the mailbox has had enough.
 */
export async function limitRecipient(ctx: Context, { email }: { email: string }, emails = 1) {
  const { here, everywhere } = await countRecipient(ctx, email, emails)
  if (here.emails > AT_ONE_BUSINESS) throw new RecipientLimitReached(here.milliseconds_left)
  if (everywhere.emails > EVERYWHERE) throw new RecipientLimitReached(everywhere.milliseconds_left)
}
