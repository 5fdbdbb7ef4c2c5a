import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { WaitingListRequest } from '@prenoto/core/waiting-list/waiting-list-schema.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Pool } from '../../database/connection.ts'
import type { Row, Schema } from '../../database/schema.ts'
import { anyId, isoInstant } from '../../database/sql-expressions.ts'
import { publicBlock } from '../../plugins/client-address.ts'
import { claimTenants, type Plan } from '../../tenants/claim-tenants.repository.ts'
import type { Context } from '../../tenants/context.ts'
import type { BookableService } from '../availability/availability.repository.ts'
import { isVisitorBlocked } from '../bookings/repositories/blocked-customers.repository.ts'
import { privacyVersion } from '../privacy/privacy.repository.ts'
import { entries, waitingEntries } from './offerable-entries.repository.ts'

/** Deletes the entries of past days. Returns their number. */
export async function deleteEntriesBefore(ctx: Context, today: PlainDate): Promise<number> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('waiting_list_entries')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('visit_day', '<', today)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Adds an entry at the end of the list; `isProven`: the person is known. An existing one keeps its position and its telephone,
 * since a stranger may repeat it, and gets the new wish. `isNew`: whether a confirmation is due. Returns undefined for a
 * blocked customer.
 */
export async function upsertEntry(
  ctx: Context,
  service: BookableService,
  request: WaitingListRequest,
  { hiddenId, isProven }: { hiddenId: string; isProven: boolean },
) {
  const { name, surname, email, telephone, visit_day, part = null, calendar_id = null } = request
  const wish = { part, calendar_id }
  const services = service.services ? JSON.stringify(service.services) : null
  const { rows } = await sql<{ id: number; is_same_wish: boolean }>`
    with earlier as (
      select part, calendar_id, services from waiting_list_entries
      where tenant_id = ${ctx.tenant.id} and service_id = ${service.id} and visit_day = ${visit_day}
        and identity = ${customerIdentity(request)} and ended_at is null
    )
    insert into waiting_list_entries
      (tenant_id, hidden_id, service_id, services, calendar_id, visit_day, part, name, surname, email, telephone, identity,
       privacy_version, consented_at, address_block, proven_at)
    select
      ${ctx.tenant.id}, ${hiddenId}, ${service.id}, ${services}::jsonb, ${wish.calendar_id}::bigint, ${visit_day}::date, ${wish.part}, ${name}, ${surname},
      ${email}, ${telephone}, ${customerIdentity(request)}, ${privacyVersion(ctx)}, ${ctx.now.toString()}::timestamptz,
      ${publicBlock(ctx.clientAddress) ?? null}::text, ${isProven ? ctx.now.toString() : null}::timestamptz
    where not ${isVisitorBlocked(ctx, request)}
    on conflict (tenant_id, service_id, visit_day, identity) where ended_at is null
      do update set services = excluded.services, part = excluded.part, calendar_id = excluded.calendar_id
    returning id, exists (
      select from earlier
      where earlier.part is not distinct from ${wish.part} and earlier.calendar_id is not distinct from ${wish.calendar_id}
        and earlier.services is not distinct from ${services}::jsonb
    ) as is_same_wish
  `.execute(ctx.db)
  const [entry] = rows
  return entry && { id: entry.id, isNew: !entry.is_same_wish }
}

/** Records that the person got the e-mail with the private link, unless it is known already. */
export async function markProven(ctx: Context, hiddenId: string) {
  await ctx.db
    .updateTable('waiting_list_entries')
    .set({ proven_at: ctx.now.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('hidden_id', '=', hiddenId)
    .where('proven_at', 'is', null)
    .execute()
}

export type Key = { id: number } | { hiddenId: string }

export const byKey = (key: Key) => (eb: ExpressionBuilder<Schema & { w: Schema['waiting_list_entries'] }, 'w'>) =>
  'id' in key ? eb('w.id', '=', key.id) : eb('w.hidden_id', '=', key.hiddenId)

/** Locks an entry; take this lock before those of days. */
export function lockEntry(ctx: Context, key: Key) {
  return entries(ctx).selectAll().where(byKey(key)).forUpdate().executeTakeFirst()
}

export type LockedEntry = Row<'waiting_list_entries'>

export async function endEntry(ctx: Context, id: number, ending: 'left' | 'removed') {
  await ctx.db
    .updateTable('waiting_list_entries')
    .set({ ended_at: ctx.now.toString(), ending })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Ends an entry with its booking, which gets the consent of the entry. */
export async function markEntryBooked(ctx: Context, waiting: LockedEntry, bookingId: number) {
  await ctx.db
    .updateTable('waiting_list_entries')
    .set({ ended_at: ctx.now.toString(), ending: 'booked', booking_id: bookingId })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', waiting.id)
    .execute()
  await ctx.db
    .updateTable('bookings')
    .set({ privacy_version: waiting.privacy_version, consented_at: waiting.consented_at.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', bookingId)
    .execute()
}

export async function reopenEntry(ctx: Context, id: number) {
  await ctx.db
    .updateTable('waiting_list_entries')
    .set({ ended_at: null, ending: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** The offers of a day that have just expired, of entries still waiting. */
export function listExpiredOffers(ctx: Context, day: PlainDate) {
  return waitingEntries(ctx)
    .innerJoin('slot_holds as h', (join) =>
      join.onRef('h.tenant_id', '=', 'w.tenant_id').onRef('h.entry_id', '=', 'w.id'),
    )
    .select((eb) => [
      'h.id',
      'h.calendar_id',
      eb.ref('h.visit_hour').$notNull().as('visit_hour'),
      'w.service_id',
      'w.services',
      'w.email',
    ])
    .where('w.visit_day', '=', day)
    .where('h.is_refused', '=', false)
    .where(sql<boolean>`h.held_until between now() - interval '1 hour' and now()`)
    .execute()
}

/** All entries of these mailboxes, ended ones included. */
export function listEntriesOfMailboxes(ctx: Context, patterns: string[]) {
  return ctx.db
    .selectFrom('waiting_list_entries')
    .select([
      'id',
      'name',
      'surname',
      'email',
      'telephone',
      'visit_day',
      'part',
      'privacy_version',
      isoInstant('consented_at').$notNull().as('consented_at'),
      isoInstant('created_at').$notNull().as('created_at'),
      isoInstant('ended_at').as('ended_at'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where(sql<boolean>`lower(email) ~ any(${patterns}::text[])`)
    .orderBy('id')
    .execute()
}

/** Deletes entries without a trace. */
export async function deleteEntries(ctx: Context, ids: number[]) {
  if (ids.length === 0) return
  await ctx.db
    .deleteFrom('waiting_list_entries')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(ids))
    .execute()
}

/** Interval of the check for slots freed by closures, hours or limits. */
const CHECK_INTERVAL = '5 minutes'

/** Claims the tenants whose waiting lists are due for a check. */
export const claimDueWaitingLists = (pool: Pool, now: Temporal.Instant, plan: Plan) =>
  claimTenants(
    pool,
    { text: 'select tenant_id from claim_waiting_lists($1, $2)', values: [now.toString(), CHECK_INTERVAL] },
    plan,
  )
