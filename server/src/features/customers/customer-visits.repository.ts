import type { Consent, VisitTotals, visitTimes } from '@prenoto/core/customers/customer-schema.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Context } from '../../tenants/context.ts'
import { isRestorable } from '../availability/slot-holds.repository.ts'
import { visitColumns } from '../availability/visit-columns.repository.ts'
import { cancellation } from '../bookings/repositories/cancelled-bookings.repository.ts'
import { listContactRequestsOfCustomer } from './contact-requests-of-customers.repository.ts'
import { listIdentities } from './customers.repository.ts'

type Page = { time: (typeof visitTimes)[number]; after: number | undefined; limit: number }

const ofCustomer = (ctx: Context, id: number) =>
  ctx.db.selectFrom('bookings').where('bookings.tenant_id', '=', ctx.tenant.id).where('bookings.customer_id', '=', id)

const isUpcoming = (ctx: Context) =>
  sql<boolean>`(bookings.deleted_at is null and bookings.starts_at > ${ctx.now.toString()}::timestamptz)`

const isPast = (ctx: Context) =>
  sql<boolean>`(bookings.deleted_at is null and bookings.starts_at <= ${ctx.now.toString()}::timestamptz)`

const VISITS_OF = { upcoming: isUpcoming, over: isPast, cancelled: () => sql<boolean>`bookings.deleted_at is not null` }

/** Upcoming visits in chronological order, others newest first; at most `limit`, after the booking `after`. */
export function listVisits(ctx: Context, id: number, { time, after, limit }: Page) {
  const [direction, comparison] = time === 'upcoming' ? (['asc', '>'] as const) : (['desc', '<'] as const)
  const isAfterCursor = (eb: ExpressionBuilder<Schema, 'bookings'>) =>
    eb(
      eb.refTuple('bookings.visit_day', 'bookings.visit_hour', 'bookings.id'),
      comparison,
      eb
        .selectFrom('bookings as cursor')
        .select(['cursor.visit_day', 'cursor.visit_hour', 'cursor.id'])
        .where('cursor.tenant_id', '=', ctx.tenant.id)
        .where('cursor.id', '=', after!)
        .$asTuple('visit_day', 'visit_hour', 'id'),
    )
  return ofCustomer(ctx, id)
    .select(visitColumns('service_id', 'services', 'calendar_id'))
    .select([
      'bookings.id',
      sql<boolean>`bookings.deleted_at is not null`.as('is_cancelled'),
      ...cancellation(ctx),
      'bookings.attendance',
    ])
    .where(VISITS_OF[time](ctx))
    .$if(after !== undefined, (query) => query.where(isAfterCursor))
    .orderBy('bookings.visit_day', direction)
    .orderBy('bookings.visit_hour', direction)
    .orderBy('bookings.id', direction)
    .limit(limit)
    .execute()
}

export function countVisits(ctx: Context, id: number): Promise<VisitTotals> {
  const isNoShow = sql`bookings.deleted_at is null and bookings.attendance = 'no_show'`
  const tookPlace = sql`${isPast(ctx)} and bookings.attendance is distinct from 'no_show'`
  return ofCustomer(ctx, id)
    .select((eb) => [
      sql<number>`count(*) filter (where ${tookPlace})`.as('visits'),
      sql<number>`count(*) filter (where ${isUpcoming(ctx)})`.as('upcoming'),
      sql<number>`count(*) filter (where bookings.deleted_at is not null)`.as('cancelled'),
      eb.fn
        .countAll<number>()
        .filterWhere(sql<boolean>`bookings.starts_at > ${ctx.now.toString()}::timestamptz`)
        .filterWhere(isRestorable(ctx))
        .as('undoable'),
      sql<number>`count(*) filter (where ${isNoShow})`.as('no_show'),
      sql<VisitTotals['last_visit']>`max(bookings.visit_day) filter (where ${tookPlace})`.as('last_visit'),
    ])
    .executeTakeFirstOrThrow()
}

/** The consents of a customer by source and version of the privacy text, with their number and last time. */
export async function listConsents(ctx: Context, id: number): Promise<Consent[]> {
  const identities = await listIdentities(ctx, id)
  const requests = await listContactRequestsOfCustomer(ctx, identities)
  const { rows } = await sql<Consent>`
    select source, privacy_version, count(*) as times,
           to_char(max(consented_at) at time zone ${ctx.tenant.time_zone}, 'DD-MM-YYYY HH24:MI') as last_at
    from (
      select 'booking' as source, privacy_version, consented_at from bookings
      where tenant_id = ${ctx.tenant.id} and customer_id = ${id} and consented_at is not null
      union all
      select 'contact', privacy_version, consented_at from contact_requests
      where tenant_id = ${ctx.tenant.id} and id = any(${requests.map((request) => request.id)}::bigint[])
      union all
      select 'waiting', privacy_version, consented_at from waiting_list_entries
      where tenant_id = ${ctx.tenant.id} and identity = any(${identities}::text[])
    ) as given
    group by source, privacy_version
    order by max(consented_at) desc, source, privacy_version
  `.execute(ctx.db)
  return rows
}
