import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import { partsOf, sumOf } from '@prenoto/core/services/combined-service.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import type { WaitingDay, WaitingListRequest } from '@prenoto/core/waiting-list/waiting-list-schema.ts'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Pool } from '../../database/connection.ts'
import type { Row, Schema } from '../../database/schema.ts'
import { anyOf, isoInstant } from '../../database/sql-expressions.ts'
import { publicBlock } from '../../plugins/client-address.ts'
import { claimTenants, type Plan } from '../../tenants/claim-tenants.repository.ts'
import type { Context } from '../../tenants/context.ts'
import type { BookableService } from '../availability/availability.repository.ts'
import { isHeld } from '../availability/slot-holds.repository.ts'
import { isBlocked, isVisitorBlocked } from '../bookings/repositories/blocked-customers.repository.ts'
import { privacyVersion } from '../privacy/privacy.repository.ts'
import { isEntryOfRestricted, isRestrictedEntry } from '../restriction/shown-person.repository.ts'

const entries = (ctx: Context) =>
  ctx.db.selectFrom('waiting_list_entries as w').where('w.tenant_id', '=', ctx.tenant.id)

/** People who have booked the service on that day need no slot any more. */
const hasNotBooked = (ctx: Context) => sql<boolean>`not exists (
  select from bookings b
  where b.tenant_id = ${ctx.tenant.id} and b.visit_day = w.visit_day and b.service_id = w.service_id
    and b.deleted_at is null and lower(b.email) = lower(w.email))`

const hasNoOffer = (ctx: Context) => sql<boolean>`not exists (
  select from slot_holds where tenant_id = ${ctx.tenant.id} and entry_id = w.id and ${isHeld})`

const isNotBlocked = (ctx: Context) => sql<boolean>`not ${isBlocked(ctx, sql`array[lower(w.email), w.telephone]`)}`

/** Waiting entries without a block, a restriction, a booking or an offer. */
const waitingEntries = (ctx: Context) =>
  entries(ctx)
    .where('w.ended_at', 'is', null)
    .where(isNotBlocked(ctx))
    .where((eb) => eb.not(isRestrictedEntry(ctx)))
    .where(hasNotBooked(ctx))
    .where(hasNoOffer(ctx))

/** Offers of other people from the same block of addresses, or of the entry itself. */
const offersOfBlock = (ctx: Context, which: RawBuilder<boolean>) => sql<boolean>`exists (
  select from slot_holds h
  join waiting_list_entries o on o.tenant_id = h.tenant_id and o.id = h.entry_id
  where h.tenant_id = ${ctx.tenant.id} and (o.id = w.id or o.address_block = w.address_block) and ${which})`

/**
 * The waiting entries that may get an offer: one from a block of addresses at a time, and none to an unproven person after
 * an unproven one from there has not answered, since one stranger can make up many people.
 */
const offerableEntries = (ctx: Context) =>
  waitingEntries(ctx)
    .where(sql<boolean>`not ${offersOfBlock(ctx, sql`h.held_until > now()`)}`)
    .where(
      sql<boolean>`(w.proven_at is not null or not ${offersOfBlock(
        ctx,
        sql`o.visit_day = w.visit_day and o.proven_at is null and h.held_until <= now() and not h.is_refused`,
      )})`,
    )

/** Serialises the offers of a business, whose days can be offered by several processes. Take it before the locks of days. */
export async function lockOffers(ctx: Context) {
  await sql`select pg_advisory_xact_lock(hashtextextended('waiting-list offers', ${ctx.tenant.id}))`.execute(ctx.db)
}

/** A slot as text, to compare it with refused ones. */
export const slotKey = (calendarId: number, hour: PlainTime) => `${calendarId} ${hour}`

/** The entries of a day that may get an offer, proven people first, with the slots that each has refused or let expire. */
export function listWaitingEntries(ctx: Context, day: PlainDate) {
  return offerableEntries(ctx)
    .select(['w.id', 'w.service_id', 'w.services', 'w.calendar_id', 'w.part'])
    .select(
      sql<string[]>`array(
        select h.calendar_id || ' ' || h.visit_hour from slot_holds h
        where h.tenant_id = ${ctx.tenant.id} and h.entry_id = w.id and not ${isHeld})`.as('past_offers'),
    )
    .where('w.visit_day', '=', day)
    .orderBy(sql`w.proven_at is null`)
    .orderBy('w.id')
    .execute()
}

export type WaitingEntry = Awaited<ReturnType<typeof listWaitingEntries>>[number]

/**
 * Locks an entry that is still waiting; returns false if it is not. Skips an entry that is being answered or removed,
 * since that transaction locks the entry before the day and this one after it.
 */
export async function lockWaitingEntry(ctx: Context, id: number): Promise<boolean> {
  const locked = await offerableEntries(ctx)
    .select('w.id')
    .where('w.id', '=', id)
    .forUpdate('w')
    .skipLocked()
    .executeTakeFirst()
  return locked !== undefined
}

/** The days from today on that have waiting entries. */
export async function listDaysWithEntries(ctx: Context, today: PlainDate): Promise<PlainDate[]> {
  const rows = await entries(ctx)
    .select('w.visit_day')
    .distinct()
    .where('w.ended_at', 'is', null)
    .where('w.visit_day', '>=', today)
    .orderBy('w.visit_day')
    .execute()
  return rows.map(({ visit_day }) => visit_day)
}

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

type Key = { id: number } | { hiddenId: string }

const byKey = (key: Key) => (eb: ExpressionBuilder<Schema & { w: Schema['waiting_list_entries'] }, 'w'>) =>
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

/** Minutes between the services of an entry: their present buffers. */
const pauses = sql<number>`coalesce((
  select sum(case when n < jsonb_array_length(w.services) then p.buffer_after else 0 end + case when n > 1 then p.buffer_before else 0 end)
  from jsonb_array_elements(w.services) with ordinality as part (chosen, n)
  join services p on p.tenant_id = w.tenant_id and p.id = (chosen ->> 'service_id')::bigint
), 0)::integer`

/** Entries with their pending offers. */
const withOffers = (ctx: Context) =>
  entries(ctx)
    .innerJoin('services as s', (join) =>
      join.onRef('s.tenant_id', '=', 'w.tenant_id').onRef('s.id', '=', 'w.service_id'),
    )
    .leftJoin('calendars as c', (join) =>
      join.onRef('c.tenant_id', '=', 'w.tenant_id').onRef('c.id', '=', 'w.calendar_id'),
    )
    .leftJoin('slot_holds as h', (join) =>
      join.onRef('h.tenant_id', '=', 'w.tenant_id').onRef('h.entry_id', '=', 'w.id').on(isHeld),
    )
    .leftJoin('calendars as oc', (join) =>
      join.onRef('oc.tenant_id', '=', 'h.tenant_id').onRef('oc.id', '=', 'h.calendar_id'),
    )
    .select([
      'w.id',
      'w.hidden_id',
      'w.name',
      'w.surname',
      'w.email',
      'w.telephone',
      'w.service_id',
      'w.services',
      's.name as own_name',
      's.duration',
      's.amount',
      's.discounted_amount',
      'w.calendar_id',
      'w.visit_day',
      'w.part',
      'w.ended_at',
      'w.ending',
      'w.booking_id',
      sql<boolean>`w.proven_at is not null`.as('is_proven'),
      'h.id as offer_id',
      'h.visit_hour',
      'h.held_until',
    ])
    .select(isEntryOfRestricted(ctx).as('is_restricted'))
    .select(pauses.as('pauses'))
    .select(sql<string>`coalesce(nullif(c.public_name, ''), c.name, '')`.as('calendar_name'))
    .select(
      // Only services with several calendars name one.
      sql<string>`case
        when exists (select from service_calendars o where o.tenant_id = w.tenant_id and o.service_id = w.service_id)
        then coalesce(nullif(oc.public_name, ''), oc.name, '') else '' end`.as('offer_calendar_name'),
    )

type OfferRow = Awaited<ReturnType<ReturnType<typeof withOffers>['execute']>>[number]

/** The services that the person waits for: as they were, or the present service. */
function entryOf({ own_name, duration, amount, discounted_amount, pauses, ...entry }: OfferRow) {
  const own = { id: entry.service_id, name: own_name, duration, amount, discounted_amount }
  const parts = entry.services ?? partsOf(own)
  return {
    ...entry,
    service_name: parts.map(({ name }) => name).join(' + '),
    service_duration: parts.reduce((sum, { duration }) => sum + duration, pauses),
    service_price: sumOf(parts.map(({ price }) => price)),
  }
}

export type EntryWithOffer = ReturnType<typeof entryOf>

export async function findEntry(ctx: Context, key: Key): Promise<EntryWithOffer | undefined> {
  const row = await withOffers(ctx).where(byKey(key)).executeTakeFirst()
  return row && entryOf(row)
}

/** The entry of an offer, valid or ended; undefined once it is booked. */
export async function findEntryOfOffer(ctx: Context, offerId: number): Promise<EntryWithOffer | undefined> {
  const row = await withOffers(ctx).where('h.id', '=', offerId).executeTakeFirst()
  return row && entryOf(row)
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

/** The waiting entries of a day, in order. */
export async function listEntries(ctx: Context, day: PlainDate): Promise<EntryWithOffer[]> {
  const rows = await withOffers(ctx)
    .where('w.visit_day', '=', day)
    .where('w.ended_at', 'is', null)
    .where(hasNotBooked(ctx))
    .orderBy('w.id')
    .execute()
  return rows.map(entryOf)
}

/** The days from `today` on with entries that `listEntries` lists, and how many. */
export function countEntriesByDay(ctx: Context, today: PlainDate): Promise<WaitingDay[]> {
  return entries(ctx)
    .select((eb) => ['w.visit_day', eb.fn.countAll<number>().as('count')])
    .where('w.visit_day', '>=', today)
    .where('w.ended_at', 'is', null)
    .where(hasNotBooked(ctx))
    .groupBy('w.visit_day')
    .orderBy('w.visit_day')
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
    .where('id', '=', anyOf(ids))
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
