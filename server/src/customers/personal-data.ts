import { bookingsToCome } from '@prenoto/core/bookings/booking-schema.ts'
import type { Customer, CustomerExport } from '@prenoto/core/customers/customer-schema.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { type Context, transaction } from '../tenants/context.ts'
import { deleteWaitingOf, listWaitingOf } from '../waiting/waiting.repository.ts'
import {
  countBookingsToComeOf,
  eraseCustomer,
  findCustomer,
  listBookingHistoryOfCustomer,
  listBookingsOfCustomer,
  listContactRequestsOf,
  lockBookingsOfCustomer,
  lockCustomer,
} from './customers.repository.ts'

const UNKNOWN = 'Il cliente richiesto non esiste.'

/** Throws 404. */
export async function readCustomer(ctx: Context, id: number): Promise<Customer> {
  const customer = await findCustomer(ctx, id)
  if (!customer) throw notFound(UNKNOWN)
  return customer
}

/** Everything that is kept about a customer. Throws 404. */
export async function exportPersonalData(ctx: Context, id: number): Promise<CustomerExport> {
  const customer = await findCustomer(ctx, id)
  if (!customer) throw notFound(UNKNOWN)
  return {
    customer,
    bookings: await listBookingsOfCustomer(ctx, id),
    booking_history: await listBookingHistoryOfCustomer(ctx, id),
    contact_requests: await listContactRequestsOf(ctx, customer),
    waiting_entries: await listWaitingOf(ctx, customer),
  }
}

/**
 * Erases a customer's personal data; their visits stay for the statistics, as nobody's.
 * Throws 404, and 409 while visits are still to come: nobody could be told of a change.
 */
export function erasePersonalData(ctx: Context, id: number) {
  return transaction(ctx, async (ctx) => {
    const known = await findCustomer(ctx, id)
    if (!known) throw notFound(UNKNOWN)
    // First, as whoever books an offered place has locked it before anything else.
    await deleteWaitingOf(ctx, known)
    await lockBookingsOfCustomer(ctx, id)
    const customer = await lockCustomer(ctx, id)
    if (!customer) throw notFound(UNKNOWN)
    const bookings = await countBookingsToComeOf(ctx, id)
    if (bookings > 0) throw conflict(`Il cliente ha ancora ${bookingsToCome(bookings)}: non può essere cancellato.`)

    const requests = await listContactRequestsOf(ctx, customer)
    await eraseCustomer(
      ctx,
      id,
      requests.map((request) => request.id),
    )
  })
}
