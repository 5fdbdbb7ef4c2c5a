import { cutPage } from '@prenoto/core/contract/pagination.ts'
import * as endpoints from '@prenoto/core/notifications/notifications.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../lib/clock.ts'
import { fairSemaphore } from '../../lib/fair-semaphore.ts'
import { implement } from '../../plugins/endpoint-route.ts'
import { MAX_CONNECTIONS } from '../../plugins/overload.ts'
import { getLog } from '../../plugins/request-log.ts'
import { hashBearerToken } from '../accounts/session/access-token.ts'
import { NotificationNotFound } from './errors.ts'
import type { EventHub } from './event-hub.ts'
import { eventStream } from './event-stream.ts'
import { countUnread, listNotifications, markAllAsRead, markAsRead } from './notifications.repository.ts'

/** Prevents proxies from caching or buffering the stream, and clients from keeping the connection after it. */
const STREAM_HEADERS = { 'cache-control': 'no-store', 'x-accel-buffering': 'no', connection: 'close' }

/** Milliseconds between two streams that one session opens, so that a client in a loop does not delay other businesses. */
const PAUSE = 50

export function notificationRoutes(app: FastifyInstance, events: EventHub, clock: Clock) {
  const openings = fairSemaphore<string>({ perKey: 1, total: MAX_CONNECTIONS, maxQueuedPerKey: 100, timeout: 10_000 })
  implement(app, endpoints.listNotifications, async (ctx, { query: { per_page, last_id } }) => {
    const rows = await listNotifications(ctx, ctx.user.id, last_id, per_page + 1)
    const { items: notifications, ...tail } = cutPage(rows, per_page)
    return { notifications, ...tail, unread_count: await countUnread(ctx, ctx.user.id) }
  })
  implement(app, endpoints.readNotification, async (ctx, { params }) => {
    const notification = await markAsRead(ctx, ctx.user.id, params.id)
    if (!notification) throw new NotificationNotFound()
    return notification
  })
  implement(app, endpoints.readAllNotifications, (ctx) => markAllAsRead(ctx, ctx.user.id))
  implement(
    app,
    endpoints.streamNotifications,
    async (ctx, { headers }, raw) => {
      const tokenHash = hashBearerToken(raw)!
      setTimeout(await openings.acquire(tokenHash.toString('base64url')), PAUSE)
      const lastSeen = headers['last-event-id'] ? Number(headers['last-event-id']) : undefined
      return eventStream(ctx, { events, clock, tokenHash, lastSeen, log: getLog(raw) })
    },
    { headers: STREAM_HEADERS },
  )
}
