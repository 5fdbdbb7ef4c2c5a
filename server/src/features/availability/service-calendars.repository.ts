import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'

/** In a statement about services: the ids of a service's calendars besides its first one. */
export const otherCalendarsOf = sql<number[]>`array(
  select o.calendar_id from service_calendars o
  where o.tenant_id = services.tenant_id and o.service_id = services.id and o.calendar_id != services.calendar_id
)`

/** In a statement about services: whether a service can be booked on a calendar. */
export const isOnCalendar = (id: number) =>
  sql<boolean>`(services.calendar_id = ${id} or ${id}::bigint = any(${otherCalendarsOf}))`

/** A service's other calendars that are there, in order, as the API shows them. */
export const otherCalendarIds = sql<number[]>`(
  select coalesce(jsonb_agg(c.id order by c.id), '[]') from calendars c
  where c.tenant_id = services.tenant_id and c.id = any(${otherCalendarsOf}) and c.deleted_at is null
)`

/** In a statement about bookings: with whom, as people know them; '' where the service has one calendar. */
export const calendarName = sql<string>`case
  when exists (
    select from service_calendars o where o.tenant_id = bookings.tenant_id and o.service_id = bookings.service_id
  ) then (
    select coalesce(nullif(c.public_name, ''), c.name) from calendars c
    where c.tenant_id = bookings.tenant_id and c.id = bookings.calendar_id
  ) else '' end`

/** Makes these, and no others, the other calendars of a service. Says whether they were not. */
export async function replaceOtherCalendars(ctx: Context, serviceId: number, ids: number[]): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from service_calendars
      where tenant_id = ${ctx.tenant.id} and service_id = ${serviceId} and calendar_id != all(${ids}::bigint[])
      returning calendar_id
    ), come as (
      insert into service_calendars (tenant_id, service_id, calendar_id)
      select ${ctx.tenant.id}::bigint, ${serviceId}::bigint, id from unnest(${ids}::bigint[]) as id
      on conflict do nothing returning calendar_id
    )
    select from gone union all select from come`.execute(ctx.db)
  return rows.length > 0
}

type Wanted = { service_id: number; visit_day: PlainDate; calendar_id?: number | null }
type Left = { calendar_id: number; visit_day: PlainDate }
/** A day of a calendar, locked until the transaction ends. */
export type LockedDay = { calendar_id: number; day: PlainDate }

/**
 * Makes everybody who books, moves or cancels on the calendars of a service, or on the chosen one, take turns on that day until
 * the transaction ends, and notes that it has changed; with `from`, the day that a booking leaves, too. Returns the calendars of
 * the day.
 */
export async function lockDaysOf(
  ctx: Context,
  { service_id, visit_day, calendar_id = null }: Wanted,
  from?: Left,
): Promise<number[]> {
  const left = from ? sql`union select ${from.calendar_id}::bigint, ${from.visit_day}::date` : sql``
  const days = await lockDays(
    ctx,
    sql`
      select of_service.calendar_id, ${visit_day}::date as day
      from services, unnest(services.calendar_id || ${otherCalendarsOf}) as of_service (calendar_id)
      where services.tenant_id = ${ctx.tenant.id} and services.id = ${service_id} and services.deleted_at is null
        and (${calendar_id}::bigint is null or of_service.calendar_id = ${calendar_id})
      ${left}`,
  )
  return calendarsOn(visit_day, days)
}

/** The calendars of which a day is locked. */
export const calendarsOn = (visit_day: PlainDate, locked: LockedDay[]): number[] =>
  locked.filter(({ day }) => day === visit_day).map(({ calendar_id }) => calendar_id)

/** The same for many visits at once, and for the days that others leave. Returns the locked days of each calendar. */
export const lockDaysOfMany = (ctx: Context, wanted: Wanted[], left: Left[]): Promise<LockedDay[]> =>
  lockDays(
    ctx,
    sql`
      select of_service.calendar_id, wanted.day
      from unnest(
          ${wanted.map(({ service_id }) => service_id)}::bigint[], ${wanted.map(({ visit_day }) => visit_day)}::date[],
          ${wanted.map(({ calendar_id }) => calendar_id ?? null)}::bigint[]
        ) as wanted (service_id, day, calendar_id),
        services, unnest(services.calendar_id || ${otherCalendarsOf}) as of_service (calendar_id)
      where services.tenant_id = ${ctx.tenant.id} and services.id = wanted.service_id and services.deleted_at is null
        and (wanted.calendar_id is null or of_service.calendar_id = wanted.calendar_id)
      union
      select * from unnest(
        ${left.map(({ calendar_id }) => calendar_id)}::bigint[], ${left.map(({ visit_day }) => visit_day)}::date[]
      )`,
  )

/** All in one statement and always in the same order, so that nobody waits in a circle. */
async function lockDays(ctx: Context, days: RawBuilder<unknown>): Promise<LockedDay[]> {
  const { rows } = await sql<LockedDay>`
    insert into calendar_days (tenant_id, calendar_id, day)
    select ${ctx.tenant.id}::bigint, calendar_id, day from (${days}) as wanted
    order by day, calendar_id
    on conflict (tenant_id, calendar_id, day) do update set version = calendar_days.version + 1
    returning calendar_id, day`.execute(ctx.db)
  return rows
}
