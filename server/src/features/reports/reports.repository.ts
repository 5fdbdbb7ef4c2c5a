import type { BookingSource } from '@prenoto/core/bookings/booking-source.ts'
import type { Period } from '@prenoto/core/reports/period.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'

/** Integers; revenue in cents. */
export type Sum = {
  bookings: number
  cancelled: number
  no_show: number
  visits: number
  first_visits: number
  minutes_booked: number
  cents: number
}

/** The sums of one day, service or calendar; the other two columns are null. */
type SumRow = Sum & { day: PlainDate | null; service_id: number | null; calendar_id: number | null }

/** Sums of a period by day and, within `current`, by service and by calendar. */
export async function listSums(ctx: Context, { from, to }: Period, current: Period): Promise<SumRow[]> {
  const now = ctx.now.toString()
  const tookPlace = sql`deleted_at is null and attendance is distinct from 'no_show' and starts_at <= ${now}::timestamptz`
  const inPeriod = sql`visit_day between ${from} and ${to}`
  const isCurrent = sql`visit_day between ${current.from} and ${current.to} as is_current`
  const groups = sql`grouping sets ((visit_day), (service_id, is_current), (calendar_id, is_current))
    having visit_day is not null or is_current`
  const { rows } = await sql<SumRow>`
    select visit_day as day, service_id, calendar_id,
      count(*) filter (where deleted_at is null) as bookings,
      count(*) filter (where deleted_at is not null) as cancelled,
      count(*) filter (where deleted_at is null and attendance = 'no_show') as no_show,
      count(*) filter (where ${tookPlace}) as visits,
      0 as first_visits,
      coalesce(sum(service_duration) filter (where deleted_at is null), 0) as minutes_booked,
      (coalesce(sum(service_price) filter (where ${tookPlace}), 0) * 100)::bigint as cents
    from (select *, ${isCurrent} from bookings where tenant_id = ${ctx.tenant.id} and ${inPeriod}) of_period
    group by ${groups}
    union all
    -- Above, a visit of several services counts for the first one: adds the others and takes their share from the first.
    select null, part.service_id, null,
      coalesce(sum(part.visits) filter (where deleted_at is null), 0),
      coalesce(sum(part.visits) filter (where deleted_at is not null), 0),
      coalesce(sum(part.visits) filter (where deleted_at is null and attendance = 'no_show'), 0),
      coalesce(sum(part.visits) filter (where ${tookPlace}), 0),
      0,
      coalesce(sum(part.duration) filter (where deleted_at is null), 0),
      (coalesce(sum(part.price) filter (where ${tookPlace}), 0) * 100)::bigint
    from bookings b, lateral (
      select service_id, 1 as visits, duration, price
      from jsonb_to_recordset(b.services - 0) as other (service_id bigint, duration integer, price numeric)
      union all
      select b.service_id, 0, (b.services -> 0 ->> 'duration')::integer - b.service_duration,
        (b.services -> 0 ->> 'price')::numeric - b.service_price
    ) part
    where b.tenant_id = ${ctx.tenant.id} and jsonb_array_length(b.services) > 1 and b.services is not null
      and b.visit_day between ${current.from} and ${current.to}
    group by part.service_id
    union all
    -- Days and calendars are not filled by processing times; a service lasts as long as its visits.
    select visit_day, null, calendar_id, 0, 0, 0, 0, 0,
      -sum(extract(epoch from upper(part) - lower(part)) / 60)::bigint, 0
    from (select *, ${isCurrent} from bookings where tenant_id = ${ctx.tenant.id} and ${inPeriod}) of_period,
      unnest(processing) part
    where deleted_at is null and processing is not null
    group by grouping sets ((visit_day), (calendar_id, is_current)) having visit_day is not null or is_current
    union all
    select visit_day, service_id, calendar_id, 0, 0, 0, 0, count(*), 0, 0
    from (
      select *, ${isCurrent}
      from (
        select distinct on (customer_id) visit_day, service_id, calendar_id
        from bookings
        where tenant_id = ${ctx.tenant.id} and ${tookPlace}
        order by customer_id, visit_day, starts_at, id
      ) first_visits
      where ${inPeriod}
    ) of_period
    group by ${groups}`.execute(ctx.db)
  return rows
}

/** Sums of the bookings of a period that name a source. */
export async function listSumsBySource(ctx: Context, { from, to }: Period) {
  const now = ctx.now.toString()
  const tookPlace = (booking: string) => {
    const column = (name: string) => sql.ref(`${booking}.${name}`)
    return sql`${column('deleted_at')} is null and ${column('attendance')} is distinct from 'no_show'
      and ${column('starts_at')} <= ${now}::timestamptz`
  }
  const { rows } = await sql<Sum & { source: BookingSource }>`
    select source,
      count(*) filter (where deleted_at is null) as bookings,
      count(*) filter (where deleted_at is not null) as cancelled,
      count(*) filter (where deleted_at is null and attendance = 'no_show') as no_show,
      count(*) filter (where ${tookPlace('b')}) as visits,
      count(*) filter (where ${tookPlace('b')} and not exists (
        select from bookings earlier
        where earlier.tenant_id = b.tenant_id and earlier.customer_id = b.customer_id and ${tookPlace('earlier')}
          and (earlier.visit_day, earlier.starts_at, earlier.id) < (b.visit_day, b.starts_at, b.id)
      )) as first_visits,
      coalesce(sum(service_duration - coalesce((
        -- As for days and calendars.
        select sum(extract(epoch from upper(part) - lower(part)) / 60) from unnest(processing) part
      ), 0)) filter (where deleted_at is null), 0)::bigint as minutes_booked,
      (coalesce(sum(service_price) filter (where ${tookPlace('b')}), 0) * 100)::bigint as cents
    from bookings b
    where tenant_id = ${ctx.tenant.id} and source is not null and visit_day between ${from} and ${to}
    group by source`.execute(ctx.db)
  return rows
}

/** All services, including deleted ones. */
export function listAllServices(ctx: Context) {
  return ctx.db
    .selectFrom('services')
    .select(['id', 'name'])
    .where('tenant_id', '=', ctx.tenant.id)
    .orderBy('name')
    .orderBy('id')
    .execute()
}
