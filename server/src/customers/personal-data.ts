import { bookingsToCome, STILL_UNDOABLE } from '@prenoto/core/bookings/booking-schema.ts'
import type { CustomerExport, CustomerProfile } from '@prenoto/core/customers/customer-schema.ts'
import { shownEmail } from '@prenoto/core/customers/without-email.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { type Context, transaction } from '../tenants/context.ts'
import { deleteWaitingOf, listWaitingOf } from '../waiting/waiting.repository.ts'
import { countVisits } from './customer-visits.repository.ts'
import {
  eraseCustomer,
  findCustomer,
  findProfile,
  listBookingHistoryOfCustomer,
  listBookingsOfCustomer,
  listContactRequestsOf,
  listIdentitiesOf,
  lockBookingsOfCustomer,
  lockCustomers,
  lockDoubles,
} from './customers.repository.ts'

export const UNKNOWN_CUSTOMER = 'Il cliente richiesto non esiste.'

/** Of a double that was merged, who they are now. Throws 404. */
export async function readCustomer(ctx: Context, id: number): Promise<CustomerProfile> {
  const customer = await findProfile(ctx, id)
  if (!customer) throw notFound(UNKNOWN_CUSTOMER)
  return customer
}

/** Everything that is kept about a customer. Throws 404. */
export async function exportPersonalData(ctx: Context, id: number): Promise<CustomerExport> {
  const customer = await findCustomer(ctx, id)
  if (!customer) throw notFound(UNKNOWN_CUSTOMER)
  const identities = await listIdentitiesOf(ctx, id)
  return {
    customer: withShownEmail(customer),
    bookings: (await listBookingsOfCustomer(ctx, id)).map(withShownEmail),
    booking_history: await listBookingHistoryOfCustomer(ctx, id),
    contact_requests: await listContactRequestsOf(ctx, identities),
    waiting_entries: await listWaitingOf(ctx, identities),
  }
}

/** What stands in the place of an e-mail is nobody's data. */
const withShownEmail = <Person extends { email: string }>(person: Person) => ({
  ...person,
  email: shownEmail(person.email),
})

/**
 * Erases a customer's personal data; their visits stay for the statistics, as nobody's.
 * Throws 404, and 409 while visits are still to come: nobody could be told of a change.
 */
export function erasePersonalData(ctx: Context, id: number) {
  return transaction(ctx, async (ctx) => {
    await lockDoubles(ctx)
    const known = await findCustomer(ctx, id)
    if (!known) throw notFound(UNKNOWN_CUSTOMER)
    const identities = await listIdentitiesOf(ctx, id)
    // First, as whoever books an offered place has locked it before anything else.
    await deleteWaitingOf(ctx, identities)
    await lockBookingsOfCustomer(ctx, id)
    // Whoever booked as them and has just been changed to somebody else may be gone.
    const locked = await lockCustomers(ctx, [id])
    if (!locked.some((customer) => customer.id === id)) throw notFound(UNKNOWN_CUSTOMER)
    const { to_come, undoable } = await countVisits(ctx, id)
    if (to_come > 0) throw conflict(`Il cliente ha ancora ${bookingsToCome(to_come)}: non può essere cancellato.`)
    if (undoable > 0) throw conflict(STILL_UNDOABLE)

    const requests = await listContactRequestsOf(ctx, identities)
    await eraseCustomer(
      ctx,
      id,
      requests.map((request) => request.id),
    )
  })
}
