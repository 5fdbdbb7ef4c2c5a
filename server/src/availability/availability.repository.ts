import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Busy } from '../cache/busy-day-cache.ts'
import { anyOf } from '../database/any-of.ts'
import type { Row, Schema } from '../database/schema.ts'
import type { Context } from '../tenants/context.ts'

const SERVICE_COLUMNS = [
  'services.id',
  'services.name',
  'services.duration',
  'services.amount',
  'services.discounted_amount',
  'services.description',
  'services.color',
  'services.position',
  'services.calendar_id',
] as const

type Calendar = Omit<Row<'calendars'>, 'created_at' | 'deleted_at' | 'deleted_by'>

/** A service with all that decides when it can be booked. */
export type BookableService = Pick<
  Row<'services'>,
  'id' | 'name' | 'duration' | 'amount' | 'discounted_amount' | 'description' | 'color' | 'position' | 'calendar_id'
> &
  Pick<
    Row<'configurations'>,
    'app_simultaneous_bookings_enabled' | 'app_booking_max_months' | 'app_booking_hours_notice'
  > & { calendar: Calendar }

const bookableServices = (ctx: Context) =>
  ctx.db
    .selectFrom('services')
    .innerJoin('calendars', (join) =>
      join.onRef('calendars.tenant_id', '=', 'services.tenant_id').onRef('calendars.id', '=', 'services.calendar_id'),
    )
    .innerJoin('configurations', 'configurations.tenant_id', 'services.tenant_id')
    .select(SERVICE_COLUMNS)
    .select([
      'app_simultaneous_bookings_enabled',
      'app_booking_max_months',
      'app_booking_hours_notice',
      sql<Calendar>`to_jsonb(calendars)`.as('calendar'),
    ])
    .where('services.tenant_id', '=', ctx.tenant.id)
    .where('services.deleted_at', 'is', null)

/** A service that visitors may book. */
export function findPublicService(ctx: Context, id: number): Promise<BookableService | undefined> {
  return bookableServices(ctx).where('services.id', '=', id).where('visible_frontend', '=', true).executeTakeFirst()
}

/** The services that visitors may book, by position; `limit` of them after the one with the id `after`. */
export function listPublicServices(ctx: Context, after: number | undefined, limit: number): Promise<BookableService[]> {
  return bookableServices(ctx)
    .where('visible_frontend', '=', true)
    .$if(after !== undefined, (query) => query.where(afterService(ctx, after!)))
    .orderBy('services.position')
    .orderBy('services.id')
    .limit(limit)
    .execute()
}

/** What comes after a service in the order of position and id; it may have been deleted since. */
export const afterService = (ctx: Context, after: number) => (eb: ExpressionBuilder<Schema, 'services'>) =>
  eb(
    eb.refTuple('services.position', 'services.id'),
    '>',
    eb
      .selectFrom('services as cursor')
      .select(['cursor.position', 'cursor.id'])
      .where('cursor.tenant_id', '=', ctx.tenant.id)
      .where('cursor.id', '=', after)
      .$asTuple('position', 'id'),
  )

/** A service that the staff may book, hidden ones too. */
export function findBookableService(ctx: Context, id: number): Promise<BookableService | undefined> {
  return bookableServices(ctx).where('services.id', '=', id).executeTakeFirst()
}

/** The services of these ids that the staff may book. */
export function listBookableServices(ctx: Context, ids: number[]): Promise<BookableService[]> {
  return ids.length === 0 ? Promise.resolve([]) : bookableServices(ctx).where('services.id', '=', anyOf(ids)).execute()
}

const numbers = (text: string | null) => (text ? text.split(' ').map(Number) : [])

/** The epoch minutes of a column, ascending, in one text: far quicker to read than as many rows. */
const minutesOf = (column: 'starts_at' | 'ends_at') => {
  const minute = sql`(date_part('epoch', ${sql.ref(column)}) / 60)::int`
  return sql<string | null>`string_agg(${minute}::text, ' ' order by ${sql.ref(column)})`
}

/**
 * The bookings of each calendar on the days from `from` to `to`, both included: no visit lasts past midnight.
 * The booking `except` is left out; calendars without any are absent.
 */
export async function listBusy(
  ctx: Context,
  calendarIds: number[],
  from: PlainDate,
  to: PlainDate,
  except?: number,
): Promise<Map<number, Busy>> {
  const rows = await ctx.db
    .selectFrom('bookings')
    .select(['calendar_id', minutesOf('starts_at').as('starts'), minutesOf('ends_at').as('ends')])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('calendar_id', '=', anyOf(calendarIds))
    .where('visit_day', '>=', from)
    .where('visit_day', '<=', to)
    .where('deleted_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except!))
    .groupBy('calendar_id')
    .execute()
  return new Map(rows.map((row) => [row.calendar_id, { starts: numbers(row.starts), ends: numbers(row.ends) }]))
}

/** The bookings of a calendar on each of some days, which are in order. Days without any are absent. */
export async function listBusyDays(ctx: Context, calendarId: number, days: PlainDate[]): Promise<Map<PlainDate, Busy>> {
  if (days.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('bookings')
    .select(['visit_day', minutesOf('starts_at').as('starts'), minutesOf('ends_at').as('ends')])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('calendar_id', '=', calendarId)
    // The bounds, which any() is not to an index whose order the grouping wants: the whole history would be read.
    .where('visit_day', '>=', days[0]!)
    .where('visit_day', '<=', days.at(-1)!)
    .where('visit_day', '=', sql<PlainDate>`any(${days}::date[])`)
    .where('deleted_at', 'is', null)
    .groupBy('visit_day')
    .execute()
  return new Map(rows.map((row) => [row.visit_day, { starts: numbers(row.starts), ends: numbers(row.ends) }]))
}

/** The versions of the days, in order, on which a calendar ever had a booking. */
export async function listDayVersions(ctx: Context, calendarId: number, from: PlainDate, to: PlainDate) {
  const { versions } = await ctx.db
    .selectFrom('calendar_days')
    .select(sql<string | null>`string_agg(day || ' ' || version, ',' order by day)`.as('versions'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('calendar_id', '=', calendarId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .executeTakeFirstOrThrow()
  const entries = (versions ?? '').split(',').filter(Boolean)
  return new Map(entries.map((entry): [PlainDate, number] => [entry.slice(0, 10), Number(entry.slice(11))]))
}

export type Closure = Pick<Row<'days_off'>, 'calendar_id' | 'day_from' | 'hour_from' | 'day_to' | 'hour_to'>

/** The closures of the calendars that touch the days from `from` to `to`, both included. */
export function listClosures(ctx: Context, calendarIds: number[], from: PlainDate, to: PlainDate): Promise<Closure[]> {
  return ctx.db
    .selectFrom('days_off')
    .select(['calendar_id', 'day_from', 'hour_from', 'day_to', 'hour_to'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('calendar_id', '=', anyOf(calendarIds))
    .where('day_to', '>=', from)
    .where('day_from', '<=', to)
    .where('deleted_at', 'is', null)
    .execute()
}

/**
 * Makes everybody who books, moves or cancels on this calendar and day take turns until the transaction ends,
 * and notes that the day has changed.
 */
export async function lockCalendarDay(ctx: Context, calendarId: number, day: PlainDate) {
  await ctx.db
    .insertInto('calendar_days')
    .values({ tenant_id: ctx.tenant.id, calendar_id: calendarId, day })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'day', 'calendar_id']).doUpdateSet({ version: sql`calendar_days.version + 1` }),
    )
    .execute()
}

/** As `lockCalendarDay` does, for the calendar of a service: its id, undefined when there is no such service. */
export async function lockServiceDay(ctx: Context, serviceId: number, day: PlainDate): Promise<number | undefined> {
  const locked = await ctx.db
    .insertInto('calendar_days')
    .columns(['tenant_id', 'calendar_id', 'day'])
    .expression((eb) =>
      eb
        .selectFrom('services')
        .select((s) => ['tenant_id', 'calendar_id', sql<string>`${s.val(day)}::date`.as('day')])
        .where('tenant_id', '=', ctx.tenant.id)
        .where('id', '=', serviceId)
        .where('deleted_at', 'is', null),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'day', 'calendar_id']).doUpdateSet({ version: sql`calendar_days.version + 1` }),
    )
    .returning('calendar_id')
    .executeTakeFirst()
  return locked?.calendar_id
}

/** Changes whenever a booking of these days was made, moved or cancelled, on whichever calendar. */
export async function findDaysVersion(ctx: Context, from: PlainDate, to: PlainDate): Promise<string> {
  const { version } = await ctx.db
    .selectFrom('calendar_days')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('version'), sql<string>`0`).as('version'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .executeTakeFirstOrThrow()
  return version
}
