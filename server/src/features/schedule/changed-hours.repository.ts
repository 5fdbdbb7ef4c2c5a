import type { ChangedHoursInput, ChangedHoursQuery } from '@prenoto/core/schedule/changed-hours-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { sql } from 'kysely'
import { italianDate } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { specialOpeningsOf, storedTimes } from '../availability/dated-hours.repository.ts'

/** The columns of the API. */
const COLUMNS = [
  'id',
  'calendar_id',
  sql<string>`(select name from calendars c where c.tenant_id = changed_hours.tenant_id and c.id = changed_hours.calendar_id)`.as(
    'calendar_name',
  ),
  italianDate('day_from').as('day_from'),
  italianDate('day_to').as('day_to'),
  'windows',
  'reason',
  'version',
] as const

export type Hours = Omit<ChangedHoursInput, 'cancel'>

const changedHours = (ctx: Context) =>
  ctx.db.selectFrom('changed_hours').where('tenant_id', '=', ctx.tenant.id).where('deleted_at', 'is', null)

/** In order of their days. */
export function listChangedHours(ctx: Context, { calendar_id, from, to }: ChangedHoursQuery) {
  return changedHours(ctx)
    .select(COLUMNS)
    .where('day_to', '>=', from ?? todayIn(ctx.tenant.time_zone, ctx.now))
    .$if(to !== undefined, (query) => query.where('day_from', '<=', to!))
    .$if(calendar_id !== undefined, (query) => query.where('calendar_id', '=', calendar_id!))
    .orderBy('changed_hours.day_from')
    .orderBy('id')
    .execute()
}

export const findChangedHours = (ctx: Context, id: number) =>
  changedHours(ctx).select(COLUMNS).where('id', '=', id).executeTakeFirst()

/** Locks changed hours and returns their version. */
export const lockChangedHours = (ctx: Context, id: number) =>
  changedHours(ctx).select('version').where('id', '=', id).forUpdate().executeTakeFirst()

/** The undeleted changed hours of a calendar that are not over, except one by id or idempotency key. */
export function listOthers(
  ctx: Context,
  calendarId: number,
  { id, idempotencyKey }: { id?: number | undefined; idempotencyKey?: string | undefined },
) {
  return changedHours(ctx)
    .select(['day_from', 'day_to'])
    .where('calendar_id', '=', calendarId)
    .where('day_to', '>=', todayIn(ctx.tenant.time_zone, ctx.now))
    .$if(id !== undefined, (query) => query.where('id', '!=', id!))
    .$if(idempotencyKey !== undefined, (query) => query.where('idempotency_key', 'is distinct from', idempotencyKey!))
    .orderBy('day_from')
    .execute()
}

/** The special openings of a calendar from one day to another, both included. */
export async function listSpecialOpenings(ctx: Context, calendarId: number, from: PlainDate, to: PlainDate) {
  const calendar = await ctx.db
    .selectFrom('calendars')
    .select(specialOpeningsOf('calendars', from, to).as('special_openings'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', calendarId)
    .executeTakeFirst()
  return calendar?.special_openings ?? []
}

const stored = ({ windows, ...hours }: Hours) => ({ ...hours, windows: storedTimes(windows) })

/** Adds changed hours. A repeated idempotency key updates those that it made. */
export function insertChangedHours(ctx: Context, hours: Hours, idempotency_key?: string) {
  return ctx.db
    .insertInto('changed_hours')
    .values({ tenant_id: ctx.tenant.id, ...stored(hours), idempotency_key })
    .onConflict((made) =>
      made
        .columns(['tenant_id', 'idempotency_key'])
        .doUpdateSet({ ...stored(hours), deleted_at: null, deleted_by: null }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export function updateChangedHours(ctx: Context, id: number, hours: Hours) {
  return ctx.db
    .updateTable('changed_hours')
    .set(stored(hours))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}
