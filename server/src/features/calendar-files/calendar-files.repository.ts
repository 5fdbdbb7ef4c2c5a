import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { sql } from 'kysely'
import { localDateTime } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { WITHDRAWN_RIGHTS } from '../accounts/users/users.repository.ts'
import { calendarName } from '../availability/service-calendars.repository.ts'
import { CUSTOMER_COLUMNS, VISIT_COLUMNS } from '../availability/visit-columns.repository.ts'
import { shownField, shownPerson } from '../restriction/shown-person.repository.ts'

const FILE_COLUMNS = ['id', 'hidden_id', 'starts_at', 'ends_at', 'sequence'] as const

const touchedAt = sql<Temporal.Instant>`coalesce(deleted_at, updated_at, created_at)`.as('touched_at')

const bookings = (ctx: Context) =>
  ctx.db.selectFrom('bookings').where('tenant_id', '=', ctx.tenant.id).where('deleted_at', 'is', null)

export function findFileBooking(ctx: Context, hiddenId: string) {
  return bookings(ctx)
    .select([...FILE_COLUMNS, ...CUSTOMER_COLUMNS])
    .select(['name', 'surname', 'email', 'telephone'])
    .select(touchedAt)
    .where('hidden_id', '=', hiddenId)
    .executeTakeFirst()
}

const PAGE_SIZE = 1000

/** Days for which a cancelled booking stays in feeds, so that programs that keep what vanishes learn of it. */
const CANCELLED_DAYS = 30

/** `calendarId`: null for all calendars. */
type FeedContents = { from: PlainDate; calendarId: number | null }

/** The bookings from a day on, those lately cancelled included. */
function feedBookings(ctx: Context, { from, calendarId }: FeedContents) {
  const since = ctx.now.subtract({ hours: CANCELLED_DAYS * 24 }).toString()
  return ctx.db
    .selectFrom('bookings')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('visit_day', '>=', from)
    .where(sql<boolean>`(deleted_at is null or deleted_at > ${since}::timestamptz)`)
    .$if(calendarId !== null, (query) => query.where('calendar_id', '=', calendarId))
}

/** The bookings of a feed in chronological order, page by page. */
export async function* listFeedBookings(ctx: Context, { from, calendarId }: FeedContents) {
  let last: { visit_day: PlainDate; visit_hour: PlainTime; id: number } | undefined
  do {
    const page = await feedBookings(ctx, { from: last?.visit_day ?? from, calendarId })
      .select([...FILE_COLUMNS, ...VISIT_COLUMNS])
      .select([touchedAt, sql<boolean>`deleted_at is not null`.as('is_cancelled')])
      .select(shownPerson(ctx))
      .$if(last !== undefined, (query) =>
        query.where(
          sql<boolean>`(visit_day, visit_hour, id) > (${last!.visit_day}::date, ${last!.visit_hour}::time, ${last!.id}::bigint)`,
        ),
      )
      .orderBy('visit_day')
      .orderBy('visit_hour')
      .orderBy('id')
      .limit(PAGE_SIZE)
      .execute()
    if (page.length > 0) yield page
    last = page.length < PAGE_SIZE ? undefined : page.at(-1)
  } while (last)
}

/** A hash of the data that the feed shows of these bookings. */
export async function findFeedVersion(ctx: Context, contents: FeedContents): Promise<string> {
  const shownFields = sql<string>`jsonb_build_array(
    id, sequence, ${shownField(ctx, 'name')}, ${shownField(ctx, 'surname')}, ${shownField(ctx, 'telephone')}, ${calendarName})::text`
  const { version } = await feedBookings(ctx, contents)
    .select(sql<string>`coalesce(md5(string_agg(${shownFields}, ',' order by id)), '')`.as('version'))
    .executeTakeFirstOrThrow()
  return version
}

/** The contents of a link: all calendars if `calendar_id` is null, with or without customers' names. */
type FeedKind = { calendar_id: number | null; shows_names: boolean }
export const WHOLE_FEED: FeedKind = { calendar_id: null, shows_names: true }

const userFeeds = (ctx: Context, userId: number) =>
  ctx.db
    .selectFrom('calendar_feeds')
    .leftJoin('calendars', (join) =>
      join
        .onRef('calendars.tenant_id', '=', 'calendar_feeds.tenant_id')
        .onRef('calendars.id', '=', 'calendar_feeds.calendar_id'),
    )
    .where('calendar_feeds.tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('calendars.deleted_at', 'is', null)

/** Creates or replaces a user's link of a kind. Returns its id. */
export async function upsertFeed(ctx: Context, userId: number, newFeed: FeedKind & { token_hash: Buffer }) {
  const { token_hash } = newFeed
  const created_at = ctx.now.toString()
  const { id } = await ctx.db
    .insertInto('calendar_feeds')
    .values({ tenant_id: ctx.tenant.id, user_id: userId, created_at, ...newFeed })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'calendar_id', 'shows_names']).doUpdateSet({ token_hash, created_at }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns whether the user had one. */
export async function deleteFeed(ctx: Context, userId: number, which: FeedKind | { id: number }): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('calendar_feeds')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where((eb) =>
      'id' in which
        ? eb('id', '=', which.id)
        : eb.and([
            eb('calendar_id', 'is not distinct from', which.calendar_id),
            eb('shows_names', '=', which.shows_names),
          ]),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The links of a user, in the order of their creation. */
export const listFeeds = (ctx: Context, userId: number) =>
  userFeeds(ctx, userId)
    .select([
      'calendar_feeds.id',
      'calendar_id',
      'calendars.name as calendar_name',
      'shows_names',
      localDateTime('calendar_feeds.created_at', ctx.tenant.time_zone).as('created_at'),
    ])
    .orderBy('calendar_feeds.id')
    .execute()

/** The user and the kind of a feed's token; undefined if the user cannot log in or the calendar is deleted. */
export function findFeedUser(ctx: Context, tokenHash: Buffer) {
  return ctx.db
    .selectFrom('calendar_feeds')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'calendar_feeds.tenant_id').onRef('users.id', '=', 'calendar_feeds.user_id'),
    )
    .leftJoin('calendars', (join) =>
      join
        .onRef('calendars.tenant_id', '=', 'calendar_feeds.tenant_id')
        .onRef('calendars.id', '=', 'calendar_feeds.calendar_id'),
    )
    .select(['calendar_feeds.calendar_id', 'shows_names', 'calendars.name as calendar_name'])
    .select(WITHDRAWN_RIGHTS.as('withdrawn_rights'))
    .where('calendar_feeds.tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .where('is_disabled', '=', false)
    .where('users.deleted_at', 'is', null)
    .where('calendars.deleted_at', 'is', null)
    .executeTakeFirst()
}
