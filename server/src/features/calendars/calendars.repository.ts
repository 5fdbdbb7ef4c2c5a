import { openingHoursFields } from '@prenoto/core/availability/opening-hours.ts'
import type { CalendarInput } from '@prenoto/core/calendars/calendar-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import { anyOf, hasVersion, italianDate, shortTime } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { countBookingsToCome } from '../availability/bookings-to-come.repository.ts'
import { isOnCalendar } from '../availability/service-calendars.repository.ts'
import { deletion, softDelete } from '../undo/deletions.repository.ts'

/** A calendar as the API shows it. */
const COLUMNS = [
  'id',
  'name',
  'description',
  'public_name',
  'picture',
  italianDate('from').as('from'),
  italianDate('to').as('to'),
  'simultaneous_bookings_number',
  'max_bookings_per_day',
  'version',
  ...openingHoursFields.map((field) => shortTime(field).as(field)),
] as const

const calendars = (ctx: Context) =>
  ctx.db.selectFrom('calendars').where('tenant_id', '=', ctx.tenant.id).where('deleted_at', 'is', null)

type Part = { after: number | undefined; limit: number; ids: number[] | undefined }

export function listCalendars(ctx: Context, { after, limit, ids }: Part) {
  return calendars(ctx)
    .select(COLUMNS)
    .$if(ids !== undefined, (query) => query.where('id', '=', anyOf(ids!)))
    .$if(after !== undefined, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute()
}

export const findCalendar = (ctx: Context, id: number) =>
  calendars(ctx).select(COLUMNS).where('id', '=', id).executeTakeFirst()

/** Those of the calendars that are there; nobody can delete them until the transaction ends. */
export async function listHeldCalendars(ctx: Context, ids: number[]): Promise<number[]> {
  const held = await calendars(ctx).select('id').where('id', '=', anyOf(ids)).orderBy('id').forKeyShare().execute()
  return held.map(({ id }) => id)
}

/** Whether a day lies within the time from which and until when a calendar is in force. */
export async function isInForceOn(ctx: Context, id: number, day: PlainDate): Promise<boolean> {
  const found = await calendars(ctx)
    .select('id')
    .where('id', '=', id)
    .where('from', '<=', day)
    .where((eb) => eb.or([eb('to', 'is', null), eb('to', '>=', day)]))
    .executeTakeFirst()
  return found !== undefined
}

/** All there are. */
export async function listAllCalendarIds(ctx: Context): Promise<number[]> {
  const all = await calendars(ctx).select('id').orderBy('id').execute()
  return all.map(({ id }) => id)
}

/**
 * Has whoever else closes several calendars, or adds one, wait until the transaction ends. No idempotency key and no customer's
 * name is this one.
 */
export async function lockClosures(ctx: Context) {
  await sql`select pg_advisory_xact_lock(hashtextextended('all closures', ${ctx.tenant.id}))`.execute(ctx.db)
}

/** Closes a calendar, from this day on, when all the others are closed together. */
export async function closeWithAll(ctx: Context, id: number, today: PlainDate) {
  await sql`
    insert into days_off (tenant_id, group_id, of_all, day_from, hour_from, day_to, hour_to, reason, calendar_id)
    select distinct on (group_id)
      tenant_id, group_id, true, day_from, hour_from, day_to, hour_to, reason, ${id}::bigint
    from (
      select *, count(*) over (partition by group_id, day_from, hour_from, day_to, hour_to, reason) as alike
      from days_off
      where tenant_id = ${ctx.tenant.id} and of_all and deleted_at is null and day_to >= ${today}
    ) together
    where not exists (
      select from days_off own
      where own.tenant_id = ${ctx.tenant.id} and own.group_id = together.group_id and own.calendar_id = ${id}
    )
    order by group_id, alike desc, id`.execute(ctx.db)
}

/** A calendar that nobody can delete until the transaction ends, of what is on it. */
export function holdCalendarOf(ctx: Context, table: 'services' | 'days_off' | 'special_openings', id: number) {
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

/** A calendar to which nothing can be added until the transaction ends. */
export function lockCalendar(ctx: Context, id: number) {
  return calendars(ctx).select('id').where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Adds a calendar; the one that was made under the same idempotency key becomes this instead. */
export function insertCalendar(ctx: Context, calendar: CalendarInput, idempotency_key?: string) {
  return ctx.db
    .insertInto('calendars')
    .values({ tenant_id: ctx.tenant.id, ...calendar, idempotency_key })
    .onConflict((made) =>
      made.columns(['tenant_id', 'idempotency_key']).doUpdateSet({ ...calendar, deleted_at: null, deleted_by: null }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Changes a calendar, of this version if one is named. */
export function updateCalendar(ctx: Context, id: number, calendar: CalendarInput, version?: number) {
  return ctx.db
    .updateTable('calendars')
    .set(calendar)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(hasVersion(version))
    .returning(COLUMNS)
    .executeTakeFirst()
}

/** What belongs to a calendar, and goes and comes back with it. */
const OWN = ['days_off', 'special_openings'] as const

/** Deletes a calendar with its closures and extra openings. */
export async function deleteCalendar(ctx: Context, id: number) {
  for (const table of OWN)
    await ctx.db
      .updateTable(table as 'days_off')
      .set(deletion(ctx))
      .where('tenant_id', '=', ctx.tenant.id)
      .where('calendar_id', '=', id)
      .where('deleted_at', 'is', null)
      .execute()
  await softDelete(ctx, 'calendars', id)
}

/** Takes back that a calendar's closures and extra openings were deleted with it. */
export async function restoreWithCalendar(ctx: Context, calendarId: number, deletedAt: Temporal.Instant) {
  for (const table of OWN)
    await ctx.db
      .updateTable(table as 'days_off')
      .set({ deleted_at: null, deleted_by: null })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('calendar_id', '=', calendarId)
      .where('deleted_at', '=', sql<Temporal.Instant>`${deletedAt.toString()}::timestamptz`)
      .execute()
}

/** What needs a calendar: the names of its services, and how many of its bookings are still to come. */
export async function findNeedsOfCalendar(ctx: Context, id: number) {
  const services = await ctx.db
    .selectFrom('services')
    .select('name')
    .where('tenant_id', '=', ctx.tenant.id)
    .where(isOnCalendar(id))
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const bookings = await countBookingsToCome(ctx, 'calendar_id', id)
  return { services: services.map((service) => service.name), bookings }
}
