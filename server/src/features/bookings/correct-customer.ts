import { PERSON_FIELDS } from '@prenoto/core/bookings/booking-history.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { CustomerExists } from './errors.ts'
import { insertHistories } from './repositories/booking-history.repository.ts'
import type { Visitor } from './repositories/bookings-write.repository.ts'
import {
  findByIdentity,
  lockPerson,
  lockUpcomingBookings,
  updateIdentity,
  updatePerson,
  updatePersonOfBooking,
} from './repositories/customer-person.repository.ts'
import { deleteVisitorTokens } from './repositories/visitor-tokens.repository.ts'

type Person = NonNullable<Awaited<ReturnType<typeof lockPerson>>>

/**
 * Corrects the data of a customer, and of their upcoming bookings where these have the same. `editedIds`: bookings that the
 * caller changes itself. Throws 409 if another customer has the name and the e-mail.
 */
export function correctCustomer(ctx: Context, id: number, person: Visitor, editedIds: number[] = []) {
  return transaction(ctx, async (ctx) => {
    const upcoming = await lockUpcomingBookings(ctx, id)
    const previousPerson = await lockPerson(ctx, id)
    if (!previousPerson) return
    const fields = PERSON_FIELDS.filter((field) => person[field] !== previousPerson[field])
    if (fields.length === 0) return
    await takeIdentity(ctx, { id, previousPerson, person })
    await updatePerson(ctx, id, person)
    // The mailbox that staff have replaced loses its links and remembered devices.
    if (fields.includes('email')) await deleteVisitorTokens(ctx, [id])
    const histories = []
    for (const booking of upcoming) {
      const changed = fields.filter((field) => booking[field] === previousPerson[field])
      if (changed.length === 0 || editedIds.includes(booking.id)) continue
      await updatePersonOfBooking(ctx, booking.id, Object.fromEntries(changed.map((field) => [field, person[field]])))
      histories.push({ booking_id: booking.id, kind: 'person' as const, fields: changed })
    }
    await insertHistories(ctx, histories)
    await recordAudit(ctx, { action: 'customer.corrected', subject: { type: 'customer', id }, after: { fields } })
  })
}

/** A duplicate that was merged into the customer gets their previous identity in exchange for its own. */
async function takeIdentity(
  ctx: Context,
  { id, previousPerson, person }: { id: number; previousPerson: Person; person: Visitor },
) {
  const other = await findByIdentity(ctx, person)
  if (!other || other.id === id) return
  if (other.main_id !== id) throw new CustomerExists({ ...other, id: other.main_id })
  await updateIdentity(ctx, id, `corrected ${id}`)
  await updateIdentity(ctx, other.id, previousPerson.identity)
}
