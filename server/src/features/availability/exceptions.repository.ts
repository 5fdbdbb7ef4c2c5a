import type { CalendarException } from '@prenoto/core/availability/calendar-schedule.ts'
import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'
import { type PlainDate, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import { anyId } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'

/** `deleted_at` is set for a closure whose undo has not ended. */
type ExceptionRow = CalendarException & { calendar_id: number; deleted_at: Temporal.Instant | null }

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

/** The exceptions that overlap the days from `from` to `to`, both included. */
export async function listExceptions(
  ctx: Context,
  { from, to = LAST_DAY, calendarIds, includesUndoable = false }: Range,
): Promise<Exceptions> {
  const overlapping = ctx.db
    .selectFrom('calendar_exceptions')
    .select(['calendar_id', 'kind', 'day_from', 'hour_from', 'day_to', 'hour_to', 'windows', 'deleted_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .$if(calendarIds !== undefined, (query) => query.where('calendar_id', '=', anyId(calendarIds!)))
    .where('day_to', '>=', from)
    .where('day_to', '<=', LAST_DAY)
    .where('day_from', '<=', to)
  const isUndoable = sql<boolean>`deleted_at > ${ctx.now.subtract({ seconds: UNDO_SECONDS }).toString()}::timestamptz`
  const rows = await overlapping
    .where('deleted_at', 'is', null)
    .$if(includesUndoable, (query) => query.unionAll(overlapping.where('kind', '=', 'closure').where(isUndoable)))
    .execute()
  // The table's constraint gives each kind its columns.
  return Map.groupBy(rows as ExceptionRow[], ({ calendar_id }) => calendar_id)
}
