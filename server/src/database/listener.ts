import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { outageLog } from '../lib/outage-log.ts'
import { type DatabaseUrls, openAppClient } from './connection.ts'

type Subscriber = {
  message(payload: string): void
  /** The connection was lost and is restored: messages in between were lost. */
  reconnected(): void
  /** All messages sent before this moment (of `performance.now()`) have been received. */
  receivedUntil?(moment: number): void
}

export type Listener = { close(): Promise<void> }

const RECONNECT_INTERVAL_MS = 500

/** Interval and timeout of the keepalive query in milliseconds, so a process is at most a second behind. */
const KEEPALIVE = { checkEvery: 400, timeout: 5_000 }

/** Listens on all channels over one connection and reconnects when it is lost. */
export async function openListener(
  urls: DatabaseUrls,
  subscribers: Record<string, Subscriber>,
  log: Logger,
  { checkEvery, timeout } = KEEPALIVE,
): Promise<Listener> {
  const outage = outageLog(log, 'listener')
  let client: pg.Client | undefined
  let closed = false
  let isChecking = false

  async function connect() {
    const fresh = await openAppClient(urls, 'listener', { query_timeout: timeout })
    fresh.on('notification', ({ channel, payload = '' }) => subscribers[channel]?.message(payload))
    try {
      for (const channel of Object.keys(subscribers)) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      fresh.connection.stream.destroy()
      throw error
    }
    fresh.once('end', () => {
      if (!closed) outage.failed(new Error('The connection ended'))
      void reconnect()
    })
    fresh.on('error', outage.failed)
    client = fresh
    if (closed) await fresh.end()
  }

  async function reconnect() {
    while (!closed) {
      await sleep(RECONNECT_INTERVAL_MS, undefined, { ref: false })
      try {
        await connect()
      } catch (error) {
        outage.failed(error)
        continue
      }
      outage.works()
      for (const subscriber of Object.values(subscribers)) subscriber.reconnected()
      return
    }
  }

  // Detects a dead connection, which looks like one without messages.
  async function check() {
    const [checked, moment] = [client, performance.now()]
    if (!checked || isChecking) return
    isChecking = true
    try {
      // PostgreSQL delivers pending notifications before it answers.
      await checked.query('select')
      if (checked === client) for (const subscriber of Object.values(subscribers)) subscriber.receivedUntil?.(moment)
    } catch (error) {
      if (!closed) outage.failed(error)
      checked.connection.stream.destroy()
    } finally {
      isChecking = false
    }
  }

  await connect()
  const checking = setInterval(check, checkEvery)
  checking.unref()
  return {
    async close() {
      closed = true
      clearInterval(checking)
      await client?.end()
    },
  }
}
