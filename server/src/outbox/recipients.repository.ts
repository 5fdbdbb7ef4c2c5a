import { createHash } from 'node:crypto'
import { nationalNumber } from '@prenoto/core/fields/telephone.ts'
import { sql } from 'kysely'
import type { Context, Tenant } from '../tenants/context.ts'
import { toMailbox } from './mailbox.ts'

/** Pseudo tenant of the count across all tenants. */
export const ALL_TENANTS = 0

/** The counters of a contact: e-mails to its mailbox, and new bookings of it and of its telephone number. */
type Caused = { emails: number; newBookings?: { telephone: string } }

/** The database in a transaction, and the tenant or a pseudo tenant. */
type Counting = Pick<Context, 'db'> & { tenant: Pick<Tenant, 'id'> }

type Count = { tenant_id: number; emails: number; new_bookings: number; milliseconds_left: number }

const hashContact = (contact: string) => createHash('sha256').update(contact).digest()

/**
 * Counts in the current transaction. Returns the counts of the last day for the mailbox at this tenant and at all
 * tenants and for the telephone number, and the milliseconds until they restart.
 */
export async function countRecipient(ctx: Counting, address: string, { emails, newBookings }: Caused) {
  const bookings = newBookings ? 1 : 0
  const rows = [
    { tenant_id: ALL_TENANTS, contact: toMailbox(address), emails, bookings: 0 },
    { tenant_id: ctx.tenant.id, contact: toMailbox(address), emails, bookings },
    ...(newBookings
      ? [{ tenant_id: ctx.tenant.id, contact: nationalNumber(newBookings.telephone), emails: 0, bookings }]
      : []),
  ]
  const counts = await sql<Count>`
    insert into system.recipients as known (tenant_id, mailbox, bookings, new_bookings, until)
    select tenant_id, contact, emails, new_bookings, now() + interval '1 day'
    from unnest(${rows.map(({ tenant_id }) => tenant_id)}::bigint[], ${rows.map(({ contact }) => hashContact(contact))}::bytea[],
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

/** Points to add to a counter of e-mails. */
export type MailCount = { tenant_id: number; contact: string; points: number }

/** Adds up the points of the same counter, since a statement cannot write a row twice. */
const toRows = (counts: MailCount[]) =>
  [...Map.groupBy(counts, ({ tenant_id, contact }) => `${tenant_id} ${contact}`)].map(([key, same]) => ({
    key,
    tenant_id: same[0]!.tenant_id,
    hash: hashContact(same[0]!.contact),
    points: same.reduce((sum, { points }) => sum + points, 0),
  }))

/** Counts e-mails of a day in one statement, which processes share. Returns the counters by 'tenant contact'. */
export async function countMails(ctx: Context, counts: MailCount[]) {
  const added = toRows(counts)
  const { rows } = await sql<{ key: string; points: number; milliseconds_left: number }>`
    with added as (
      select * from unnest(${added.map(({ key }) => key)}::text[], ${added.map(({ tenant_id }) => tenant_id)}::bigint[],
        ${added.map(({ hash }) => hash)}::bytea[], ${added.map(({ points }) => points)}::integer[]) a (key, tenant_id, hash, points)
    ), counted as (
      insert into system.recipients as known (tenant_id, mailbox, bookings, until)
      -- In one order, so that processes cannot deadlock.
      select tenant_id, hash, points, now() + interval '1 day' from added order by tenant_id, hash
      on conflict (tenant_id, mailbox) do update set
        bookings = case when known.until <= now() then excluded.bookings else known.bookings + excluded.bookings end,
        until = case when known.until <= now() then excluded.until else known.until end
      returning tenant_id, mailbox, bookings, extract(epoch from until - now())::float8 * 1000 as milliseconds_left
    )
    select key, bookings as points, milliseconds_left
    from added join counted on counted.tenant_id = added.tenant_id and counted.mailbox = added.hash`.execute(ctx.db)
  return new Map(rows.map(({ key, ...count }) => [key, count]))
}

/** Takes back points that `countMails` has added. */
export async function refundMails(ctx: Context, counts: MailCount[]) {
  if (counts.length === 0) return
  const refunded = toRows(counts)
  await sql`
    with refunded as (
      select known.tenant_id, known.mailbox, points
      from unnest(${refunded.map(({ tenant_id }) => tenant_id)}::bigint[], ${refunded.map(({ hash }) => hash)}::bytea[],
        ${refunded.map(({ points }) => points)}::integer[]) r (tenant_id, hash, points)
      join system.recipients known on known.tenant_id = r.tenant_id and known.mailbox = r.hash
      order by known.tenant_id, known.mailbox for update of known
    )
    update system.recipients known set bookings = greatest(0, known.bookings - refunded.points)
    from refunded where known.tenant_id = refunded.tenant_id and known.mailbox = refunded.mailbox`.execute(ctx.db)
}
