import type { CalendarException } from '@prenoto/core/availability/calendar-schedule.ts'
import { normalizeTimes } from '@prenoto/core/calendars/opening-hours-fields.ts'
import type { ChangedHoursQuery } from '@prenoto/core/schedule/changed-hours-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { sql } from 'kysely'
import { anyId, italianDate, shortTime } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { deletion, restoration } from '../undo/deletions.repository.ts'
import { closedCalendars, isFirst, isInBatches } from './closures.repository.ts'

export type ExceptionKind = CalendarException['kind']

/** An exception that a request plans. */
export type PlannedException = CalendarException & { calendar_id: number; reason: string }

/** The columns of the API. */
const COLUMNS = [
  'id',
  'kind',
  'calendar_id',
  sql<string>`(
    select name from calendars c where c.tenant_id = calendar_exceptions.tenant_id and c.id = calendar_exceptions.calendar_id
  )`.as('calendar_name'),
  italianDate('day_from').as('day_from'),
  // Of a special opening.
  italianDate('day_from').as('day'),
  italianDate('day_to').as('day_to'),
  shortTime('hour_from').as('hour_from'),
  shortTime('hour_to').as('hour_to'),
  'windows',
  'reason',
  'version',
] as const

const selectUndeleted = (ctx: Context, kind: ExceptionKind) =>
  ctx.db
    .selectFrom('calendar_exceptions')
    .where('calendar_exceptions.tenant_id', '=', ctx.tenant.id)
    .where('calendar_exceptions.kind', '=', kind)
    .where('calendar_exceptions.deleted_at', 'is', null)

const exceptions = (ctx: Context, kind: ExceptionKind) => selectUndeleted(ctx, kind).select(COLUMNS)

/** Equal closures of several calendars as one, by the first of them. */
const groups = (ctx: Context) => exceptions(ctx, 'closure').select(closedCalendars(ctx))

export type ExceptionRow = NonNullable<Awaited<ReturnType<typeof findException>>> &
  Partial<Pick<NonNullable<Awaited<ReturnType<typeof findGroup>>>, 'calendars'>>

/** Sort order: upcoming exceptions by start, then past ones from the latest. */
const sortKey = (table: 'calendar_exceptions' | 'page_end', today: PlainDate) => {
  const start = sql`extract(epoch from ${sql.ref(`${table}.day_from`)} + ${sql.ref(`${table}.hour_from`)})`
  const isOver = sql`${sql.ref(`${table}.day_to`)} < ${today}::date`
  return sql`${isOver}, case when ${isOver} then -${start} else ${start} end, ${sql.ref(`${table}.id`)}`
}

type Page = { after: number | undefined; limit: number; calendarId?: number | undefined; isGrouped?: boolean }

/** Closures or special openings, `limit` of them after the id `after`, which may have been deleted. */
export function listExceptionsByStart(
  ctx: Context,
  kind: 'closure' | 'special_opening',
  { after, limit, calendarId, isGrouped }: Page,
) {
  const today = todayIn(ctx.tenant.time_zone, ctx.now)
  const isAfter = sql<boolean>`(${sortKey('calendar_exceptions', today)}) > (
    select ${sortKey('page_end', today)} from calendar_exceptions page_end where tenant_id = ${ctx.tenant.id} and id = ${after})`
  return (isGrouped ? groups(ctx).where(isFirst(ctx)) : exceptions(ctx, kind))
    .$if(calendarId !== undefined, (query) => query.where('calendar_id', '=', calendarId!))
    .$if(after !== undefined, (query) => query.where(isAfter))
    .orderBy(sql`(${sortKey('calendar_exceptions', today)})`)
    .limit(limit)
    .execute()
}

/** In order of their days. */
export function listChangedHours(ctx: Context, { calendar_id, from, to }: ChangedHoursQuery) {
  return exceptions(ctx, 'changed_hours')
    .where('day_to', '>=', from ?? todayIn(ctx.tenant.time_zone, ctx.now))
    .$if(to !== undefined, (query) => query.where('day_from', '<=', to!))
    .$if(calendar_id !== undefined, (query) => query.where('calendar_id', '=', calendar_id!))
    .orderBy('calendar_exceptions.day_from')
    .orderBy('id')
    .execute()
}

export async function countExceptions(ctx: Context, kind: ExceptionKind): Promise<number> {
  const { count } = await selectUndeleted(ctx, kind)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const findException = (ctx: Context, kind: ExceptionKind, id: number) =>
  exceptions(ctx, kind).where('id', '=', id).executeTakeFirst()

/** A closure with all calendars that it closes. */
export const findGroup = (ctx: Context, id: number) =>
  groups(ctx).where('calendar_exceptions.id', '=', id).executeTakeFirst()

/** The closures of these batches in order, each with those of its other calendars. */
export const listBatches = (ctx: Context, batchIds: string[]) =>
  groups(ctx)
    .where(isFirst(ctx))
    .where(isInBatches(ctx, batchIds))
    .orderBy('calendar_exceptions.day_from')
    .orderBy('calendar_exceptions.hour_from')
    .orderBy('calendar_exceptions.id')
    .execute()

/** The exceptions of these batches, each for itself. */
export const listClosuresOfBatches = (ctx: Context, batchIds: string[]) =>
  exceptions(ctx, 'closure').where(sql<boolean>`batch_id = any(${batchIds}::uuid[])`).orderBy('id').execute()

/** The exception with an idempotency key, deleted or not; of a batch, the first one. */
export const findByIdempotencyKey = (ctx: Context, idempotencyKey: string) =>
  ctx.db
    .selectFrom('calendar_exceptions')
    .select(['id', 'kind', 'batch_id', 'deleted_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()

/** Lets an idempotency key be used again. */
export const releaseIdempotencyKey = (ctx: Context, id: number) =>
  updateRows(ctx, [id]).set({ idempotency_key: null }).execute()

/** Locks an exception and returns its id and version. */
export const lockException = (ctx: Context, kind: ExceptionKind, id: number) =>
  selectUndeleted(ctx, kind).select(['id', 'version']).where('id', '=', id).forUpdate().executeTakeFirst()

/** Whether an exception exists or has been deleted. */
export async function hasException(ctx: Context, kind: ExceptionKind, id: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('calendar_exceptions')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** The days of a calendar's changed hours that are not over, except those of an id or idempotency key. */
export const listDaysOfChangedHours = (
  ctx: Context,
  calendarId: number,
  except: { id?: number | undefined; idempotencyKey?: string | undefined },
) =>
  selectUndeleted(ctx, 'changed_hours')
    .select(['day_from', 'day_to'])
    .where('calendar_id', '=', calendarId)
    .where('day_to', '>=', todayIn(ctx.tenant.time_zone, ctx.now))
    .$if(except.id !== undefined, (query) => query.where('id', '!=', except.id!))
    .$if(except.idempotencyKey !== undefined, (query) =>
      query.where('idempotency_key', 'is distinct from', except.idempotencyKey!),
    )
    .orderBy('day_from')
    .execute()

const toStoredException = (planned: PlannedException) =>
  planned.kind === 'changed_hours' ? { ...planned, windows: JSON.stringify(normalizeTimes(planned.windows)) } : planned

/** Adds an exception. A repeated idempotency key replaces the one that it made. */
export const insertException = (ctx: Context, planned: PlannedException, idempotency_key: string | undefined) =>
  ctx.db
    .insertInto('calendar_exceptions')
    .values({ tenant_id: ctx.tenant.id, ...toStoredException(planned), idempotency_key })
    .onConflict((existing) =>
      existing.columns(['tenant_id', 'idempotency_key']).doUpdateSet({ ...toStoredException(planned), ...restoration }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

const updateRows = (ctx: Context, ids: number[]) =>
  ctx.db.updateTable('calendar_exceptions').where('tenant_id', '=', ctx.tenant.id).where('id', '=', anyId(ids))

export const updateException = (ctx: Context, id: number, planned: PlannedException) =>
  updateRows(ctx, [id]).set(toStoredException(planned)).returning(COLUMNS).executeTakeFirstOrThrow()

type ClosureChanges = Pick<PlannedException, 'day_from' | 'day_to' | 'reason'> & { calendar_id?: number }

export const updateClosures = (ctx: Context, ids: number[], changes: ClosureChanges) =>
  updateRows(ctx, ids).set(changes).execute()

export const deleteExceptions = (ctx: Context, ids: number[]) => updateRows(ctx, ids).set(deletion(ctx)).execute()
