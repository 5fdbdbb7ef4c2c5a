import type { ClosuresInput } from '@prenoto/core/schedule/closures-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'
import { LAST_DAY } from '../availability/exceptions.repository.ts'
import { restoration } from '../undo/deletions.repository.ts'

/** Closures of several calendars that agree in these columns are listed as one. */
const SAME = ['kind', 'day_from', 'hour_from', 'day_to', 'hour_to', 'reason'] as const

const isSame = (other: 'calendar_exceptions' | 'other', one: 'calendar_exceptions' | 'first') =>
  sql.join(
    SAME.map((column) => sql`${sql.ref(`${other}.${column}`)} = ${sql.ref(`${one}.${column}`)}`),
    sql` and `,
  )

/** The undeleted closures of the same group, itself included. */
const isTogether = (ctx: Context, one: 'calendar_exceptions' | 'first') =>
  sql<boolean>`(other.tenant_id = ${ctx.tenant.id} and other.deleted_at is null and ${isSame('other', one)})`

/** The first closure of a group. */
export const isFirst = (ctx: Context) => sql<boolean>`
  not exists (select from calendar_exceptions other where ${isTogether(ctx, 'calendar_exceptions')} and other.id < calendar_exceptions.id)`

/** The closures whose group has one of these batches. */
export const isInBatches = (ctx: Context, batchIds: string[]) => sql<boolean>`
  exists (select from calendar_exceptions other where ${isTogether(ctx, 'calendar_exceptions')} and other.batch_id = any(${batchIds}::uuid[]))`

/** The calendars of a closure, and whether they are all of several. */
export const closedCalendars = (ctx: Context) =>
  [
    sql<{ id: number; calendar_id: number; calendar_name: string }[]>`(
      select jsonb_agg(jsonb_build_object('id', one.id, 'calendar_id', c.id, 'calendar_name', c.name) order by one.id)
      from (
        select min(other.id) as id, other.calendar_id from calendar_exceptions other
        where ${isTogether(ctx, 'calendar_exceptions')} group by other.calendar_id
      ) one
      join calendars c on c.tenant_id = ${ctx.tenant.id} and c.id = one.calendar_id
    )`.as('calendars'),
    sql<boolean>`(
      1 < (select count(*) from calendars c where c.tenant_id = ${ctx.tenant.id} and c.deleted_at is null)
      and not exists (
        select from calendars c
        where c.tenant_id = ${ctx.tenant.id} and c.deleted_at is null
          and not exists (select from calendar_exceptions other where ${isTogether(ctx, 'calendar_exceptions')} and other.calendar_id = c.id)
      )
    )`.as('of_all'),
  ] as const

type NewClosures = {
  spans: (ClosuresInput['spans'][number] & { batch_id: string })[]
  calendarIds: number[]
  ofAll: boolean
  skipClosed: boolean
  idempotencyKey: string | undefined
}

/** Closes calendars at some times; may skip times that one closure already covers. */
export async function insertClosures(
  ctx: Context,
  { spans, calendarIds, ofAll, skipClosed, idempotencyKey }: NewClosures,
) {
  await sql`
    insert into calendar_exceptions (
      tenant_id, kind, batch_id, of_all, day_from, hour_from, day_to, hour_to, reason, calendar_id, idempotency_key
    )
    select ${ctx.tenant.id}::bigint, 'closure', span.batch_id, ${ofAll}::boolean,
      span.day_from, span.hour_from, span.day_to, span.hour_to, span.reason, calendar_id,
      case when row_number() over (order by span.position, calendar_id) = 1 then ${idempotencyKey ?? null}::text end
    from unnest(
      ${spans.map((span) => span.batch_id)}::uuid[],
      ${spans.map((span) => span.day_from)}::date[], ${spans.map((span) => span.hour_from)}::time[],
      ${spans.map((span) => span.day_to)}::date[], ${spans.map((span) => span.hour_to)}::time[],
      ${spans.map((span) => span.reason)}::text[]
    ) with ordinality as span (batch_id, day_from, hour_from, day_to, hour_to, reason, position)
    cross join unnest(${calendarIds}::bigint[]) as calendar_id
    where not ${skipClosed}::boolean or not exists (
      select from calendar_exceptions closed
      where closed.tenant_id = ${ctx.tenant.id} and closed.calendar_id = calendar_id.calendar_id
        and closed.kind = 'closure' and closed.deleted_at is null
        and closed.day_from + closed.hour_from <= span.day_from + span.hour_from
        and closed.day_to + closed.hour_to >= span.day_to + span.hour_to
    )
    order by span.position, calendar_id`.execute(ctx.db)
}

/** Locks all closures of a group, by the id of any of them, in order. */
export const lockGroup = (ctx: Context, id: number) =>
  ctx.db
    .selectFrom('calendar_exceptions as other')
    .innerJoin('calendar_exceptions as first', (join) => join.on(isTogether(ctx, 'first')))
    .select(['other.id', 'other.calendar_id', 'other.version'])
    .where('other.tenant_id', '=', ctx.tenant.id)
    .where('first.tenant_id', '=', ctx.tenant.id)
    .where('first.id', '=', id)
    .where('first.kind', '=', 'closure')
    .where('first.deleted_at', 'is', null)
    .orderBy('other.id')
    .forUpdate('other')
    .execute()

/** Restores closures that were deleted with this one, except those whose calendar is deleted. */
export async function restoreGroup(ctx: Context, id: number, deletedAt: Temporal.Instant) {
  await ctx.db
    .updateTable('calendar_exceptions')
    .set(restoration)
    .where('tenant_id', '=', ctx.tenant.id)
    .where(
      sql<boolean>`exists (
        select from calendar_exceptions first
        where first.tenant_id = ${ctx.tenant.id} and first.id = ${id} and ${isSame('calendar_exceptions', 'first')}
      )`,
    )
    .where('deleted_at', '=', sql<Temporal.Instant>`${deletedAt.toString()}::timestamptz`)
    .where(
      sql<boolean>`exists (
        select from calendars c
        where c.tenant_id = calendar_exceptions.tenant_id and c.id = calendar_exceptions.calendar_id and c.deleted_at is null
      )`,
    )
    .execute()
}

/** The number of groups. */
export async function countGrouped(ctx: Context): Promise<number> {
  const { total } = await ctx.db
    .selectFrom('calendar_exceptions')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('kind', '=', 'closure')
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
          select from calendar_exceptions d
          where d.tenant_id = ${ctx.tenant.id} and d.calendar_id = c.id and d.kind = 'closure' and d.deleted_at is null
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

/** The closures from one day to another, both included, in order. */
export function listClosuresOfDays(ctx: Context, from: PlainDate, to: PlainDate) {
  return ctx.db
    .selectFrom('calendar_exceptions as e')
    .innerJoin('calendars', (join) =>
      join.onRef('calendars.tenant_id', '=', 'e.tenant_id').onRef('calendars.id', '=', 'e.calendar_id'),
    )
    .select((eb) => [
      'e.id',
      'e.day_from',
      eb.ref('e.hour_from').$notNull().as('hour_from'),
      'e.day_to',
      eb.ref('e.hour_to').$notNull().as('hour_to'),
      'e.reason',
      'e.calendar_id',
      'calendars.name as calendar_name',
    ])
    .where('e.tenant_id', '=', ctx.tenant.id)
    .where('e.kind', '=', 'closure')
    .where('e.day_to', '>=', from)
    .where('e.day_to', '<=', LAST_DAY)
    .where('e.day_from', '<=', to)
    .where('e.deleted_at', 'is', null)
    .where('calendars.deleted_at', 'is', null)
    .orderBy('e.day_from')
    .orderBy('e.hour_from')
    .orderBy('e.id')
    .execute()
}
