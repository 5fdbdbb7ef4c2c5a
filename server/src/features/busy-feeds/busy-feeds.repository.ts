import type { Interval } from '@prenoto/core/availability/intervals.ts'
import { type BusyFeed, type BusyFeedFailure, busyFeedFailures } from '@prenoto/core/busy-feeds/busy-feed-schema.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { sql } from 'kysely'
import type { Pool } from '../../database/connection.ts'
import type { FeedValidators } from '../../database/schema.ts'
import { anyOfTexts, isoInstant } from '../../database/sql-expressions.ts'
import { claimRows } from '../../tenants/claim-tenants.repository.ts'
import type { Context } from '../../tenants/context.ts'
import { toLocalSpan } from './local-span.ts'

const feeds = (ctx: Context) => ctx.db.selectFrom('busy_feeds').where('busy_feeds.tenant_id', '=', ctx.tenant.id)

const MAX_NEXT = 3

/** The feeds of a calendar, or one of them, in the order in which they were added. */
export async function listFeeds(ctx: Context, calendarId: number, id?: number): Promise<BusyFeed[]> {
  const now = ctx.now.toString()
  const rows = await feeds(ctx)
    .select(['id', 'name', 'host', 'events', 'failure'])
    .select([
      isoInstant('read_at').$notNull().as('read_at'),
      isoInstant('failing_since').as('failing_since'),
      sql<Interval[]>`(
        select coalesce(jsonb_agg(jsonb_build_object(
          'from', (extract(epoch from lower(part)) / 60)::integer, 'to', (extract(epoch from upper(part)) / 60)::integer
        ) order by part), '[]')
        from (
          select part from unnest(busy) part where upper(part) > ${now}::timestamptz order by part limit ${MAX_NEXT}
        ) first
      )`.as('next'),
      sql<number>`(
        select count(*)::integer from bookings b
        where b.tenant_id = busy_feeds.tenant_id and b.calendar_id = busy_feeds.calendar_id and b.deleted_at is null
          and b.visit_day >= ${todayIn(ctx.tenant.time_zone, ctx.now)} and b.ends_at > ${now}::timestamptz
          and busy_feeds.busy && tstzrange(b.starts_at, b.ends_at)
      )`.as('bookings'),
    ])
    .where('calendar_id', '=', calendarId)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('id')
    .execute()
  return rows.map(({ failure, next, ...feed }) => ({
    ...feed,
    failure: failure && busyFeedFailures[failure],
    next: next.map((interval) => toLocalSpan(interval, ctx.tenant.time_zone)),
  }))
}

export async function countOtherFeeds(ctx: Context, calendarId: number, addressHash: Buffer): Promise<number> {
  const { count } = await feeds(ctx)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('calendar_id', '=', calendarId)
    .where('address_hash', '!=', addressHash)
    .executeTakeFirstOrThrow()
  return count
}

export async function newFeedId(ctx: Context): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('busy_feeds_id_seq')::bigint as id`.execute(ctx.db)
  return rows[0]!.id
}

/** The result of a successful reading. */
type FeedResult = { busy: Interval[]; events: number; validators: FeedValidators }

type NewFeed = FeedResult & {
  id: number
  calendar_id: number
  name: string
  host: string
  address: Buffer
  address_hash: Buffer
}

const MINUTE_IN_MS = 60_000

const toInstantText = (epochMinute: number) =>
  Temporal.Instant.fromEpochMilliseconds(epochMinute * MINUTE_IN_MS).toString()

const toRanges = (busy: Interval[]) =>
  `{${busy.map(({ from, to }) => `[${toInstantText(from)},${toInstantText(to)})`).join(',')}}`

const afterReading = (ctx: Context, nextReadAt: Temporal.Instant) => ({
  read_at: ctx.now.toString(),
  failing_since: null,
  failure: null,
  failures: 0,
  next_read_at: nextReadAt.toString(),
})

/** Adds a feed, or reads that of the same address anew. Returns its id. */
export async function upsertBusyFeed(
  ctx: Context,
  { busy, validators, ...feed }: NewFeed,
  nextReadAt: Temporal.Instant,
): Promise<number> {
  const result = { busy: toRanges(busy), validators: JSON.stringify(validators), ...afterReading(ctx, nextReadAt) }
  const { name, events } = feed
  const { id } = await ctx.db
    .insertInto('busy_feeds')
    .values({ tenant_id: ctx.tenant.id, ...feed, ...result, created_at: ctx.now.toString() })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'calendar_id', 'address_hash']).doUpdateSet({ name, events, ...result }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the deleted feed. */
export const deleteFeed = (ctx: Context, calendarId: number, id: number) =>
  ctx.db
    .deleteFrom('busy_feeds')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('calendar_id', '=', calendarId)
    .where('id', '=', id)
    .returning(['name', 'host'])
    .executeTakeFirst()

/** A feed to read, and when its calendar was deleted. */
export const findFeedToRead = (ctx: Context, id: number) =>
  feeds(ctx)
    .innerJoin('calendars', (join) =>
      join
        .onRef('calendars.tenant_id', '=', 'busy_feeds.tenant_id')
        .onRef('calendars.id', '=', 'busy_feeds.calendar_id'),
    )
    .select(['address', 'validators', 'failures', 'failing_since', 'calendar_id', 'deleted_at'])
    .where('busy_feeds.id', '=', id)
    .executeTakeFirst()

/** Stores a successful reading; without a `result` the last one still holds. */
export async function recordReading(ctx: Context, id: number, nextReadAt: Temporal.Instant, result?: FeedResult) {
  await ctx.db
    .updateTable('busy_feeds')
    .set(afterReading(ctx, nextReadAt))
    .$if(result !== undefined, (query) =>
      query.set({
        busy: toRanges(result!.busy),
        events: result!.events,
        validators: JSON.stringify(result!.validators),
      }),
    )
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

type FailedReading = { failure: BusyFeedFailure; failures: number; since: Temporal.Instant; next: Temporal.Instant }

/** Keeps the times of the last successful reading. */
export async function recordFailure(ctx: Context, id: number, { failure, failures, since, next }: FailedReading) {
  await ctx.db
    .updateTable('busy_feeds')
    .set({ failure, failures, failing_since: since.toString(), next_read_at: next.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** A feed that has not been read since then; undefined once it was. */
export async function findFailingFeed(ctx: Context, id: number, since: string) {
  const feed = await feeds(ctx)
    .innerJoin('calendars', (join) =>
      join
        .onRef('calendars.tenant_id', '=', 'busy_feeds.tenant_id')
        .onRef('calendars.id', '=', 'busy_feeds.calendar_id'),
    )
    .select(['busy_feeds.name', 'calendars.name as calendar_name', 'failure'])
    .where('busy_feeds.id', '=', id)
    .where('failing_since', '=', sql<Temporal.Instant>`${since}::timestamptz`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!feed?.failure) return undefined
  return { ...feed, failure: feed.failure, day: todayIn(ctx.tenant.time_zone, Temporal.Instant.from(since)) }
}

/** Days in which a stale copy of our feed may still show a booking that has passed. */
const DAYS_BACK = 60

/** Those of some UIDs of calendar files that belong to bookings of the business, cancelled ones included. */
export async function listBookingUids(ctx: Context, uids: string[]): Promise<string[]> {
  const uid = sql<string>`left(encode(sha256(convert_to('calendar entry ' || hidden_id, 'UTF8')), 'hex'), 32) || '@prenoto'`
  const rows = await ctx.db
    .selectFrom('bookings')
    .select(uid.as('uid'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('visit_day', '>=', addDays(todayIn(ctx.tenant.time_zone, ctx.now), -DAYS_BACK))
    .where(uid, '=', anyOfTexts(uids))
    .execute()
  return rows.map((row) => row.uid)
}

/** The busy times of each calendar on some days, in order, without those of deleted calendars. */
export async function listBusySpans(ctx: Context, from: PlainDate, to: PlainDate) {
  const { time_zone } = ctx.tenant
  const { rows } = await sql<Interval & { calendar_id: number; calendar_name: string }>`
    select calendar_id, calendars.name as calendar_name, (extract(epoch from lower(part)) / 60)::integer as from,
      (extract(epoch from upper(part)) / 60)::integer as to
    from (
      select tenant_id, calendar_id, range_agg(busy) as busy from busy_feeds
      where tenant_id = ${ctx.tenant.id} group by tenant_id, calendar_id
    ) feed
    join calendars on calendars.tenant_id = feed.tenant_id and calendars.id = feed.calendar_id
    cross join unnest(busy * tstzmultirange(tstzrange(
      ${from}::date::timestamp at time zone ${time_zone}, (${to}::date + 1)::timestamp at time zone ${time_zone}))) part
    where calendars.deleted_at is null
    order by part, calendar_id`.execute(ctx.db)
  return rows.map(({ calendar_id, calendar_name, ...interval }) => ({
    calendar_id,
    calendar_name,
    ...toLocalSpan(interval, time_zone),
  }))
}

/** Claims the feeds that are due, each for one process. */
export const claimBusyFeeds = (
  pool: Pool,
  now: Temporal.Instant,
  plan: Parameters<typeof claimRows<{ tenant_id: number; feed_id: number }>>[2],
) => claimRows(pool, { text: 'select tenant_id, feed_id from claim_busy_feeds($1)', values: [now.toString()] }, plan)
