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
import { bookingFile } from './booking-file.ts'
import { findBusiness } from './business.ts'
import {
  deleteFeed,
  findFeed,
  findFeedUser,
  findFeedVersion,
  findFileBooking,
  listFeedBookings,
  upsertFeed,
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
    const token = newToken()
    await transaction(ctx, async (ctx) => {
      await upsertFeed(ctx, ctx.user.id, hashToken(token))
      await recordAudit(ctx, { action: 'calendar_feed.created' })
    })
    return { ...(await readFeed(ctx)), path: `/api${endpoints.readFeedFile.path.replace(':file', `${token}.ics`)}` }
  })
  implement(app, endpoints.deleteCalendarFeed, (ctx) =>
    transaction(ctx, async (ctx) => {
      if (await deleteFeed(ctx, ctx.user.id)) await recordAudit(ctx, { action: 'calendar_feed.deleted' })
    }),
  )
  implement(
    app,
    endpoints.readFeedFile,
    async (ctx, { params }) => {
      const [token = ''] = params.file.split('.')
      const user = await findFeedUser(ctx, hashToken(token))
      if (!user) throw new FeedNotFound()
      return bookingsFeed(ctx, port, { hidesContacts: user.withdrawn_rights.includes('contacts') })
    },
    { limit: 'calendar-feed', headers: FEED },
  )
}

const readFeed = async (ctx: StaffContext) => (await findFeed(ctx, ctx.user.id)) ?? { created_at: null }

/** The version covers everything in the feed: the bookings, the business, its time zone and the rights of the user. */
async function bookingsFeed(ctx: Context, port: number, options: { hidesContacts: boolean }) {
  const from = addDays(todayIn(ctx.tenant.time_zone, ctx.now), -DAYS_BACK)
  const [business, bookings] = [await findBusiness(ctx, port), await findFeedVersion(ctx, from)]
  return {
    version: createHash('sha256')
      .update(JSON.stringify([business, bookings, options]))
      .digest('base64url'),
    make: () => feedFile(business, listFeedBookings(ctx, from), options),
  }
}
