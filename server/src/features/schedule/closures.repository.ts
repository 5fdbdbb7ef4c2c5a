import type { ChangedClosure, ClosuresInput } from '@prenoto/core/schedule/closures-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import { anyOf } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { deletion } from '../undo/deletions.repository.ts'

/** The shared fields of a group's closures. */
const SAME = ['day_from', 'hour_from', 'day_to', 'hour_to', 'reason'] as const

const isSame = (other: 'days_off' | 'other', one: 'days_off' | 'first') =>
  sql.join(
    SAME.map((column) => sql`${sql.ref(`${other}.${column}`)} = ${sql.ref(`${one}.${column}`)}`),
    sql` and `,
  )

/** The undeleted closures of the same group, itself included. */
const isTogether = (ctx: Context, one: 'days_off' | 'first') =>
  sql<boolean>`(other.tenant_id = ${ctx.tenant.id} and other.deleted_at is null and ${isSame('other', one)})`

/** The first closure of a group. */
export const isFirst = (ctx: Context) => sql<boolean>`
  not exists (select from days_off other where ${isTogether(ctx, 'days_off')} and other.id < days_off.id)`

/** The closures in the groups of these ids. */
export const isInGroups = (ctx: Context, groupIds: string[]) => sql<boolean>`
  exists (select from days_off other where ${isTogether(ctx, 'days_off')} and other.group_id = any(${groupIds}::uuid[]))`

/** The calendars of a closure, and whether they are all of several. */
export const closedCalendars = (ctx: Context) =>
  [
    sql<{ id: number; calendar_id: number; calendar_name: string }[]>`(
      select jsonb_agg(jsonb_build_object('id', one.id, 'calendar_id', c.id, 'calendar_name', c.name) order by one.id)
      from (
        select min(other.id) as id, other.calendar_id from days_off other
        where ${isTogether(ctx, 'days_off')} group by other.calendar_id
      ) one
      join calendars c on c.tenant_id = ${ctx.tenant.id} and c.id = one.calendar_id
    )`.as('calendars'),
    sql<boolean>`(
      1 < (select count(*) from calendars c where c.tenant_id = ${ctx.tenant.id} and c.deleted_at is null)
      and not exists (
        select from calendars c
        where c.tenant_id = ${ctx.tenant.id} and c.deleted_at is null
          and not exists (select from days_off other where ${isTogether(ctx, 'days_off')} and other.calendar_id = c.id)
      )
    )`.as('of_all'),
  ] as const

type NewClosures = {
  spans: (ClosuresInput['spans'][number] & { group_id: string })[]
  calendarIds: number[]
  ofAll: boolean
  skipClosed: boolean
}

/** Closes calendars at some times; may skip times that one closure already covers. */
export async function insertClosures(ctx: Context, { spans, calendarIds, ofAll, skipClosed }: NewClosures) {
  await sql`
    insert into days_off (tenant_id, group_id, of_all, day_from, hour_from, day_to, hour_to, reason, calendar_id)
    select ${ctx.tenant.id}::bigint, span.group_id, ${ofAll}::boolean,
      span.day_from, span.hour_from, span.day_to, span.hour_to, span.reason, calendar_id
    from unnest(
      ${spans.map((span) => span.group_id)}::uuid[],
      ${spans.map((span) => span.day_from)}::date[], ${spans.map((span) => span.hour_from)}::time[],
      ${spans.map((span) => span.day_to)}::date[], ${spans.map((span) => span.hour_to)}::time[],
      ${spans.map((span) => span.reason)}::text[]
    ) with ordinality as span (group_id, day_from, hour_from, day_to, hour_to, reason, position)
    cross join unnest(${calendarIds}::bigint[]) as calendar_id
    where not ${skipClosed}::boolean or not exists (
      select from days_off closed
      where closed.tenant_id = ${ctx.tenant.id} and closed.calendar_id = calendar_id.calendar_id
        and closed.deleted_at is null
        and closed.day_from + closed.hour_from <= span.day_from + span.hour_from
        and closed.day_to + closed.hour_to >= span.day_to + span.hour_to
    )
    order by span.position, calendar_id`.execute(ctx.db)
}

/** Locks all closures of a group, by the id of any of them, in order. */
export const lockGroup = (ctx: Context, id: number) =>
  ctx.db
    .selectFrom('days_off as other')
    .innerJoin('days_off as first', (join) => join.on(isTogether(ctx, 'first')))
    .select(['other.id', 'other.calendar_id', 'other.version'])
    .where('other.tenant_id', '=', ctx.tenant.id)
    .where('first.tenant_id', '=', ctx.tenant.id)
    .where('first.id', '=', id)
    .where('first.deleted_at', 'is', null)
    .orderBy('other.id')
    .forUpdate('other')
    .execute()

type Changes = Omit<ChangedClosure, 'cancel'>

export async function updateClosures(ctx: Context, ids: number[], changes: Changes) {
  await ctx.db
    .updateTable('days_off')
    .set(changes)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyOf(ids))
    .execute()
}

export async function deleteClosures(ctx: Context, ids: number[]) {
  await ctx.db
    .updateTable('days_off')
    .set(deletion(ctx))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Restores closures that were deleted with this one, except those whose calendar is deleted. */
export async function restoreGroup(ctx: Context, id: number, deletedAt: Temporal.Instant) {
  await ctx.db
    .updateTable('days_off')
    .set({ deleted_at: null, deleted_by: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where(
      sql<boolean>`exists (
        select from days_off first
        where first.tenant_id = ${ctx.tenant.id} and first.id = ${id} and ${isSame('days_off', 'first')}
      )`,
    )
    .where('deleted_at', '=', sql<Temporal.Instant>`${deletedAt.toString()}::timestamptz`)
    .where(
      sql<boolean>`exists (
        select from calendars c
        where c.tenant_id = days_off.tenant_id and c.id = days_off.calendar_id and c.deleted_at is null
      )`,
    )
    .execute()
}

/** The number of groups. */
export async function countGrouped(ctx: Context): Promise<number> {
  const { total } = await ctx.db
    .selectFrom('days_off')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .where(isFirst(ctx))
    .executeTakeFirstOrThrow()
  return total
}

/** The days from one to another on which one closure closes every calendar all day. */
export async function listDaysClosedForAll(ctx: Context, days: PlainDate[]): Promise<Set<PlainDate>> {
  const { rows } = await sql<{ day: PlainDate }>`
    select day from unnest(${days}::date[]) as day
    where exists (select from calendars c where c.tenant_id = ${ctx.tenant.id} and c.deleted_at is null)
      and not exists (
        select from calendars c
        where c.tenant_id = ${ctx.tenant.id} and c.deleted_at is null and not exists (
          select from days_off d
          where d.tenant_id = ${ctx.tenant.id} and d.calendar_id = c.id and d.deleted_at is null
            and d.day_from + d.hour_from <= day + time '00:00' and d.day_to + d.hour_to >= day + time '23:59'
        )
      )`.execute(ctx.db)
  return new Set(rows.map(({ day }) => day))
}

export async function findPatronDay(ctx: Context): Promise<PlainDate | null> {
  const { patron_day } = await ctx.db
    .selectFrom('configurations')
    .select('patron_day')
    .where('tenant_id', '=', ctx.tenant.id)
    .executeTakeFirstOrThrow()
  return patron_day
}
