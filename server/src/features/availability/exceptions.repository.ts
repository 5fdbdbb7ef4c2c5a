import type { ScheduleException } from '@prenoto/core/availability/calendar-schedule.ts'
import type { WeekdayTimes } from '@prenoto/core/availability/opening-hours.ts'
import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'
import { type PlainDate, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { sql } from 'kysely'
import { anyId } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'

/** `deleted_at` is set for a closure whose undo has not ended. */
type ExceptionRow = ScheduleException & { calendar_id: number; deleted_at: Temporal.Instant | null }

const NO_MINUTE = sql<number | null>`null::integer`

/** The exceptions of some calendars, by calendar. */
export type Exceptions = Map<number, ExceptionRow[]>

/** Upper bound of all days: with it the planner expects few rows and does not read past years. */
export const LAST_DAY = parsePlainDate('2199-12-31')

type Range = {
  from: PlainDate
  to?: PlainDate
  /** By default all calendars. */
  calendarIds?: number[]
  /** Whether a deleted closure still closes until its undo ends, so that it can be restored without conflicts. */
  includesUndoable?: boolean
}

/** The busy times of other calendars on these days, and up to a day before and after them. */
function selectBusyTimes(
  ctx: Context,
  { from, to, calendarIds }: { from: PlainDate; to: PlainDate; calendarIds?: number[] | undefined },
) {
  const days = sql`tstzmultirange(tstzrange(
    (${from}::date - 1)::timestamp at time zone 'UTC', (${to}::date + 2)::timestamp at time zone 'UTC'))`
  return ctx.db
    .selectFrom('busy_feeds')
    .innerJoinLateral(sql`unnest(busy * ${days})`.as<'part'>(sql.ref('part')), (join) => join.onTrue())
    .select([
      'calendar_id',
      sql<ExceptionRow['kind']>`'busy'`.as('kind'),
      sql<PlainDate>`null::date`.as('day_from'),
      sql<PlainTime | null>`null::time`.as('hour_from'),
      sql<PlainDate>`null::date`.as('day_to'),
      sql<PlainTime | null>`null::time`.as('hour_to'),
      sql<WeekdayTimes[] | null>`null::jsonb`.as('windows'),
      sql<Temporal.Instant | null>`null::timestamptz`.as('deleted_at'),
      sql<number | null>`(extract(epoch from lower(part)) / 60)::integer`.as('from'),
      sql<number | null>`(extract(epoch from upper(part)) / 60)::integer`.as('to'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .$if(calendarIds !== undefined, (query) => query.where('calendar_id', '=', anyId(calendarIds!)))
}

/** The exceptions that overlap the days from `from` to `to`, both included. */
export async function listExceptions(
  ctx: Context,
  { from, to = LAST_DAY, calendarIds, includesUndoable = false }: Range,
): Promise<Exceptions> {
  const overlapping = ctx.db
    .selectFrom('calendar_exceptions')
    .select(['calendar_id', sql<ExceptionRow['kind']>`kind`.as('kind'), 'day_from', 'hour_from', 'day_to', 'hour_to'])
    .select(['windows', 'deleted_at', NO_MINUTE.as('from'), NO_MINUTE.as('to')])
    .where('tenant_id', '=', ctx.tenant.id)
    .$if(calendarIds !== undefined, (query) => query.where('calendar_id', '=', anyId(calendarIds!)))
    .where('day_to', '>=', from)
    .where('day_to', '<=', LAST_DAY)
    .where('day_from', '<=', to)
  const isUndoable = sql<boolean>`deleted_at > ${ctx.now.subtract({ seconds: UNDO_SECONDS }).toString()}::timestamptz`
  const rows = await overlapping
    .where('deleted_at', 'is', null)
    .unionAll(selectBusyTimes(ctx, { from, to, calendarIds }))
    .$if(includesUndoable, (query) => query.unionAll(overlapping.where('kind', '=', 'closure').where(isUndoable)))
    .execute()
  // The table's constraint gives each kind its columns.
  return Map.groupBy(rows as ExceptionRow[], ({ calendar_id }) => calendar_id)
}
