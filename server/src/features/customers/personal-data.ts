import { bookingsToCome, STILL_UNDOABLE } from '@prenoto/core/bookings/booking-schema.ts'
import type { CustomerExport, CustomerProfile, ErasurePreview } from '@prenoto/core/customers/customer-schema.ts'
import { shownEmail } from '@prenoto/core/fields/without-email.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { deleteWaiting, listWaitingOfMailboxes } from '../waiting-list/waiting-list.repository.ts'
import { countVisits } from './customer-visits.repository.ts'
import {
  deleteContactRequests,
  eraseCustomer,
  findCustomer,
  findProfile,
  listBookingHistoryOfCustomers,
  listBookingsOfCustomers,
  listContactRequestsOfMailboxes,
  lockBookingsOfCustomers,
  lockCustomers,
  lockDuplicates,
} from './customers.repository.ts'
import { findMailboxOwner, type MailboxOwner } from './mailbox-owner.ts'

export const UNKNOWN_CUSTOMER = 'Il cliente richiesto non esiste.'

/** Of a double that was merged, who they are now. Throws 404. */
export async function readCustomer(ctx: Context, id: number): Promise<CustomerProfile> {
  const customer = await findProfile(ctx, id)
  if (!customer) throw notFound(UNKNOWN_CUSTOMER)
  return customer
}

/** Everything that is kept about a customer, under whatever spelling of their mailbox. Throws 404. */
export async function exportPersonalData(ctx: Context, id: number): Promise<CustomerExport> {
  const customer = await findCustomer(ctx, id)
  if (!customer) throw notFound(UNKNOWN_CUSTOMER)
  const owner = await findMailboxOwner(ctx, id)
  return {
    customer: withShownEmail(customer),
    bookings: (await listBookingsOfCustomers(ctx, owner.ids)).map(withShownEmail),
    booking_history: await listBookingHistoryOfCustomers(ctx, owner.ids),
    ...(await listWrittenBy(ctx, owner)),
  }
}

/** Records of a customer's mailboxes that belong to no booking. */
async function listWrittenBy(ctx: Context, { patterns, owns }: MailboxOwner) {
  const requests = await listContactRequestsOfMailboxes(ctx, patterns)
  const entries = await listWaitingOfMailboxes(ctx, patterns)
  return {
    contact_requests: requests.filter(({ name, email }) => owns({ name, email })),
    waiting_list_entries: entries.filter(owns),
  }
}

/** Preview of an erasure: what it deletes, and the customers of the same mailbox who stay. Throws 404. */
export async function previewErasure(ctx: Context, id: number): Promise<ErasurePreview> {
  if (!(await findCustomer(ctx, id))) throw notFound(UNKNOWN_CUSTOMER)
  const owner = await findMailboxOwner(ctx, id)
  const bookings = await listBookingsOfCustomers(ctx, owner.ids)
  const { contact_requests, waiting_list_entries } = await listWrittenBy(ctx, owner)
  return {
    bookings: bookings.length,
    contact_requests: contact_requests.length,
    contact_names: [...new Set(contact_requests.map(({ name }) => name))].slice(0, NAMED),
    waiting_list_entries: waiting_list_entries.length,
    others: owner.others.length,
    other_names: owner.others.slice(0, NAMED).map(({ name, surname }) => `${name} ${surname}`),
  }
}

/** So many people are named to the staff. */
const NAMED = 20

/** What stands in the place of an e-mail is nobody's data. */
const withShownEmail = <Person extends { email: string }>(person: Person) => ({
  ...person,
  email: shownEmail(person.email),
})

/**
 * Erases a customer's personal data; their visits stay for the statistics, as nobody's. Records under other spellings of their
 * mailbox go, too; those of other customers who share it stay.
 * Throws 404, and 409 while visits are still to come: nobody could be told of a change.
 */
export function erasePersonalData(ctx: Context, id: number) {
  return transaction(ctx, async (ctx) => {
    await lockDuplicates(ctx)
    if (!(await findCustomer(ctx, id))) throw notFound(UNKNOWN_CUSTOMER)
    const owner = await findMailboxOwner(ctx, id)
    const { contact_requests, waiting_list_entries } = await listWrittenBy(ctx, owner)
    // First, as whoever books an offered place has locked it before anything else.
    await deleteWaiting(ctx, idsOf(waiting_list_entries))
    await lockBookingsOfCustomers(ctx, owner.ids)
    // A customer whose only booking has just become somebody else's may be gone.
    const locked = idsOf(await lockCustomers(ctx, owner.ids))
    if (!locked.includes(id)) throw notFound(UNKNOWN_CUSTOMER)
    const ids = owner.ids.filter((own) => locked.includes(own))
    const totals = await Promise.all(ids.map((own) => countVisits(ctx, own)))
    const toCome = totals.reduce((sum, { to_come }) => sum + to_come, 0)
    if (toCome > 0) throw conflict(`Il cliente ha ancora ${bookingsToCome(toCome)}: non può essere cancellato.`)
    if (totals.some(({ undoable }) => undoable > 0)) throw conflict(STILL_UNDOABLE)

    await deleteContactRequests(ctx, idsOf(contact_requests))
    for (const own of ids) await eraseCustomer(ctx, own)
  })
}

const idsOf = (records: { id: number }[]) => records.map(({ id }) => id)
