import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import { anyOfTexts } from '../../database/sql-expressions.ts'
import { toMailbox } from '../../outbox/mailbox.ts'
import type { Context } from '../../tenants/context.ts'
import { isBlocked } from '../bookings/repositories/blocked-customers.repository.ts'
import { isRestrictedCustomer } from '../restriction/shown-person.repository.ts'

type CompletedVisits = {
  /** Of the visits. */
  since: PlainDate
  /** When staff have marked them as completed. */
  from: Temporal.Instant
  until: Temporal.Instant
}

/**
 * The visits that staff have marked as completed in a period, the latest one of each customer who may be written to,
 * unless a message was about a visit of the same or a later day.
 */
export async function listCompletedVisits(ctx: Context, { since, from, until }: CompletedVisits) {
  const visits = await ctx.db
    .selectFrom('bookings')
    .select(['id', 'email'])
    .distinctOn('customer_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('visit_day', '>=', since)
    .where('attendance', '=', 'completed')
    .where('deleted_at', 'is', null)
    .where((eb) => eb.not(isRestrictedCustomer(ctx, sql.ref('bookings.customer_id'))))
    .where(sql<boolean>`not ${isBlocked(ctx, sql`array[lower(bookings.email), bookings.telephone]`)}`)
    .where(
      sql<boolean>`(
        select change.at from booking_history change
        where change.tenant_id = bookings.tenant_id and change.booking_id = bookings.id and change.kind = 'attendance'
        order by change.id desc limit 1
      ) between ${from.toString()}::timestamptz and ${until.toString()}::timestamptz - interval '1 microsecond'`,
    )
    .where(
      sql<boolean>`not exists (
        select from bookings other
        join messages on messages.tenant_id = other.tenant_id and messages.record_id = other.id
        where other.tenant_id = bookings.tenant_id and other.customer_id = bookings.customer_id
          and other.visit_day >= bookings.visit_day and messages.kind = 'after-visit'
      )`,
    )
    .orderBy('customer_id')
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const refused = await listRefusingMailboxes(
    ctx,
    visits.map(({ email }) => toMailbox(email)),
  )
  return visits.filter(({ email }) => !refused.has(toMailbox(email)))
}

async function listRefusingMailboxes(ctx: Context, mailboxes: string[]): Promise<ReadonlySet<string>> {
  if (mailboxes.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('after_visit_refusals')
    .select('mailbox')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('mailbox', '=', anyOfTexts(mailboxes))
    .execute()
  return new Set(rows.map(({ mailbox }) => mailbox))
}

/** Whether the business has blocked a contact. */
export async function isContactBlocked(ctx: Context, { email, telephone }: { email: string; telephone: string }) {
  const { is_blocked } = await ctx.db
    .selectNoFrom(isBlocked(ctx, sql`array[lower(${email}::text), ${telephone}::text]`).as('is_blocked'))
    .executeTakeFirstOrThrow()
  return is_blocked
}

/** When the mailbox of an address has refused the messages after visits; null if it has not. */
export async function findRefusal(ctx: Context, email: string): Promise<Temporal.Instant | null> {
  const row = await ctx.db
    .selectFrom('after_visit_refusals')
    .select('refused_at')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('mailbox', '=', toMailbox(email))
    .executeTakeFirst()
  return row?.refused_at ?? null
}

/** Returns whether it was not refused before. */
export async function insertRefusal(ctx: Context, email: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('after_visit_refusals')
    .values({ tenant_id: ctx.tenant.id, mailbox: toMailbox(email), refused_at: ctx.now.toString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Returns whether one of these addresses had refused the messages. */
export async function deleteRefusals(ctx: Context, emails: string[]): Promise<boolean> {
  if (emails.length === 0) return false
  const { numDeletedRows } = await ctx.db
    .deleteFrom('after_visit_refusals')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('mailbox', '=', anyOfTexts(emails.map(toMailbox)))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The booking of a private link, unless it was cancelled or its customer was erased. */
export const findLinkedBooking = (ctx: Context, hiddenId: string) =>
  ctx.db
    .selectFrom('bookings')
    .select(['id', 'email'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('hidden_id', '=', hiddenId)
    .where('deleted_at', 'is', null)
    .where('email', '<>', '')
    .executeTakeFirst()
