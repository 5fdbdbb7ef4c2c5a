import type { DayOffInput } from '@prenoto/core/days-off/day-off-schema.ts'
import { ofVersion } from '../database/of-version.ts'
import { italianDate, shortTime } from '../database/wire-format.ts'
import type { Context } from '../tenants/context.ts'

/** A closure as the API shows it. */
const COLUMNS = [
  'id',
  italianDate('day_from').as('day_from'),
  italianDate('day_to').as('day_to'),
  shortTime('hour_from').as('hour_from'),
  shortTime('hour_to').as('hour_to'),
  'reason',
  'calendar_id',
  'version',
] as const

export function listDaysOff(ctx: Context, after: number | undefined, limit: number) {
  return ctx.db
    .selectFrom('days_off')
    .select(COLUMNS)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .$if(after !== undefined, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function findDayOff(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('days_off')
    .select(COLUMNS)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export function insertDayOff(ctx: Context, dayOff: DayOffInput) {
  return ctx.db
    .insertInto('days_off')
    .values({ tenant_id: ctx.tenant.id, ...dayOff })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Changes a closure, of this version if one is named. */
export function updateDayOff(ctx: Context, id: number, dayOff: DayOffInput, version?: number) {
  return ctx.db
    .updateTable('days_off')
    .set(dayOff)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(ofVersion(version))
    .returning(COLUMNS)
    .executeTakeFirst()
}

/** Says whether there was one to delete. */
export async function deleteDayOff(ctx: Context, id: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('days_off')
    .set({ deleted_at: ctx.now.toString(), deleted_by: ctx.user?.id ?? null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
