import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'
import { isHeld } from '../availability/slot-holds.repository.ts'
import { isBlocked } from '../bookings/repositories/blocked-customers.repository.ts'
import { isRestrictedEntry } from '../restriction/shown-person.repository.ts'

export const entries = (ctx: Context) =>
  ctx.db.selectFrom('waiting_list_entries as w').where('w.tenant_id', '=', ctx.tenant.id)

/** People who have booked the service on that day need no slot any more. */
export const hasNotBooked = (ctx: Context) => sql<boolean>`not exists (
  select from bookings b
  where b.tenant_id = ${ctx.tenant.id} and b.visit_day = w.visit_day and b.service_id = w.service_id
    and b.deleted_at is null and lower(b.email) = lower(w.email))`

const hasNoOffer = (ctx: Context) => sql<boolean>`not exists (
  select from slot_holds where tenant_id = ${ctx.tenant.id} and entry_id = w.id and ${isHeld})`

const isNotBlocked = (ctx: Context) => sql<boolean>`not ${isBlocked(ctx, sql`array[lower(w.email), w.telephone]`)}`

/** Waiting entries without a block, a restriction, a booking or an offer. */
export const waitingEntries = (ctx: Context) =>
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
