import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../tenants/context.ts'
import { mailboxOf } from './mailbox.ts'

/** Pseudo tenant of the count across all tenants. */
const ALL_TENANTS = 0

type Count = { tenant_id: number; emails: number; milliseconds_left: number }

/**
 * Counts e-mails to a mailbox, in the current transaction. Returns the counts of the last day at this tenant and at all tenants,
 * and the milliseconds until they restart. The column `bookings` holds the number of e-mails.
 */
export async function countRecipient(ctx: Context, address: string, emails = 1) {
  const mailbox = createHash('sha256').update(mailboxOf(address)).digest()
  const { rows } = await sql<Count>`
    insert into system.recipients as known (tenant_id, mailbox, bookings, until)
    values (${ALL_TENANTS}, ${mailbox}, ${emails}, now() + interval '1 day'),
           (${ctx.tenant.id}, ${mailbox}, ${emails}, now() + interval '1 day')
    on conflict (tenant_id, mailbox) do update set
      bookings = case when known.until <= now() then excluded.bookings else known.bookings + excluded.bookings end,
      until = case when known.until <= now() then excluded.until else known.until end
    returning tenant_id, bookings as emails, extract(epoch from until - now())::float8 * 1000 as milliseconds_left
  `.execute(ctx.db)
  const [everywhere, here] = rows.sort((one, other) => one.tenant_id - other.tenant_id)
  return { here: here!, everywhere: everywhere! }
}
