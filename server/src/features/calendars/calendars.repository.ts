import type { RegularWeek } from '@prenoto/core/availability/opening-hours.ts'
import type { CalendarInput } from '@prenoto/core/calendars/calendar-schema.ts'
import {
  type OpeningHoursField,
  openingHoursFields,
  toOpeningHours,
  toRegularWeek,
} from '@prenoto/core/calendars/opening-hours-fields.ts'
import type { PageQuery } from '@prenoto/core/contract/pagination.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import { anyId, italianDate } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { isOnCalendar } from '../availability/service-calendars.repository.ts'
import { countUpcomingBookings } from '../availability/upcoming-bookings.repository.ts'
import { resource } from '../resource/resource.repository.ts'
import { deletion, restoration } from '../undo/deletions.repository.ts'
import { auditedCalendar } from './audited-calendar.ts'
import { CalendarNotFound, RotaWithoutStart } from './errors.ts'

const COLUMNS = [
  'id',
  'name',
  'description',
  'public_name',
  'public_note',
  'picture',
  italianDate('from').as('from'),
  italianDate('to').as('to'),
  'simultaneous_bookings_number',
  'max_bookings_per_day',
  'weeks',
  italianDate('rota_from').as('rota_from'),
  'version',
] as const

const calendars = (ctx: Context) =>
  ctx.db.selectFrom('calendars').where('tenant_id', '=', ctx.tenant.id).where('deleted_at', 'is', null)

/** Calendars as records that staff edit. */
export const calendarRecords = resource({
  table: 'calendars',
  columns: COLUMNS,
  show: async (_ctx, rows) =>
    rows.map(({ weeks, ...calendar }) => {
      const [week, ...other_weeks] = weeks.map(toOpeningHours)
      return { ...calendar, ...week!, other_weeks }
    }),
  audit: { type: 'calendar', values: auditedCalendar },
  Missing: CalendarNotFound,
})

/** A page of all calendars, or of those with these ids. */
export const listCalendars = (ctx: Context, page: PageQuery, ids: number[] | undefined) =>
  calendarRecords.list(ctx, page, ids && ((calendars) => calendars.where('id', '=', anyId(ids))))

export async function countCalendars(ctx: Context): Promise<number> {
  const { count } = await calendars(ctx)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Locks existing calendars against deletion and returns their ids. */
export async function lockExistingCalendars(ctx: Context, ids: number[]): Promise<number[]> {
  const lockedCalendars = await calendars(ctx)
    .select('id')
    .where('id', '=', anyId(ids))
    .orderBy('id')
    .forKeyShare()
    .execute()
  return lockedCalendars.map(({ id }) => id)
}

/** Whether a calendar is in force on a day. */
export async function isInForceOn(ctx: Context, id: number, day: PlainDate): Promise<boolean> {
  const calendar = await calendars(ctx)
    .select('id')
    .where('id', '=', id)
    .where('from', '<=', day)
    .where((eb) => eb.or([eb('to', 'is', null), eb('to', '>=', day)]))
    .executeTakeFirst()
  return calendar !== undefined
}

export async function listAllCalendarIds(ctx: Context): Promise<number[]> {
  const all = await calendars(ctx).select('id').orderBy('id').execute()
  return all.map(({ id }) => id)
}

/** Serialises changes of exceptions and new calendars until the transaction ends. No other advisory lock uses this key. */
export async function lockExceptions(ctx: Context) {
  await sql`select pg_advisory_xact_lock(hashtextextended('all closures', ${ctx.tenant.id}))`.execute(ctx.db)
}

/** Adds the closures of all calendars to a new one, from today on. */
export async function insertClosuresOfAllCalendars(ctx: Context, id: number, today: PlainDate) {
  await sql`
    insert into calendar_exceptions (
      tenant_id, kind, batch_id, of_all, day_from, hour_from, day_to, hour_to, reason, calendar_id
    )
    select distinct on (batch_id)
      tenant_id, kind, batch_id, true, day_from, hour_from, day_to, hour_to, reason, ${id}::bigint
    from (
      select *, count(*) over (partition by batch_id, day_from, hour_from, day_to, hour_to, reason) as same_spans
      from calendar_exceptions
      where tenant_id = ${ctx.tenant.id} and of_all and deleted_at is null and day_to >= ${today}
    ) together
    where not exists (
      select from calendar_exceptions own
      where own.tenant_id = ${ctx.tenant.id} and own.batch_id = together.batch_id and own.calendar_id = ${id}
    )
    order by batch_id, same_spans desc, id`.execute(ctx.db)
}

/** Tables whose rows name a calendar. */
export type CalendarRecord = 'services' | 'calendar_exceptions'

/** Locks the calendar of a record against deletion. */
export function lockRecordCalendar(ctx: Context, table: CalendarRecord, id: number) {
  return calendars(ctx)
    .select('id')
    .where('id', '=', (eb) =>
      eb
        .selectFrom(table as 'services')
        .select('calendar_id')
        .where('tenant_id', '=', ctx.tenant.id)
        .where('id', '=', id),
    )
    .forKeyShare()
    .executeTakeFirst()
}

/**
 * The columns of a calendar that staff have sent; without pauses or other weeks, a calendar keeps its own. Throws 422 for
 * other weeks without a Monday.
 */
export function calendarColumns(input: CalendarInput, before?: { weeks: RegularWeek[]; rota_from: string }) {
  const [week, ...otherWeeks] = before?.weeks ?? []
  const { pauses = week?.pauses, rota_from = before?.rota_from } = input
  const weeks = [toRegularWeek({ ...input, pauses }), ...(input.other_weeks?.map(toRegularWeek) ?? otherWeeks)]
  if (weeks.length > 1 && !rota_from) throw new RotaWithoutStart('rota_from')
  const columns = Object.entries(input).filter(([field]) => !HOURS.includes(field))
  return {
    ...(Object.fromEntries(columns) as Omit<CalendarInput, OpeningHoursField | 'pauses' | 'other_weeks'>),
    weeks: JSON.stringify(weeks),
  }
}

const HOURS: readonly string[] = [...openingHoursFields, 'pauses', 'other_weeks']

/** Deletes the exceptions of a calendar. */
export async function deleteWithCalendar(ctx: Context, id: number) {
  await ctx.db
    .updateTable('calendar_exceptions')
    .set(deletion(ctx))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('calendar_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Restores the exceptions that were deleted with a calendar. */
export async function restoreWithCalendar(ctx: Context, calendarId: number, deletedAt: Temporal.Instant) {
  await ctx.db
    .updateTable('calendar_exceptions')
    .set(restoration)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('calendar_id', '=', calendarId)
    .where('deleted_at', '=', sql<Temporal.Instant>`${deletedAt.toString()}::timestamptz`)
    .execute()
}

/** The reasons that block a deletion: the names of the calendar's services, and the number of its upcoming bookings. */
export async function findUsesOfCalendar(ctx: Context, id: number) {
  const services = await ctx.db
    .selectFrom('services')
    .select('name')
    .where('tenant_id', '=', ctx.tenant.id)
    .where(isOnCalendar(id))
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const bookings = await countUpcomingBookings(ctx, 'calendar_id', id)
  return { services: services.map((service) => service.name), bookings }
}
