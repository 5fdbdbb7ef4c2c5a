import { tooMany } from '../lib/errors.ts'
import { countRecipient } from '../outbox/recipients.repository.ts'
import type { Context } from '../tenants/context.ts'

/** Bookings within a day that visitors may have confirmed to one mailbox: at a business, and at all of them together. */
const AT_ONE_BUSINESS = 12
const EVERYWHERE = 24

const TOO_MANY = 'Con questa email sono già arrivate molte prenotazioni: riprova domani, oppure contattaci.'

/**
 * Whoever books decides where the confirmation goes, so nobody may have it sent to the same mailbox again and again. Counted
 * with the booking: one that fails counts for nothing. Throws 429.
 */
export async function limitRecipient(ctx: Context, { email }: { email: string }) {
  const { here, everywhere } = await countRecipient(ctx, email)
  if (here.bookings > AT_ONE_BUSINESS) throw tooMany(TOO_MANY, here.milliseconds_left)
  if (everywhere.bookings > EVERYWHERE) throw tooMany(TOO_MANY, everywhere.milliseconds_left)
}
