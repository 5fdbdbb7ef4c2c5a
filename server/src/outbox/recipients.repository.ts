import { createHash } from 'node:crypto'
import { nationalNumber } from '@prenoto/core/fields/telephone.ts'
import { sql } from 'kysely'
import type { Context, Tenant } from '../tenants/context.ts'
import { mailboxOf } from './mailbox.ts'

/** Pseudo tenant of the count across all tenants. */
const ALL_TENANTS = 0

/** The counters of a contact: e-mails to its mailbox, and new bookings of it and of its telephone number. */
type Caused = { emails: number; newBookings?: { telephone: string } }

/** The database in a transaction, and the tenant or a pseudo tenant. */
type Counting = Pick<Context, 'db'> & { tenant: Pick<Tenant, 'id'> }

type Count = { tenant_id: number; emails: number; new_bookings: number; milliseconds_left: number }

const hashOf = (contact: string) => createHash('sha256').update(contact).digest()

/**
 * Counts in the current transaction. Returns the counts of the last day for the mailbox at this tenant and at all
 * tenants and for the telephone number, and the milliseconds until they restart.
 */
export async function countRecipient(ctx: Counting, address: string, { emails, newBookings }: Caused) {
  const bookings = newBookings ? 1 : 0
  const rows = [
    { tenant_id: ALL_TENANTS, contact: mailboxOf(address), emails, bookings: 0 },
    { tenant_id: ctx.tenant.id, contact: mailboxOf(address), emails, bookings },
    ...(newBookings
      ? [{ tenant_id: ctx.tenant.id, contact: nationalNumber(newBookings.telephone), emails: 0, bookings }]
      : []),
  ]
  const counts = await sql<Count>`
    insert into system.recipients as known (tenant_id, mailbox, bookings, new_bookings, until)
    select tenant_id, contact, emails, new_bookings, now() + interval '1 day'
    from unnest(${rows.map(({ tenant_id }) => tenant_id)}::bigint[], ${rows.map(({ contact }) => hashOf(contact))}::bytea[],
                ${rows.map(({ emails }) => emails)}::integer[], ${rows.map(({ bookings }) => bookings)}::integer[])
                added (tenant_id, contact, emails, new_bookings)
    on conflict (tenant_id, mailbox) do update set
      bookings = case when known.until <= now() then excluded.bookings else known.bookings + excluded.bookings end,
      new_bookings = case when known.until <= now() then excluded.new_bookings
                          else known.new_bookings + excluded.new_bookings end,
      until = case when known.until <= now() then excluded.until else known.until end
    returning tenant_id, bookings as emails, new_bookings, extract(epoch from until - now())::float8 * 1000 as milliseconds_left
  `.execute(ctx.db)
  const [everywhere, here, telephone] = counts.rows
  return { everywhere: everywhere!, here: here!, telephone }
}
