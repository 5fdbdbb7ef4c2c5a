import { createHash } from 'node:crypto'
import { readBookingFile } from '@prenoto/core/calendar-files/booking-file.endpoints.ts'
import * as endpoints from '@prenoto/core/calendar-files/calendar-files.endpoints.ts'
import { addDays } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { hashToken, newToken } from '../accounts/session/access-token.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { lockExistingCalendars } from '../calendars/calendars.repository.ts'
import { UnknownCalendar } from '../calendars/errors.ts'
import { bookingFile } from './booking-file.ts'
import { findBusiness } from './business.ts'
import {
  deleteFeed,
  findFeedUser,
  findFeedVersion,
  findFileBooking,
  listFeedBookings,
  listFeeds,
  upsertFeed,
  WHOLE_FEED,
} from './calendar-files.repository.ts'
import { FeedNotFound, FileBookingNotFound } from './errors.ts'
import { feedFile } from './feed-file.ts'

const DAYS_BACK = 30

const DOWNLOAD = { 'cache-control': 'no-store', 'content-disposition': 'attachment; filename="prenotazione.ics"' }

/** Cached by the calendar only, which revalidates every time. */
const FEED = { 'cache-control': 'private, no-cache' }

/** `port`: of a site on localhost. */
export function calendarFileRoutes(app: FastifyInstance, port: number) {
  implement(
    app,
    readBookingFile,
    async (ctx, { params }) => {
      const booking = await findFileBooking(ctx, params.hiddenId)
      if (!booking) throw new FileBookingNotFound()
      return Buffer.from(bookingFile(await findBusiness(ctx, port), booking, 'PUBLISH'))
    },
    { headers: DOWNLOAD },
  )

  implement(app, endpoints.readCalendarFeed, readFeed)
  implement(app, endpoints.createCalendarFeed, async (ctx) => {
    const { path } = await createLink(ctx, WHOLE_FEED)
    return { ...(await readFeed(ctx)), path }
  })
  implement(app, endpoints.deleteCalendarFeed, async (ctx) => {
    await deleteLink(ctx, WHOLE_FEED)
  })
  implement(app, endpoints.listFeedLinks, async (ctx) => ({ feeds: await listFeeds(ctx, ctx.user.id) }))
  implement(app, endpoints.createFeedLink, async (ctx, { body }) => {
    const { id, path } = await createLink(ctx, body)
    const link = (await listFeeds(ctx, ctx.user.id)).find((feed) => feed.id === id)
    if (!link) throw new FeedNotFound()
    return { ...link, path }
  })
  implement(app, endpoints.deleteFeedLink, async (ctx, { params: { id } }) => {
    if (!(await deleteLink(ctx, { id }))) throw new FeedNotFound()
  })
  implement(
    app,
    endpoints.readFeedFile,
    async (ctx, { params }) => {
      const [token = ''] = params.file.split('.')
      const feed = await findFeedUser(ctx, hashToken(token))
      if (!feed) throw new FeedNotFound()
      const { calendar_id, calendar_name, shows_names, withdrawn_rights } = feed
      const hidesContacts = withdrawn_rights.includes('contacts')
      return bookingsFeed(ctx, port, { calendarId: calendar_id, calendar_name, shows_names, hidesContacts })
    },
    { limit: 'calendar-feed', headers: FEED },
  )
}

type FeedKind = Parameters<typeof deleteFeed>[2]

/** Creates or replaces a link of the user. Throws 422 for a calendar that does not exist. */
async function createLink(ctx: StaffContext, kind: typeof WHOLE_FEED) {
  const token = newToken()
  const id = await transaction(ctx, async (ctx) => {
    const { calendar_id } = kind
    if (calendar_id !== null && (await lockExistingCalendars(ctx, [calendar_id])).length === 0)
      throw new UnknownCalendar('calendar_id')
    const id = await upsertFeed(ctx, ctx.user.id, { ...kind, token_hash: hashToken(token) })
    await recordAudit(ctx, { action: 'calendar_feed.created' })
    return id
  })
  return { id, path: `/api${endpoints.readFeedFile.path.replace(':file', `${token}.ics`)}` }
}

/** Returns whether there was one. */
const deleteLink = (ctx: StaffContext, which: FeedKind) =>
  transaction(ctx, async (ctx) => {
    const isDeleted = await deleteFeed(ctx, ctx.user.id, which)
    if (isDeleted) await recordAudit(ctx, { action: 'calendar_feed.deleted' })
    return isDeleted
  })

async function readFeed(ctx: StaffContext) {
  const feeds = await listFeeds(ctx, ctx.user.id)
  const whole = feeds.find(({ calendar_id, shows_names }) => calendar_id === null && shows_names)
  return { created_at: whole?.created_at ?? null }
}

type FeedOptions = Parameters<typeof feedFile>[2] & { calendarId: number | null }

/** The version covers everything in the feed: the bookings, the business, its time zone and what the link shows. */
async function bookingsFeed(ctx: Context, port: number, options: FeedOptions) {
  const { calendarId } = options
  const contents = { from: addDays(todayIn(ctx.tenant.time_zone, ctx.now), -DAYS_BACK), calendarId }
  const [business, bookings] = [await findBusiness(ctx, port), await findFeedVersion(ctx, contents)]
  return {
    version: createHash('sha256')
      .update(JSON.stringify([business, bookings, options]))
      .digest('base64url'),
    make: () => feedFile(business, listFeedBookings(ctx, contents), options),
  }
}
