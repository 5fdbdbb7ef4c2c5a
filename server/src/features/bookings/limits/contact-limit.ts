import { countRecipient } from '../../../outbox/recipients.repository.ts'
import { type Pressure, requireProof } from '../../../plugins/limits/pressure.ts'
import { MAX_LEVEL } from '../../../plugins/limits/proof-of-work.ts'
import type { Context } from '../../../tenants/context.ts'
import { ContactLimitReached } from '../errors.ts'
import type { Visitor } from '../repositories/bookings-write.repository.ts'
import { isKnownContact } from '../repositories/known-contacts.repository.ts'
import { refuseTooManyEmails } from './recipient-limit.ts'

/** Bookings in a day that need no proof of work: of a contact that the business knows, and of another one. */
const FREE_OF_KNOWN = 10
const FREE = { mailbox: 2, telephone: 3 }

/** Max bookings in a day of a contact that the business does not know. */
const MAX_PER_DAY = { mailbox: 3, telephone: 10 }
const MAX_IN_A_BURST = { mailbox: 1, telephone: 3 }

/**
 * Counts a visitor's booking under its mailbox and its telephone number, in the transaction that makes it. Asks for a
 * proof of work or throws 429 after too many in a day; a contact that the business knows may make more.
 */
export async function limitContact(ctx: Context, visitor: Visitor, pressure: Pressure) {
  const counts = await countRecipient(ctx, visitor.email, { emails: 1, newBookings: visitor })
  refuseTooManyEmails(counts)
  const [ofMailbox, ofTelephone] = [counts.here.new_bookings, counts.telephone!.new_bookings]
  if (ofMailbox === 1 && ofTelephone === 1) return
  if (await isKnownContact(ctx, visitor.email)) return requireProof(pressure, ofMailbox > FREE_OF_KNOWN ? 1 : 0)

  const most = pressure.isBurst ? MAX_IN_A_BURST : MAX_PER_DAY
  if (ofMailbox > most.mailbox || ofTelephone > most.telephone)
    throw new ContactLimitReached(counts.here.milliseconds_left)
  const level = Math.max(0, ofMailbox - FREE.mailbox, ofTelephone - FREE.telephone)
  requireProof(pressure, Math.min(level, MAX_LEVEL))
}
