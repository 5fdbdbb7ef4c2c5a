import { listVisitServices, sumPrices } from '@prenoto/core/services/combined-service.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { WaitingDay } from '@prenoto/core/waiting-list/waiting-list-schema.ts'
import { sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'
import { isHeld } from '../availability/slot-holds.repository.ts'
import { isEntryOfRestricted } from '../restriction/shown-person.repository.ts'
import { entries, hasNotBooked } from './offerable-entries.repository.ts'
import { byKey, type Key } from './waiting-list.repository.ts'

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
      'h.calendar_id as offer_calendar_id',
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
function toWaitingEntry({ own_name, duration, amount, discounted_amount, pauses, ...entry }: OfferRow) {
  const ownService = { id: entry.service_id, name: own_name, duration, amount, discounted_amount }
  const parts = entry.services ?? listVisitServices(ownService)
  return {
    ...entry,
    service_name: parts.map(({ name }) => name).join(' + '),
    service_duration: parts.reduce((sum, { duration }) => sum + duration, pauses),
    service_price: sumPrices(parts.map(({ price }) => price)),
  }
}

export type EntryWithOffer = ReturnType<typeof toWaitingEntry>

export async function findEntry(ctx: Context, key: Key): Promise<EntryWithOffer | undefined> {
  const row = await withOffers(ctx).where(byKey(key)).executeTakeFirst()
  return row && toWaitingEntry(row)
}

/** The entry of an offer, valid or ended; undefined once it is booked. */
export async function findEntryOfOffer(ctx: Context, offerId: number): Promise<EntryWithOffer | undefined> {
  const row = await withOffers(ctx).where('h.id', '=', offerId).executeTakeFirst()
  return row && toWaitingEntry(row)
}

/** The waiting entries of a day, in order. */
export async function listEntries(ctx: Context, day: PlainDate): Promise<EntryWithOffer[]> {
  const rows = await withOffers(ctx)
    .where('w.visit_day', '=', day)
    .where('w.ended_at', 'is', null)
    .where(hasNotBooked(ctx))
    .orderBy('w.id')
    .execute()
  return rows.map(toWaitingEntry)
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
