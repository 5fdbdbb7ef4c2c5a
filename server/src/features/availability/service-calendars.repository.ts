import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'

/** SQL within a query of services: the ids of a service's other calendars. */
export const selectOtherCalendars = sql<number[]>`array(
  select o.calendar_id from service_calendars o
  where o.tenant_id = services.tenant_id and o.service_id = services.id and o.calendar_id != services.calendar_id
)`

/** SQL within a query of services: whether a service uses a calendar. */
export const isOnCalendar = (id: number) =>
  sql<boolean>`(services.calendar_id = ${id} or ${id}::bigint = any(${selectOtherCalendars}))`

/** The existing other calendars of a service, in order, as the API returns them. */
export const otherCalendarIds = sql<number[]>`(
  select coalesce(jsonb_agg(c.id order by c.id), '[]') from calendars c
  where c.tenant_id = services.tenant_id and c.id = any(${selectOtherCalendars}) and c.deleted_at is null
)`

/** SQL within a query of bookings: the public name of the calendar, or '' if the service has one calendar only. */
export const calendarName = sql<string>`case
  when exists (
    select from service_calendars o where o.tenant_id = bookings.tenant_id and o.service_id = bookings.service_id
  ) then (
    select coalesce(nullif(c.public_name, ''), c.name) from calendars c
    where c.tenant_id = bookings.tenant_id and c.id = bookings.calendar_id
  ) else '' end`

/** Replaces the other calendars of a service. Returns whether they have changed. */
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

type Requested = { service_id: number; visit_day: PlainDate; calendar_id?: number | null }
type LeftDay = { calendar_id: number; visit_day: PlainDate }
/** A day of a calendar, locked until the transaction ends. */
export type LockedDay = { calendar_id: number; day: PlainDate }

/**
 * Locks a day of all calendars of a service, or of the chosen one, and the day that a booking leaves (`from`), until
 * the transaction ends. Increments their versions. Returns the locked calendars of the day.
 */
export async function lockServiceDays(
  ctx: Context,
  { service_id, visit_day, calendar_id = null }: Requested,
  from?: LeftDay,
): Promise<number[]> {
  const leftDay = from ? sql`union select ${from.calendar_id}::bigint, ${from.visit_day}::date` : sql``
  const days = await lockDays(
    ctx,
    sql`
      select of_service.calendar_id, ${visit_day}::date as day
      from services, unnest(services.calendar_id || ${selectOtherCalendars}) as of_service (calendar_id)
      where services.tenant_id = ${ctx.tenant.id} and services.id = ${service_id} and services.deleted_at is null
        and (${calendar_id}::bigint is null or of_service.calendar_id = ${calendar_id})
      ${leftDay}`,
  )
  return calendarsOn(visit_day, days)
}

/** The calendars whose day is locked. */
export const calendarsOn = (visit_day: PlainDate, locked: LockedDay[]): number[] =>
  locked.filter(({ day }) => day === visit_day).map(({ calendar_id }) => calendar_id)

/** Locks the days of several visits and the days that other bookings leave. Returns the locked days. */
export const lockDaysOfMany = (ctx: Context, requested: Requested[], leftDays: LeftDay[]): Promise<LockedDay[]> =>
  lockDays(
    ctx,
    sql`
      select of_service.calendar_id, requested.day
      from unnest(
          ${requested.map(({ service_id }) => service_id)}::bigint[], ${requested.map(({ visit_day }) => visit_day)}::date[],
          ${requested.map(({ calendar_id }) => calendar_id ?? null)}::bigint[]
        ) as requested (service_id, day, calendar_id),
        services, unnest(services.calendar_id || ${selectOtherCalendars}) as of_service (calendar_id)
      where services.tenant_id = ${ctx.tenant.id} and services.id = requested.service_id and services.deleted_at is null
        and (requested.calendar_id is null or of_service.calendar_id = requested.calendar_id)
      union
      select * from unnest(
        ${leftDays.map(({ calendar_id }) => calendar_id)}::bigint[], ${leftDays.map(({ visit_day }) => visit_day)}::date[]
      )`,
  )

/** One statement in one fixed order, so that no deadlock can occur. */
async function lockDays(ctx: Context, days: RawBuilder<unknown>): Promise<LockedDay[]> {
  const { rows } = await sql<LockedDay>`
    insert into calendar_days (tenant_id, calendar_id, day)
    select ${ctx.tenant.id}::bigint, calendar_id, day from (${days}) as requested
    order by day, calendar_id
    on conflict (tenant_id, calendar_id, day) do update set version = calendar_days.version + 1
    returning calendar_id, day`.execute(ctx.db)
  return rows
}
