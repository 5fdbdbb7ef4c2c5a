import { type BusyTimes, busyTimes, type Interval } from '@prenoto/core/availability/intervals.ts'
import { fieldNames } from '@prenoto/core/contract/schema-fields.ts'
import { publicServiceFields } from '@prenoto/core/services/service-schema.ts'
import type { Category } from '@prenoto/core/services/services.endpoints.ts'
import type { VisitService } from '@prenoto/core/services/visit-services.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { CalendarDays } from '../../cache/answer-cache.ts'
import type { Row, Schema } from '../../database/schema.ts'
import { anyId, rangesInMinutes } from '../../database/sql-expressions.ts'
import { type Context, isByKey } from '../../tenants/context.ts'
import { shownField } from '../restriction/shown-person.repository.ts'
import { selectOtherCalendars } from './service-calendars.repository.ts'
import { isHeld } from './slot-holds.repository.ts'

const SERVICE_FIELDS = [
  ...fieldNames(publicServiceFields),
  'calendar_id',
  'buffer_before',
  'buffer_after',
  'slot_step',
  'processing_after',
  'processing_minutes',
  'by_calendar',
] as const

export type BookableCalendar = Omit<Row<'calendars'>, 'created_at' | 'deleted_at' | 'deleted_by'>

/** A service with everything that determines its slots. */
export type BookableService = Pick<Row<'services'>, (typeof SERVICE_FIELDS)[number]> &
  Pick<
    Row<'configurations'>,
    | 'app_simultaneous_bookings_enabled'
    | 'app_booking_max_months'
    | 'app_booking_hours_notice'
    | 'app_customer_max_bookings'
    | 'app_services_per_visit'
    | 'app_min_gap'
  > & {
    /** The service's own calendar first, then the others by id. */
    calendars: BookableCalendar[]
    /** The services that are combined; undefined for one service without a variant. */
    services?: VisitService[]
    /** Those of several services or of a booking, in minutes from its start; else the service has one at most. */
    processing_times?: Interval[]
    /** The same on each of its calendars, if they differ. */
    on_calendar?: ReadonlyMap<number, BookableService>
  }

const CALENDARS = sql<BookableCalendar[]>`(
  select coalesce(jsonb_agg(to_jsonb(c) order by c.id != services.calendar_id, c.id), '[]')
  from calendars c
  where c.tenant_id = services.tenant_id and c.deleted_at is null
    and c.id = any(services.calendar_id || ${selectOtherCalendars})
)`

const bookableServices = (ctx: Context) =>
  ctx.db
    .selectFrom('services')
    .innerJoin('configurations', 'configurations.tenant_id', 'services.tenant_id')
    .select(SERVICE_FIELDS.map((field) => `services.${field}` as const))
    .select([
      'app_simultaneous_bookings_enabled',
      'app_booking_max_months',
      'app_booking_hours_notice',
      'app_customer_max_bookings',
      'app_services_per_visit',
      'app_min_gap',
      CALENDARS.as('calendars'),
    ])
    .where('services.tenant_id', '=', ctx.tenant.id)
    .where('services.deleted_at', 'is', null)

/** The services that visitors may book; to an API key those that programs may see. */
const isVisible = (ctx: Context) => sql<boolean>`${sql.ref(isByKey(ctx) ? 'visible_api' : 'visible_frontend')}`

/** The services of these ids that visitors may book. */
export function listPublicServicesByIds(ctx: Context, ids: number[]): Promise<BookableService[]> {
  return bookableServices(ctx).where(isAmong('services.id', ids)).where(isVisible(ctx)).execute()
}

/** The services that visitors may book, by position; `limit` of them after the id `after`. */
export function listPublicServices(ctx: Context, after: number | undefined, limit: number): Promise<BookableService[]> {
  return bookableServices(ctx)
    .where(isVisible(ctx))
    .$if(after !== undefined, (query) => query.where(afterService(ctx, after!)))
    .orderBy('services.position')
    .orderBy('services.id')
    .limit(limit)
    .execute()
}

/** The categories of the services that visitors may book, in the order of their first services. */
export async function listPublicCategories(ctx: Context): Promise<Category[]> {
  const { rows } = await sql<Category>`
    select category as name, count(*)::integer as services, (array_agg(previous order by place))[1] as after
    from (
      select category, row_number() over by_position as place, lag(id) over by_position as previous
      from services
      where tenant_id = ${ctx.tenant.id} and deleted_at is null and visible_frontend
      window by_position as (order by position, id)
    ) shown
    group by category
    order by min(place)`.execute(ctx.db)
  return rows
}

const servicesOnCalendars = (ctx: Context, calendarIds: number[]) =>
  ctx.db
    .selectFrom('services')
    .select(['id', 'name', 'duration', 'amount', 'discounted_amount', 'variants', 'by_calendar', 'visible_frontend'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(services.calendar_id || ${selectOtherCalendars}) && ${calendarIds}::bigint[]`)

const MAX_ADDABLE = 200

/** The services that visitors may book on one of these calendars, by position. */
export const listPublicServicesOnCalendars = (ctx: Context, calendarIds: number[]) =>
  servicesOnCalendars(ctx, calendarIds)
    .where('visible_frontend', '=', true)
    .orderBy('position')
    .orderBy('id')
    .limit(MAX_ADDABLE)
    .execute()

const MAX_ADDABLE_BY_STAFF = 1_000

/** The services that staff may book on one of these calendars, hidden ones last, by position. */
export const listServicesOnCalendars = (ctx: Context, calendarIds: number[]) =>
  servicesOnCalendars(ctx, calendarIds)
    .orderBy('visible_frontend', 'desc')
    .orderBy('position')
    .orderBy('id')
    .limit(MAX_ADDABLE_BY_STAFF)
    .execute()

/** The sitemap protocol allows 50,000 addresses per file. */
const MAX_IN_SITE_MAP = 40_000

/** The services that visitors may book, for the sitemap. */
export async function listPublicServiceIds(ctx: Context): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('services')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .where('visible_frontend', '=', true)
    .orderBy('position')
    .orderBy('id')
    .limit(MAX_IN_SITE_MAP)
    .execute()
  return rows.map(({ id }) => id)
}

/** Services after a cursor in the order of position and id; the cursor may be a deleted service. */
const afterService = (ctx: Context, after: number) => (eb: ExpressionBuilder<Schema, 'services'>) =>
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

/** A single id uses `=`, whose plan PostgreSQL caches; a list of unknown length is planned for each query. */
const isAmong = (column: string, ids: number[]) =>
  ids.length === 1 ? sql<boolean>`${sql.ref(column)} = ${ids[0]}` : sql<boolean>`${sql.ref(column)} = ${anyId(ids)}`

const isOnDays = (days: PlainDate[]) =>
  days.length === 1 ? sql<boolean>`visit_day = ${days[0]}` : sql<boolean>`visit_day = any(${days}::date[])`

/** The services of these ids that staff may book, hidden ones included; an API key books those that programs may see. */
export function listBookableServices(ctx: Context, ids: number[]): Promise<BookableService[]> {
  if (ids.length === 0) return Promise.resolve([])
  return bookableServices(ctx)
    .where(isAmong('services.id', ids))
    .$if(isByKey(ctx), (query) => query.where('visible_api', '=', true))
    .execute()
}

/** Microseconds since 2000 as 8-byte integers, PostgreSQL's binary format, which is cheaper than text. */
const aggregateMoments = (moments: RawBuilder<unknown>) =>
  sql<Buffer | null>`string_agg(timestamptz_send(${moments}), '')`

const MOMENT_BYTES = 8
const MICROSECONDS = 60_000_000
const MINUTE_2000 = Date.UTC(2000) / 60_000

/** Epoch minutes, unsorted because sorting in PostgreSQL would double the query time. */
function decodeMinutes(moments: Buffer | null): number[] {
  if (!moments) return []
  const minutes = new Array<number>(moments.length / MOMENT_BYTES)
  for (let i = 0; i < minutes.length; i++) {
    const at = i * MOMENT_BYTES
    const microseconds = moments.readInt32BE(at) * 2 ** 32 + moments.readUInt32BE(at + 4)
    minutes[i] = MINUTE_2000 + Math.round(microseconds / MICROSECONDS)
  }
  return minutes
}

/** Whole milliseconds until the first slot hold expires. */
const heldFor = sql<number | null>`ceil(extract(epoch from min(held_until) - now()) * 1000)::float8`

type OccupiedRow = {
  calendar_id: number
  visit_day: PlainDate
  busy_from: Temporal.Instant
  busy_to: Temporal.Instant
  /** Null without processing times. */
  processing: string | null
  booking_id: number | null
  /** Null for a booking; the five columns below are null for a slot hold. */
  held_until: Temporal.Instant | null
  customer_id: number | null
  name: string | null
  surname: string | null
  visit_hour: PlainTime | null
  service_duration: number | null
}

/**
 * Bookings that are not cancelled, with buffers, and slot holds that have not expired; without the booking `except` and
 * its hold. Their calendar is free during `processing`.
 */
const occupiedTimes = (ctx: Context, where: RawBuilder<boolean>, except?: number) =>
  sql<OccupiedRow>`(
    select calendar_id, visit_day, coalesce(busy_from, starts_at) as busy_from, coalesce(busy_to, ends_at) as busy_to,
      processing, id as booking_id, null::timestamptz as held_until, customer_id, name, surname, visit_hour, service_duration
    from bookings
    where tenant_id = ${ctx.tenant.id} and deleted_at is null and ${where} ${except === undefined ? sql`` : sql`and id != ${except}`}
    union all
    select calendar_id, visit_day, starts_at, ends_at, processing, booking_id, held_until, null, null, null, null, null from slot_holds
    where tenant_id = ${ctx.tenant.id} and ${isHeld} and ${where}
      ${except === undefined ? sql`` : sql`and booking_id is distinct from ${except}`}
  )`.as<'taken'>(sql.ref('taken'))

/**
 * The busy times of a calendar in epoch minutes. Without changes they are valid until `until` (epoch milliseconds), when
 * the first slot hold expires.
 */
export type Busy = BusyTimes & { until: number }

/**
 * The occupied times of each calendar from `from` to `to`, both included; no visit lasts past midnight. Leaves out the
 * booking `except`; omits calendars without any.
 */
export async function listBusy(
  ctx: Context,
  calendarIds: number[],
  from: PlainDate,
  to: PlainDate,
  except?: number,
): Promise<Map<number, Busy>> {
  const where = sql<boolean>`${isAmong('calendar_id', calendarIds)} and visit_day >= ${from} and visit_day <= ${to}`
  const occupied = ctx.db.selectFrom(occupiedTimes(ctx, where, except))
  const rows = await occupied
    .select([
      'calendar_id',
      sql<boolean>`true`.as('is_visit'),
      aggregateMoments(sql.ref('busy_from')).as('starts'),
      aggregateMoments(sql.ref('busy_to')).as('ends'),
      heldFor.as('held_for'),
    ])
    .groupBy('calendar_id')
    .unionAll(
      occupied
        .innerJoinLateral(sql`unnest(processing)`.as<'part'>(sql.ref('part')), (join) => join.onTrue())
        .where('processing', 'is not', null)
        .select([
          'calendar_id',
          sql<boolean>`false`.as('is_visit'),
          aggregateMoments(sql`lower(part)`).as('starts'),
          aggregateMoments(sql`upper(part)`).as('ends'),
          sql<number | null>`null`.as('held_for'),
        ])
        .groupBy('calendar_id'),
    )
    .execute()
  const read = ({ starts, ends }: Partial<(typeof rows)[number]> = {}) => ({
    starts: decodeMinutes(starts ?? null),
    ends: decodeMinutes(ends ?? null),
  })
  return new Map(
    [...Map.groupBy(rows, ({ calendar_id }) => calendar_id)].map(([calendarId, rows]) => {
      const visits = rows.find(({ is_visit }) => is_visit)
      const processing = rows.find(({ is_visit }) => !is_visit)
      const until = ctx.now.epochMilliseconds + (visits?.held_for ?? Number.POSITIVE_INFINITY)
      return [calendarId, { ...busyTimes(read(visits), read(processing)), until }]
    }),
  )
}

/** Epoch minutes; stored times have no seconds. */
const epochMinuteColumn = (column: 'busy_from' | 'busy_to') =>
  sql<number>`(extract(epoch from ${sql.ref(column)}) / 60)::integer`

/** Bookings and slot holds of calendars on some days, by start. */
export function listOccupied(ctx: Context, calendarIds: number[], days: PlainDate[]) {
  const where = sql<boolean>`${isAmong('calendar_id', calendarIds)} and ${isOnDays(days)}`
  return ctx.db
    .selectFrom(occupiedTimes(ctx, where))
    .select(['calendar_id', 'visit_day', 'booking_id', 'visit_hour', 'service_duration'])
    .select([shownField(ctx, 'name', 'taken').as('name'), shownField(ctx, 'surname', 'taken').as('surname')])
    .select([epochMinuteColumn('busy_from').as('from'), epochMinuteColumn('busy_to').as('to')])
    .select(rangesInMinutes(sql`processing`, sql`timestamptz 'epoch'`).as('processing'))
    .orderBy('busy_from')
    .execute()
}

export type OccupiedTime = Awaited<ReturnType<typeof listOccupied>>[number]

/** Locks the calendar's day until the transaction ends and increments its version. */
export async function lockCalendarDay(ctx: Context, calendarId: number, day: PlainDate) {
  await ctx.db
    .insertInto('calendar_days')
    .values({ tenant_id: ctx.tenant.id, calendar_id: calendarId, day })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'calendar_id', 'day']).doUpdateSet({ version: sql`calendar_days.version + 1` }),
    )
    .execute()
}

/** The sum of the versions of calendar days; it changes with every booking, reschedule and cancellation. */
export async function findDaysVersion(ctx: Context, { calendarIds, first, last }: CalendarDays): Promise<string> {
  const { version } = await ctx.db
    .selectFrom('calendar_days')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('version'), sql<string>`0`).as('version'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where(isAmong('calendar_id', calendarIds))
    .where('day', '>=', first)
    .where('day', '<=', last)
    .executeTakeFirstOrThrow()
  return version
}
