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

const touchedAt = sql<Temporal.Instant>`coalesce(updated_at, created_at)`.as('touched_at')

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

/** The bookings from a day on, in chronological order, page by page. */
export async function* listFeedBookings(ctx: Context, from: PlainDate) {
  let last: { visit_day: PlainDate; visit_hour: PlainTime; id: number } | undefined
  do {
    const page = await bookings(ctx)
      .select([...FILE_COLUMNS, ...VISIT_COLUMNS])
      .select(touchedAt)
      .select(shownPerson(ctx))
      .where('visit_day', '>=', last?.visit_day ?? from)
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
export async function findFeedVersion(ctx: Context, from: PlainDate): Promise<string> {
  const shownFields = sql<string>`jsonb_build_array(
    id, sequence, ${shownField(ctx, 'name')}, ${shownField(ctx, 'surname')}, ${shownField(ctx, 'telephone')}, ${calendarName})::text`
  const { version } = await bookings(ctx)
    .select(sql<string>`coalesce(md5(string_agg(${shownFields}, ',' order by id)), '')`.as('version'))
    .where('visit_day', '>=', from)
    .executeTakeFirstOrThrow()
  return version
}

/** Creates or replaces a user's feed link. */
export async function upsertFeed(ctx: Context, userId: number, tokenHash: Buffer) {
  const newFeed = { token_hash: tokenHash, created_at: ctx.now.toString() }
  await ctx.db
    .insertInto('calendar_feeds')
    .values({ tenant_id: ctx.tenant.id, user_id: userId, ...newFeed })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(newFeed))
    .execute()
}

/** Returns whether the user had one. */
export async function deleteFeed(ctx: Context, userId: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('calendar_feeds')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export function findFeed(ctx: Context, userId: number) {
  return ctx.db
    .selectFrom('calendar_feeds')
    .select(localDateTime('created_at', ctx.tenant.time_zone).as('created_at'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** The user of a feed token; undefined if they cannot log in. */
export function findFeedUser(ctx: Context, tokenHash: Buffer) {
  return ctx.db
    .selectFrom('calendar_feeds')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'calendar_feeds.tenant_id').onRef('users.id', '=', 'calendar_feeds.user_id'),
    )
    .select(['users.id', WITHDRAWN_RIGHTS.as('withdrawn_rights')])
    .where('calendar_feeds.tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .where('is_disabled', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
