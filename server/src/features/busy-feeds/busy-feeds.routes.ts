import * as endpoints from '@prenoto/core/busy-feeds/busy-feeds.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { calendarRecords } from '../calendars/calendars.repository.ts'
import { CalendarNotFound } from '../calendars/errors.ts'
import { addFeed, removeFeed } from './add-feed.ts'
import { listFeeds } from './busy-feeds.repository.ts'
import type { FeedParts } from './read-feeds.ts'

export function busyFeedRoutes(app: FastifyInstance, parts: FeedParts) {
  implement(app, endpoints.listBusyFeeds, async (ctx, { params: { id } }) => {
    if (!(await calendarRecords.find(ctx, id))) throw new CalendarNotFound()
    return { feeds: await listFeeds(ctx, id) }
  })
  implement(
    app,
    endpoints.addBusyFeed,
    (ctx, { params, body }) => addFeed(ctx, parts, { ...body, calendarId: params.id }),
    { limit: 'busy-feed' },
  )
  implement(app, endpoints.deleteBusyFeed, (ctx, { params: { id, feed } }) => removeFeed(ctx, id, feed))
}
