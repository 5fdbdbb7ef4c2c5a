import { openingHoursFields } from '@prenoto/core/availability/opening-hours.ts'
import type { Period } from '@prenoto/core/numbers/period.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { sql } from 'kysely'
import type { DaySum } from '../database/schema.ts'
import type { Context } from '../tenants/context.ts'

/** What a day sums up to; nothing for a day without bookings. */
export type SummedDay = { day: PlainDate; sums: DaySum[] }

/** Of a booking `b` that stands: whether the customer has come, or so it is taken until somebody says otherwise. */
const hasTurnedUp = sql<boolean>`b.outcome is distinct from 'missed'`

/** Whether no earlier visit of the customer of `b` took place. */
const isFirst = sql<boolean>`not exists (
  select from bookings e
  where e.tenant_id = b.tenant_id and e.customer_id = b.customer_id and e.deleted_at is null
    and e.outcome is distinct from 'missed' and (e.starts_at, e.id) < (b.starts_at, b.id)
)`

/** Sums bookings up by day: for each calendar, and for each service. `days` names the days, in a statement about bookings `b`. */
const sumsOf = (ctx: Context, days: ReturnType<typeof sql<boolean>>) => sql<SummedDay>`
  with counted as (
    select visit_day, calendar_id, service_id, false as is_cancelled, not ${hasTurnedUp} as is_missed, service_duration,
      service_price, starts_at <= ${ctx.now.toString()}::timestamptz and ${hasTurnedUp} as took_place,
      starts_at <= ${ctx.now.toString()}::timestamptz and ${hasTurnedUp} and ${isFirst} as is_first
    from bookings b
    where tenant_id = ${ctx.tenant.id} and deleted_at is null and ${days}
    union all
    select visit_day, calendar_id, service_id, true, false, 0, 0, false, false
    from bookings b
    where tenant_id = ${ctx.tenant.id} and deleted_at is not null and ${days}
  ), summed as (
    select visit_day, jsonb_build_array(
      calendar_id,
      service_id,
      count(*) filter (where not is_cancelled),
      count(*) filter (where is_cancelled),
      count(*) filter (where is_missed),
      count(*) filter (where took_place),
      count(*) filter (where is_first),
      sum(service_duration),
      (coalesce(sum(service_price) filter (where took_place), 0) * 100)::bigint
    ) as sums
    from counted
    group by grouping sets ((visit_day, calendar_id), (visit_day, service_id))
  )
  select visit_day as day, jsonb_agg(sums) as sums from summed group by visit_day`

/** Those of days that are not kept, as they are now. */
export async function sumDays(ctx: Context, days: PlainDate[]): Promise<SummedDay[]> {
  if (days.length === 0) return []
  const { rows } = await sumsOf(ctx, sql`visit_day = any(${days}::date[])`).execute(ctx.db)
  return rows
}

export function listKeptDays(ctx: Context, { from, to }: Period): Promise<SummedDay[]> {
  return ctx.db
    .selectFrom('kept_numbers')
    .select(['day', 'sums'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
}

/** The days of a period that are over, also by the clock of the database, and not kept. */
export async function listDaysToKeep(ctx: Context, { from, to }: Period): Promise<PlainDate[]> {
  const yesterday = addDays(todayIn(ctx.tenant.time_zone, ctx.now), -1)
  const { rows } = await sql<{ day: PlainDate }>`
    select asked.day::date
    from generate_series(${from}::date, least(${to}::date, ${yesterday}::date, current_date - 1), '1 day') as asked (day)
    where not exists (select from kept_numbers k where k.tenant_id = ${ctx.tenant.id} and k.day = asked.day::date)
    order by asked.day`.execute(ctx.db)
  return rows.map(({ day }) => day)
}

/** Nobody's change of what is over commits until the transaction ends, nor does anybody else keep days. */
export async function holdNumbers(ctx: Context) {
  await sql`select hold_numbers(${ctx.tenant.id}::bigint)`.execute(ctx.db)
}

/** Sums days up and keeps that; while `holdNumbers` holds. */
export async function keepDays(ctx: Context, days: PlainDate[]) {
  await sql`
    insert into kept_numbers (tenant_id, day, sums)
    select ${ctx.tenant.id}::bigint, asked.day, coalesce(sums, '[]')
    from unnest(${days}::date[]) as asked (day)
    left join (${sumsOf(ctx, sql`visit_day = any(${days}::date[])`)}) as of_day on of_day.day = asked.day
    on conflict do nothing`.execute(ctx.db)
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
