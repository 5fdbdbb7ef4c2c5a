import { openingHoursFields } from '@prenoto/core/availability/opening-hours.ts'
import type { Period } from '@prenoto/core/reports/period.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'

/** Whole numbers; money in cents. */
export type Sum = {
  bookings: number
  cancelled: number
  no_show: number
  visits: number
  first_visits: number
  minutes_booked: number
  cents: number
}

/** The sum of one day, or of one service or one calendar of the told period; the other two are null. */
type SumRow = Sum & { day: PlainDate | null; service_id: number | null; calendar_id: number | null }

/** Sums up the bookings of a period by day, and those of the told part of it by service and by calendar. */
export async function listSums(ctx: Context, { from, to }: Period, told: Period): Promise<SumRow[]> {
  const now = ctx.now.toString()
  const tookPlace = sql`deleted_at is null and attendance is distinct from 'no_show' and starts_at <= ${now}::timestamptz`
  const inPeriod = sql`visit_day between ${from} and ${to}`
  const isTold = sql`visit_day between ${told.from} and ${told.to} as is_told`
  const groups = sql`grouping sets ((visit_day), (service_id, is_told), (calendar_id, is_told))
    having visit_day is not null or is_told`
  const { rows } = await sql<SumRow>`
    select visit_day as day, service_id, calendar_id,
      count(*) filter (where deleted_at is null) as bookings,
      count(*) filter (where deleted_at is not null) as cancelled,
      count(*) filter (where deleted_at is null and attendance = 'no_show') as no_show,
      count(*) filter (where ${tookPlace}) as visits,
      0 as first_visits,
      coalesce(sum(service_duration) filter (where deleted_at is null), 0) as minutes_booked,
      (coalesce(sum(service_price) filter (where ${tookPlace}), 0) * 100)::bigint as cents
    from (select *, ${isTold} from bookings where tenant_id = ${ctx.tenant.id} and ${inPeriod}) of_period
    group by ${groups}
    union all
    select visit_day, service_id, calendar_id, 0, 0, 0, 0, count(*), 0, 0
    from (
      select *, ${isTold}
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

/** Every calendar that there was, deleted ones too, with its places as they are now. */
export function listCalendarsEver(ctx: Context) {
  return ctx.db
    .selectFrom('calendars')
    .innerJoin('configurations', 'configurations.tenant_id', 'calendars.tenant_id')
    .select(['id', 'name', 'from', 'to', 'deleted_at', ...openingHoursFields])
    .select((eb) =>
      eb
        .case()
        .when('app_simultaneous_bookings_enabled', '=', true)
        .then(eb.ref('simultaneous_bookings_number'))
        .else(1)
        .end()
        .as('places'),
    )
    .where('calendars.tenant_id', '=', ctx.tenant.id)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** The names of all services that there were. */
export function listServicesEver(ctx: Context) {
  return ctx.db
    .selectFrom('services')
    .select(['id', 'name'])
    .where('tenant_id', '=', ctx.tenant.id)
    .orderBy('name')
    .orderBy('id')
    .execute()
}
