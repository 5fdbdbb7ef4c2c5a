import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../tenants/context.ts'
import { mailboxOf } from './mailbox.ts'

/** In place of a business, for all of them together. */
const EVERYWHERE = 0

type Count = { tenant_id: number; emails: number; milliseconds_left: number }

/**
 * Counts e-mails to an address, in the transaction that causes it. Returns how many it has been within a day, here and
 * everywhere, and for how much longer they count. The column is called `bookings` from when only these were counted.
 */
export async function countRecipient(ctx: Context, address: string, emails = 1) {
  const mailbox = createHash('sha256').update(mailboxOf(address)).digest()
  const { rows } = await sql<Count>`
    insert into system.recipients as known (tenant_id, mailbox, bookings, until)
    values (${EVERYWHERE}, ${mailbox}, ${emails}, now() + interval '1 day'),
           (${ctx.tenant.id}, ${mailbox}, ${emails}, now() + interval '1 day')
    on conflict (tenant_id, mailbox) do update set
      bookings = case when known.until <= now() then excluded.bookings else known.bookings + excluded.bookings end,
      until = case when known.until <= now() then excluded.until else known.until end
    returning tenant_id, bookings as emails, extract(epoch from until - now())::float8 * 1000 as milliseconds_left
  `.execute(ctx.db)
  const [everywhere, here] = rows.sort((one, other) => one.tenant_id - other.tenant_id)
  return { here: here!, everywhere: everywhere! }
}
