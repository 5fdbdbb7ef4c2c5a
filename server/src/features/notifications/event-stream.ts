import { PassThrough, type Readable } from 'node:stream'
import type { StreamEvent } from '@prenoto/core/notifications/notification-schema.ts'
import type { FastifyBaseLogger } from 'fastify'
import { isUnavailable } from '../../database/postgres-errors.ts'
import type { Clock } from '../../lib/clock.ts'
import type { StaffContext } from '../../tenants/context.ts'
import { findUserOfSession } from '../accounts/session/sessions.repository.ts'
import type { EventHub } from './event-hub.ts'
import { findNewestNotificationId, listNotificationIdsAfter } from './notifications.repository.ts'

/** Milliseconds between comments that keep proxies from closing a quiet connection. */
const HEARTBEAT = 20_000

/** Limit of missed notifications that are sent again. */
const MAX_MISSED = 100

/** Bytes of backlog after which a client is disconnected. */
const MAX_BUFFERED = 256 * 1024

type EventStreamOptions = {
  events: EventHub
  clock: Clock
  tokenHash: Buffer
  lastSeen: number | undefined
  log: FastifyBaseLogger
  heartbeat?: number
}

/**
 * The user's events as server-sent events, from now on or after the notification `lastSeen`.
 * Ends with the session, within a heartbeat if it expires.
 */
export function eventStream(
  ctx: StaffContext,
  { events, clock, tokenHash, lastSeen, log, heartbeat = HEARTBEAT }: EventStreamOptions,
): Readable {
  const stream = new PassThrough()
  let last = lastSeen

  const write = (text: string) => {
    if (stream.writableLength > MAX_BUFFERED) stream.destroy()
    else if (stream.writable) stream.write(text)
  }

  const send = ({ event, data }: StreamEvent) => {
    if (event === 'notification') last = Math.max(last ?? 0, data.id)
    const id = event === 'notification' ? `id: ${data.id}\n` : ''
    write(`${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Sends the notifications since the last one, and a refresh of bookings. */
  const catchUp = async () => {
    const missed = await listNotificationIdsAfter(ctx, ctx.user.id, last ?? 0, MAX_MISSED)
    for (const id of missed) send({ event: 'notification', data: { id } })
    send({ event: 'bookings', data: {} })
  }

  const beat = async () => {
    const isOpen = await findUserOfSession({ ...ctx, now: clock() }, tokenHash)
    if (isOpen) write(': still here\n\n')
    else stream.end()
  }

  // A new client has read the list, so it starts after the newest notification.
  const begin = async () => {
    last ??= await findNewestNotificationId(ctx, ctx.user.id)
    if (lastSeen !== undefined) await catchUp()
  }

  // The client reconnects. An outage of the database is logged once for all streams.
  const disconnect = (err: unknown) => {
    log[isUnavailable(err) ? 'debug' : 'error']({ err }, 'event stream failed')
    stream.destroy()
  }
  const unsubscribe = events.subscribe(ctx.tenant.id, {
    userId: ctx.user.id,
    session: tokenHash.toString('base64url'),
    send,
    catchUp: () => void catchUp().catch(disconnect),
    checkSession: () => void beat().catch(disconnect),
    end: () => stream.end(),
  })
  const timer = setInterval(() => void beat().catch(disconnect), heartbeat)
  stream.once('close', () => {
    clearInterval(timer)
    unsubscribe()
  })

  write('retry: 2000\n: welcome\n\n')
  void begin().catch(disconnect)
  return stream
}
