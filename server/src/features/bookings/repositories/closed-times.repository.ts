import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { anyId } from '../../../database/sql-expressions.ts'
import type { Context } from '../../../tenants/context.ts'
import { bookings, staffBookings } from './bookings.repository.ts'

/** A time to close: its days, both included, and its instants. */
export type ClosedTime = { day_from: PlainDate; day_to: PlainDate; starts: Temporal.Instant; ends: Temporal.Instant }

/** Times in which these calendars are closed. */
export type ClosedTimes = { calendarIds: number[]; times: ClosedTime[] }

const asInstant = (instant: Temporal.Instant) => sql<Temporal.Instant>`${instant.toString()}::timestamptz`

/** One statement for any number of times. */
const unnestTimes = (times: ClosedTime[]) => sql`unnest(
  ${times.map((time) => time.day_from)}::date[], ${times.map((time) => time.day_to)}::date[],
  ${times.map(({ starts }) => starts.toString())}::timestamptz[], ${times.map(({ ends }) => ends.toString())}::timestamptz[]
) as closed (day_from, day_to, starts, ends)`

const idsWithin = (ctx: Context, { calendarIds, times }: ClosedTimes) => sql<number>`any(array(
  select b.id from ${unnestTimes(times)}
  join bookings b on b.tenant_id = ${ctx.tenant.id} and b.calendar_id = ${anyId(calendarIds)}
    and b.visit_day >= closed.day_from and b.visit_day <= closed.day_to
    and b.starts_at < closed.ends and b.ends_at > closed.starts
  where b.deleted_at is null
))`

/** Upcoming bookings that overlap a closed time. */
const inClosedTimes = (ctx: Context, closed: ClosedTimes) => (eb: ExpressionBuilder<Schema, 'bookings'>) =>
  eb.and([eb('bookings.id', '=', idsWithin(ctx, closed)), eb('bookings.starts_at', '>', asInstant(ctx.now))])

/** In the order of the visits; `limit` of them after the id `after`. */
export function listBookingsInClosedTimes(ctx: Context, closed: ClosedTimes, after: number | undefined, limit: number) {
  return staffBookings(ctx)
    .where(inClosedTimes(ctx, closed))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('bookings.visit_day', 'bookings.visit_hour', 'bookings.id'),
          '>',
          eb
            .selectFrom('bookings as cursor')
            .select(['cursor.visit_day', 'cursor.visit_hour', 'cursor.id'])
            .where('cursor.tenant_id', '=', ctx.tenant.id)
            .where('cursor.id', '=', after!)
            .$asTuple('visit_day', 'visit_hour', 'id'),
        ),
      ),
    )
    .orderBy('bookings.visit_day')
    .orderBy('bookings.visit_hour')
    .orderBy('bookings.id')
    .limit(limit)
    .execute()
}

export async function countBookingsInClosedTimes(ctx: Context, closed: ClosedTimes): Promise<number> {
  const { count } = await bookings(ctx)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(inClosedTimes(ctx, closed))
    .executeTakeFirstOrThrow()
  return count
}

/** Days ahead to lock; no booking is made later. */
const MAX_DAYS_AHEAD = 800

/**
 * Locks the closed days until the transaction ends and increments their versions: one statement, in the order of
 * `lockServiceDays`.
 */
export async function lockClosedDays(ctx: Context, today: PlainDate, closed: ClosedTimes) {
  const { calendarIds, times } = closed
  await sql`
    insert into calendar_days (tenant_id, calendar_id, day)
    select ${ctx.tenant.id}::bigint, calendar_id, day from (
      select calendar_id, day::date
      from ${unnestTimes(times)}, unnest(${calendarIds}::bigint[]) as calendar_id,
        generate_series(
          greatest(closed.day_from, ${today}::date)::timestamp,
          least(closed.day_to, ${today}::date + ${MAX_DAYS_AHEAD}::int)::timestamp, '1 day'
        ) as day
      union
      select calendar_id, visit_day from bookings
      where tenant_id = ${ctx.tenant.id} and deleted_at is null and id = ${idsWithin(ctx, closed)}
    ) as requested (calendar_id, day)
    order by day, calendar_id
    on conflict (tenant_id, calendar_id, day) do update set version = calendar_days.version + 1`.execute(ctx.db)
}

/** Locks the bookings within closed times and returns their ids; the sending of an e-mail may have locked one. */
export async function lockBookingsInClosedTimes(ctx: Context, closed: ClosedTimes): Promise<number[]> {
  const rows = await bookings(ctx)
    .select('id')
    .where(inClosedTimes(ctx, closed))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
