import { PassThrough, type Readable } from 'node:stream'
import type { StreamEvent } from '@prenoto/core/notifications/notification-schema.ts'
import type { Clock } from '../../lib/clock.ts'
import type { StaffContext } from '../../tenants/context.ts'
import { findUserOfSession } from '../session/sessions.repository.ts'
import type { EventHub } from './event-hub.ts'
import { findNewestNotificationId, listNotificationIdsAfter } from './notifications.repository.ts'

/** Milliseconds between comments that keep proxies from closing a quiet connection. */
const HEARTBEAT = 20_000

/** Whoever missed more reads the list anyway. */
const MOST_MISSED = 100

/** A reader that is so far behind, in bytes, is gone. */
const MOST_BUFFERED = 256 * 1024

type Options = { events: EventHub; clock: Clock; tokenHash: Buffer; lastSeen: number | undefined; heartbeat?: number }

/**
 * One's own events as server-sent events, from now on or, with `lastSeen`, from after that notification.
 * Ends when the session does, within a heartbeat.
 */
export function eventStream(
  ctx: StaffContext,
  { events, clock, tokenHash, lastSeen, heartbeat = HEARTBEAT }: Options,
): Readable {
  const stream = new PassThrough()
  let last = lastSeen

  const write = (text: string) => {
    if (stream.writableLength > MOST_BUFFERED) stream.destroy()
    else if (stream.writable) stream.write(text)
  }

  const send = ({ event, data }: StreamEvent) => {
    if (event === 'notification') last = Math.max(last ?? 0, data.id)
    const id = event === 'notification' ? `id: ${data.id}\n` : ''
    write(`${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Sends what came since the last notification that was sent, and that bookings may have changed. */
  const catchUp = async () => {
    const missed = await listNotificationIdsAfter(ctx, ctx.user.id, last ?? 0, MOST_MISSED)
    for (const id of missed) send({ event: 'notification', data: { id } })
    send({ event: 'bookings', data: {} })
  }

  const beat = async () => {
    const isOpen = await findUserOfSession({ ...ctx, now: clock() }, tokenHash)
    if (isOpen) write(': still here\n\n')
    else stream.end()
  }

  // Sent nothing yet, the reader has all there is up to now.
  const begin = async () => {
    last ??= await findNewestNotificationId(ctx, ctx.user.id)
    if (lastSeen !== undefined) await catchUp()
  }

  const giveUp = () => stream.destroy()
  const unsubscribe = events.subscribe(ctx.tenant.id, {
    userId: ctx.user.id,
    send,
    catchUp: () => void catchUp().catch(giveUp),
    end: () => stream.end(),
  })
  const timer = setInterval(() => void beat().catch(giveUp), heartbeat)
  stream.once('close', () => {
    clearInterval(timer)
    unsubscribe()
  })

  write('retry: 2000\n: welcome\n\n')
  void begin().catch(giveUp)
  return stream
}
