import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import type { Waiting } from '@prenoto/core/waiting-list/waiting-list-schema.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Row, Schema } from '../../database/schema.ts'
import { anyOf, isoInstant } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { isInForce } from '../availability/held-places.repository.ts'
import { isBlocked, isVisitorBlocked } from '../bookings/blocked-customers.repository.ts'
import { privacyVersion } from '../privacy/privacy.repository.ts'

const entries = (ctx: Context) =>
  ctx.db.selectFrom('waiting_list_entries as w').where('w.tenant_id', '=', ctx.tenant.id)

/** Whoever has booked that day by other means needs no place any more, as long as that stands. */
const hasNotBooked = (ctx: Context) => sql<boolean>`not exists (
  select from bookings b
  where b.tenant_id = ${ctx.tenant.id} and b.visit_day = w.visit_day and b.service_id = w.service_id
    and b.deleted_at is null and lower(b.email) = lower(w.email))`

const hasNoOffer = (ctx: Context) => sql<boolean>`not exists (
  select from slot_holds where tenant_id = ${ctx.tenant.id} and waiting_id = w.id and ${isInForce})`

const isWelcome = (ctx: Context) => sql<boolean>`not ${isBlocked(ctx, sql`array[lower(w.email), w.telephone]`)}`

/** Those who wait for a day, may have a place and have neither booked it nor an offer. */
const inLine = (ctx: Context) =>
  entries(ctx).where('w.ended_at', 'is', null).where(isWelcome(ctx)).where(hasNotBooked(ctx)).where(hasNoOffer(ctx))

/** A place as text, to be compared with what was let go. */
export const slotKey = (calendarId: number, hour: PlainTime) => `${calendarId} ${hour}`

/** Who waits for a place on a day, the first in line first, with the places that each has let go. */
export function listInLine(ctx: Context, day: PlainDate) {
  return inLine(ctx)
    .select(['w.id', 'w.service_id', 'w.calendar_id', 'w.part'])
    .select(
      sql<string[]>`array(
        select h.calendar_id || ' ' || h.visit_hour from slot_holds h
        where h.tenant_id = ${ctx.tenant.id} and h.waiting_id = w.id and not ${isInForce})`.as('let_go'),
    )
    .where('w.visit_day', '=', day)
    .orderBy('w.id')
    .execute()
}

export type InLine = Awaited<ReturnType<typeof listInLine>>[number]

/**
 * Whether somebody is still in line, and stays as they are until the transaction ends. Whoever is just answering or being
 * removed is passed over: they lock themselves before the day, here the day comes first.
 */
export async function lockInLine(ctx: Context, id: number): Promise<boolean> {
  const locked = await inLine(ctx).select('w.id').where('w.id', '=', id).forUpdate('w').skipLocked().executeTakeFirst()
  return locked !== undefined
}

/** The days from today on for which somebody waits. */
export async function listDaysWaitedFor(ctx: Context, today: PlainDate): Promise<PlainDate[]> {
  const rows = await entries(ctx)
    .select('w.visit_day')
    .distinct()
    .where('w.ended_at', 'is', null)
    .where('w.visit_day', '>=', today)
    .orderBy('w.visit_day')
    .execute()
  return rows.map(({ visit_day }) => visit_day)
}

/** Forgets who waited for days that are over. */
export async function forgetWaitingBefore(ctx: Context, today: PlainDate) {
  await ctx.db
    .deleteFrom('waiting_list_entries')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('visit_day', '<', today)
    .execute()
}

/**
 * Puts somebody at the end of the line. Who is in it already keeps their place, and waits for what they asked for last.
 * `isNew` says whether there is anything to confirm. Undefined for whoever the business takes no bookings of.
 */
export async function upsertWaiting(ctx: Context, serviceId: number, hiddenId: string, waiting: Waiting) {
  const { name, surname, email, telephone, visit_day, part = null, calendar_id = null } = waiting
  const wish = { part, calendar_id }
  const { rows } = await sql<{ id: number; wished: boolean }>`
    with earlier as (
      select part, calendar_id from waiting_list_entries
      where tenant_id = ${ctx.tenant.id} and service_id = ${serviceId} and visit_day = ${visit_day}
        and identity = ${customerIdentity(waiting)} and ended_at is null
    )
    insert into waiting_list_entries
      (tenant_id, hidden_id, service_id, calendar_id, visit_day, part, name, surname, email, telephone, identity,
       privacy_version, consented_at)
    select
      ${ctx.tenant.id}, ${hiddenId}, ${serviceId}, ${wish.calendar_id}::bigint, ${visit_day}::date, ${wish.part}, ${name}, ${surname},
      ${email}, ${telephone}, ${customerIdentity(waiting)}, ${privacyVersion(ctx)}, ${ctx.now.toString()}::timestamptz
    where not ${isVisitorBlocked(ctx, waiting)}
    on conflict (tenant_id, service_id, visit_day, identity) where ended_at is null
      do update set part = excluded.part, calendar_id = excluded.calendar_id, telephone = excluded.telephone
    returning id, exists (
      select from earlier
      where earlier.part is not distinct from ${wish.part} and earlier.calendar_id is not distinct from ${wish.calendar_id}
    ) as wished
  `.execute(ctx.db)
  const [entry] = rows
  return entry && { id: entry.id, isNew: !entry.wished }
}

type Key = { id: number } | { hiddenId: string }

const byKey = (key: Key) => (eb: ExpressionBuilder<Schema & { w: Schema['waiting_list_entries'] }, 'w'>) =>
  'id' in key ? eb('w.id', '=', key.id) : eb('w.hidden_id', '=', key.hiddenId)

/** Somebody who waits, or has waited; whoever locks days, too, locks them after it. */
export function lockWaiting(ctx: Context, key: Key) {
  return entries(ctx).selectAll().where(byKey(key)).forUpdate().executeTakeFirst()
}

export type LockedWaiting = Row<'waiting_list_entries'>

export async function endWaiting(ctx: Context, id: number, ending: 'left' | 'removed') {
  await ctx.db
    .updateTable('waiting_list_entries')
    .set({ ended_at: ctx.now.toString(), ending })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** They have what they waited for. The consent is the one they gave as they came. */
export async function noteBooked(ctx: Context, waiting: LockedWaiting, bookingId: number) {
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

export async function resumeWaiting(ctx: Context, id: number) {
  await ctx.db
    .updateTable('waiting_list_entries')
    .set({ ended_at: null, ending: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Those who wait, each with their offer if they have one. */
const withOffers = (ctx: Context) =>
  entries(ctx)
    .innerJoin('services as s', (join) =>
      join.onRef('s.tenant_id', '=', 'w.tenant_id').onRef('s.id', '=', 'w.service_id'),
    )
    .leftJoin('calendars as c', (join) =>
      join.onRef('c.tenant_id', '=', 'w.tenant_id').onRef('c.id', '=', 'w.calendar_id'),
    )
    .leftJoin('slot_holds as h', (join) =>
      join.onRef('h.tenant_id', '=', 'w.tenant_id').onRef('h.waiting_id', '=', 'w.id').on(isInForce),
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
      's.name as service_name',
      's.duration',
      's.amount',
      's.discounted_amount',
      'w.calendar_id',
      'w.visit_day',
      'w.part',
      'w.ended_at',
      'w.ending',
      'w.booking_id',
      'h.id as offer_id',
      'h.visit_hour',
      'h.held_until',
    ])
    .select(sql<string>`coalesce(nullif(c.public_name, ''), c.name, '')`.as('calendar_name'))
    .select(
      // Where there is no choice nobody is named.
      sql<string>`case
        when exists (select from service_calendars o where o.tenant_id = w.tenant_id and o.service_id = w.service_id)
        then coalesce(nullif(oc.public_name, ''), oc.name, '') else '' end`.as('offer_calendar_name'),
    )

export type WaitingWithOffer = Awaited<ReturnType<ReturnType<typeof withOffers>['execute']>>[number]

export const findWaiting = (ctx: Context, key: Key) => withOffers(ctx).where(byKey(key)).executeTakeFirst()

/** The one to whom a place is offered, whether that is in force or not; undefined once it was booked. */
export function findOffered(ctx: Context, offerId: number) {
  return withOffers(ctx).where('h.id', '=', offerId).executeTakeFirst()
}

/** Offers of a day whose time has just run out, of those who are still in line. */
export function listOffersRunOut(ctx: Context, day: PlainDate) {
  return inLine(ctx)
    .innerJoin('slot_holds as h', (join) =>
      join.onRef('h.tenant_id', '=', 'w.tenant_id').onRef('h.waiting_id', '=', 'w.id'),
    )
    .select((eb) => [
      'h.id',
      'h.calendar_id',
      eb.ref('h.visit_hour').$notNull().as('visit_hour'),
      'w.service_id',
      'w.email',
    ])
    .where('w.visit_day', '=', day)
    .where('h.is_refused', '=', false)
    .where(sql<boolean>`h.held_until between now() - interval '1 hour' and now()`)
    .execute()
}

/** Who waits for a day, the first in line first. */
export function listWaiting(ctx: Context, day: PlainDate) {
  return withOffers(ctx)
    .where('w.visit_day', '=', day)
    .where('w.ended_at', 'is', null)
    .where(hasNotBooked(ctx))
    .orderBy('w.id')
    .execute()
}

/** What somebody who is known by these identities waits, or has waited, for. */
export function listWaitingOfMailboxes(ctx: Context, patterns: string[]) {
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

/** Removes entries of waiting lists, as if they had never been there. */
export async function deleteWaiting(ctx: Context, ids: number[]) {
  await ctx.db
    .deleteFrom('waiting_list_entries')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyOf(ids))
    .execute()
}
