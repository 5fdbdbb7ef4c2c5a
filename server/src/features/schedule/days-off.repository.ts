import type { DayOffInput } from '@prenoto/core/schedule/day-off-schema.ts'
import { dateOf, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { sql } from 'kysely'
import { hasVersion, italianDate, shortTime } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { closedCalendars, isFirst, isInGroups } from './closures.repository.ts'

/** The columns of the API. */
const COLUMNS = [
  'id',
  italianDate('day_from').as('day_from'),
  italianDate('day_to').as('day_to'),
  shortTime('hour_from').as('hour_from'),
  shortTime('hour_to').as('hour_to'),
  'reason',
  'calendar_id',
  sql<string>`(select name from calendars c where c.tenant_id = days_off.tenant_id and c.id = days_off.calendar_id)`.as(
    'calendar_name',
  ),
  'version',
] as const

/** Sort order: upcoming closures by start, then past ones from the latest. */
const sortKeyOf = (dayOff: 'days_off' | 'page_end', today: PlainDate) => {
  const dayFrom = sql`extract(epoch from ${sql.ref(`${dayOff}.day_from`)} + ${sql.ref(`${dayOff}.hour_from`)})`
  const isOver = sql`${sql.ref(`${dayOff}.day_to`)} < ${today}::date`
  return sql`${isOver}, case when ${isOver} then -${dayFrom} else ${dayFrom} end, ${sql.ref(`${dayOff}.id`)}`
}

const daysOff = (ctx: Context) =>
  ctx.db
    .selectFrom('days_off')
    .select(COLUMNS)
    .where('days_off.tenant_id', '=', ctx.tenant.id)
    .where('days_off.deleted_at', 'is', null)

/** The same for groups, by their first closure. */
const groups = (ctx: Context) => daysOff(ctx).select(closedCalendars(ctx))

/** `limit` closures after the id `after`, which may have been deleted. */
export function listDaysOff(
  ctx: Context,
  { after, limit, isGrouped }: { after: number | undefined; limit: number; isGrouped: boolean },
) {
  const today = todayIn(ctx.tenant.time_zone, ctx.now)
  const isAfter = sql<boolean>`(${sortKeyOf('days_off', today)}) > (
    select ${sortKeyOf('page_end', today)} from days_off page_end where tenant_id = ${ctx.tenant.id} and id = ${after})`
  return (isGrouped ? groups(ctx).where(isFirst(ctx)) : daysOff(ctx))
    .$if(after !== undefined, (query) => query.where(isAfter))
    .orderBy(sql`(${sortKeyOf('days_off', today)})`)
    .limit(limit)
    .execute()
}

/** The closures of these groups in order, each with the closures of its other calendars. */
export function listGroups(ctx: Context, groupIds: string[]) {
  return groups(ctx)
    .where(isFirst(ctx))
    .where(isInGroups(ctx, groupIds))
    .orderBy('days_off.day_from')
    .orderBy('days_off.hour_from')
    .orderBy('days_off.id')
    .execute()
}

/** A closure with all calendars that it closes. */
export const findGroup = (ctx: Context, id: number) => groups(ctx).where('days_off.id', '=', id).executeTakeFirst()

/** Upper bound of all closures: with it the planner expects few rows and does not read past years. */
const LAST_DAY = dateOf('2199-12-31')

/** The closures from one day to another, both included, in order. */
export function listClosuresOfDays(ctx: Context, from: PlainDate, to: PlainDate) {
  return ctx.db
    .selectFrom('days_off')
    .innerJoin('calendars', (join) =>
      join.onRef('calendars.tenant_id', '=', 'days_off.tenant_id').onRef('calendars.id', '=', 'days_off.calendar_id'),
    )
    .select([
      'days_off.id',
      'days_off.day_from',
      'days_off.hour_from',
      'days_off.day_to',
      'days_off.hour_to',
      'days_off.reason',
      'days_off.calendar_id',
      'calendars.name as calendar_name',
    ])
    .where('days_off.tenant_id', '=', ctx.tenant.id)
    .where('days_off.day_to', '>=', from)
    .where('days_off.day_to', '<=', LAST_DAY)
    .where('days_off.day_from', '<=', to)
    .where('days_off.deleted_at', 'is', null)
    .where('calendars.deleted_at', 'is', null)
    .orderBy('days_off.day_from')
    .orderBy('days_off.hour_from')
    .orderBy('days_off.id')
    .execute()
}

export const findDayOff = (ctx: Context, id: number) => daysOff(ctx).where('id', '=', id).executeTakeFirst()

/** The first closure whose group id starts with these 16 hexadecimal digits. */
export const findDayOffOfKey = (ctx: Context, firstHalf: string) =>
  ctx.db
    .selectFrom('days_off')
    .select(['id', 'group_id'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('group_id', '>=', `${firstHalf}${'0'.repeat(16)}`)
    .where('group_id', '<=', `${firstHalf}${'f'.repeat(16)}`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()

export function insertDayOff(ctx: Context, dayOff: DayOffInput & { group_id: string | null }) {
  return ctx.db
    .insertInto('days_off')
    .values({ tenant_id: ctx.tenant.id, ...dayOff })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Changes a closure, of this version if given. */
export function updateDayOff(ctx: Context, id: number, dayOff: DayOffInput, version?: number) {
  return ctx.db
    .updateTable('days_off')
    .set(dayOff)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(hasVersion(version))
    .returning(COLUMNS)
    .executeTakeFirst()
}
