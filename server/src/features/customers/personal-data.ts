import {
  type CustomerExport,
  type CustomerProfile,
  customerExport,
  type ErasurePreview,
} from '@prenoto/core/customers/customer-schema.ts'
import { RESTRICTED_PERSON } from '@prenoto/core/customers/restricted-person.ts'
import { shownEmail } from '@prenoto/core/fields/without-email.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { Conflict, NotFound } from '../../lib/errors.ts'
import { type SerializedJson, serializeInTurns } from '../../lib/json-in-turns.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { deleteRefusals, findRefusal } from '../after-visit/after-visit.repository.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { deleteReminders } from '../come-back/come-back.repository.ts'
import { countHealthData, eraseHealthData, exportHealthData } from '../health-notes/health-data.ts'
import { deleteProposals } from '../proposals/proposals.repository.ts'
import { eraseTextConsents, listTextConsents } from '../text-messages/consent.ts'
import { deleteEntries, listEntriesOfMailboxes } from '../waiting-list/waiting-list.repository.ts'
import {
  countBookingsOfCustomers,
  listBookingsOfCustomers,
  listHistoryOfBookings,
  listTelephonesOfBookings,
  lockBookingsOfCustomers,
} from './bookings-of-customers.repository.ts'
import { deleteContactRequests, listContactRequestsOfMailboxes } from './contact-requests-of-customers.repository.ts'
import { countVisits } from './customer-visits.repository.ts'
import {
  eraseCustomer,
  findCustomer,
  findProfile,
  findRestricted,
  lockCustomers,
  lockDuplicates,
} from './customers.repository.ts'
import {
  CancellationUndoable,
  CustomerHasBookings,
  CustomerIsActive,
  CustomerNotFound,
  CustomerRestricted,
} from './errors.ts'
import { deleteImportedLines, listImportedLines } from './imported-lines.repository.ts'
import { findMailboxOwner, type MailboxOwner } from './mailbox-owner.ts'

/** The id of a merged duplicate reads the customer it was merged into. Throws 404. */
export async function readCustomer(ctx: Context, id: number): Promise<CustomerProfile> {
  const customer = await findProfile(ctx, id)
  if (!customer) throw new CustomerNotFound()
  return customer
}

/** As `readCustomer`; of a restricted customer an admin reads the name and the reason. Throws 404. */
export async function readProfile(ctx: StaffContext, id: number): Promise<CustomerProfile> {
  const customer = (await findProfile(ctx, id)) ?? (ctx.user.role === 'admin' && (await findRestricted(ctx, id)))
  if (!customer) throw new CustomerNotFound()
  return customer
}

/** All stored data of a customer, under every spelling of their mailbox. Throws 404. */
export async function exportPersonalData(
  ctx: StaffContext,
  encryption: Encryption,
  id: number,
): Promise<SerializedJson<CustomerExport>> {
  const customer = await findCustomer(ctx, id)
  if (!customer) throw new CustomerNotFound()
  const owner = await findMailboxOwner(ctx, id)
  await recordAudit(ctx, { action: 'customer.exported', subject: { type: 'customer', id } })
  const bookings = await listBookingsOfCustomers(ctx, owner.ids)
  return serializeInTurns(customerExport, {
    customer: withShownEmail(customer),
    bookings: bookings.map(withShownEmail),
    booking_history: await listHistoryOfBookings(ctx, toIds(bookings)),
    ...(await listRequests(ctx, owner)),
    imported_lines: await listImportedLines(ctx, owner),
    text_consents: await listTextConsents(ctx, [customer, ...bookings]),
    after_visit_refused_at: (await findRefusal(ctx, customer.email))?.toString() ?? null,
    health: await exportHealthData(ctx, encryption, owner.ids),
  })
}

/** Contact requests and waiting-list entries of a customer's mailboxes. */
async function listRequests(ctx: Context, { patterns, owns }: MailboxOwner) {
  const requests = await listContactRequestsOfMailboxes(ctx, patterns)
  const entries = await listEntriesOfMailboxes(ctx, patterns)
  return {
    contact_requests: requests.filter(({ name, email }) => owns({ name, email })),
    waiting_list_entries: entries.filter(owns),
  }
}

/** Preview of an erasure: what it deletes, and the customers of the same mailbox who stay. Throws 404. */
export async function previewErasure(ctx: Context, id: number): Promise<ErasurePreview> {
  if (!(await findCustomer(ctx, id))) throw new CustomerNotFound()
  const owner = await findMailboxOwner(ctx, id)
  const { contact_requests, waiting_list_entries } = await listRequests(ctx, owner)
  return {
    bookings: await countBookingsOfCustomers(ctx, owner.ids),
    contact_requests: contact_requests.length,
    contact_names: [...new Set(contact_requests.map(({ name }) => name))].slice(0, MAX_NAMES),
    waiting_list_entries: waiting_list_entries.length,
    imported_lines: (await listImportedLines(ctx, owner)).length,
    ...(await countHealthData(ctx, owner.ids)),
    others: owner.others.length,
    other_names: owner.others.slice(0, MAX_NAMES).map(shownName),
  }
}

const shownName = (customer: MailboxOwner['others'][number]) => {
  const { name, surname } = customer.restricted_at ? RESTRICTED_PERSON : customer
  return `${name} ${surname}`
}

/** Limit of names that are listed. */
const MAX_NAMES = 20

/** The placeholder for a missing e-mail address is not personal data. */
const withShownEmail = <Person extends { email: string }>(person: Person) => ({
  ...person,
  email: shownEmail(person.email),
})

/**
 * Erases a customer's personal data, under every spelling of their mailbox. Past visits stay, anonymously, for the statistics;
 * records of other customers who share the mailbox stay. Throws 404, and 409 while visits are upcoming or can be restored.
 */
export function erasePersonalData(ctx: Context, id: number) {
  return transaction(ctx, async (ctx) => {
    const { ids } = await eraseOwner(ctx, id)
    await recordAudit(ctx, {
      action: 'customer.erased',
      subject: { type: 'customer', id },
      after: { customers: ids.length },
    })
  })
}

type Inactivity = {
  /** Requests from this day on keep the customer. */
  before: PlainDate
  /** Whether none of these customers has a booking from that day on. */
  areInactive(ctx: Context, ids: number[]): Promise<boolean>
}

/** Erases a customer who is still inactive, in a transaction of its own. Returns the number of erased customers. */
export async function anonymiseInactive(
  ctx: Context,
  id: number,
  { before, areInactive }: Inactivity,
): Promise<number> {
  try {
    return await transaction(ctx, async (ctx) => {
      const { ids, contact_requests, waiting_list_entries } = await eraseOwner(ctx, id, areInactive)
      const hasWritten = contact_requests.some(({ created_at }) => toLocalDay(ctx, created_at) >= before)
      const isWaiting = waiting_list_entries.some(({ ended_at }) => ended_at === null)
      if (hasWritten || isWaiting) throw new CustomerIsActive()
      return ids.length
    })
  } catch (error) {
    // Erased or active meanwhile, also under another spelling of the mailbox.
    if (error instanceof NotFound || error instanceof Conflict) return 0
    throw error
  }
}

const toLocalDay = ({ tenant }: Context, instant: string) => todayIn(tenant.time_zone, Temporal.Instant.from(instant))

/** Erases all customers of a mailbox's owner with their requests; `mayErase` is asked once they are locked. */
async function eraseOwner(
  ctx: Context,
  id: number,
  mayErase: (ctx: Context, ids: number[]) => Promise<boolean> = async () => true,
) {
  await lockDuplicates(ctx)
  if (!(await findCustomer(ctx, id))) throw new CustomerNotFound()
  const owner = await findMailboxOwner(ctx, id)
  const { contact_requests, waiting_list_entries } = await listRequests(ctx, owner)
  // First, since booking an offered slot locks the waiting-list entry before anything else.
  await deleteEntries(ctx, toIds(waiting_list_entries))
  await deleteProposals(ctx, owner.ids)
  await deleteReminders(ctx, owner.ids)
  await lockBookingsOfCustomers(ctx, owner.ids)
  // A concurrent merge or change may have deleted a customer.
  const customers = await lockCustomers(ctx, owner.ids)
  if (customers.some(({ restricted_at }) => restricted_at)) throw new CustomerRestricted()
  const locked = toIds(customers)
  if (!locked.includes(id)) throw new CustomerNotFound()
  const ids = owner.ids.filter((customerId) => locked.includes(customerId))
  const totals = []
  for (const customerId of ids) totals.push(await countVisits(ctx, customerId))
  const upcoming = totals.reduce((sum, { upcoming }) => sum + upcoming, 0)
  if (upcoming > 0) throw new CustomerHasBookings({ bookings: upcoming })
  if (totals.some(({ undoable }) => undoable > 0)) throw new CancellationUndoable()
  if (!(await mayErase(ctx, ids))) throw new CustomerIsActive()

  await deleteContactRequests(ctx, toIds(contact_requests))
  await deleteImportedLines(ctx, await listImportedLines(ctx, { ...owner, ids }))
  await eraseHealthData(ctx, ids)
  await eraseTextConsents(ctx, [...customers, ...(await listTelephonesOfBookings(ctx, ids))])
  // Of a mailbox that nobody else shares.
  if (owner.others.length === 0)
    await deleteRefusals(
      ctx,
      customers.map(({ email }) => email),
    )
  for (const customerId of ids) await eraseCustomer(ctx, customerId)
  return { ids, contact_requests, waiting_list_entries }
}

const toIds = (records: { id: number }[]) => records.map(({ id }) => id)
