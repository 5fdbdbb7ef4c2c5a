import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { outageLog } from '../lib/outage-log.ts'
import { type DatabaseUrls, openAppClient } from './connection.ts'

type Subscriber = {
  message(payload: string): void
  /** The connection was lost and is back: messages in between were missed. */
  back(): void
  /** Whatever was sent before this moment (of `performance.now()`) has arrived. */
  heardUntil?(moment: number): void
}

export type Listener = { close(): Promise<void> }

/** Milliseconds between attempts to connect again. */
const PAUSE = 500

/**
 * Milliseconds between questions whether the connection is still alive, and how long an answer may take. Who listens is sure
 * of the last second by them.
 */
const CHECKS = { checkEvery: 400, timeout: 5_000 }

/** Listens on channels, each with its subscriber, over one connection for as long as the process lives. */
export async function openListener(
  urls: DatabaseUrls,
  subscribers: Record<string, Subscriber>,
  log: Logger,
  { checkEvery, timeout } = CHECKS,
): Promise<Listener> {
  const outage = outageLog(log, 'database, for announcements')
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
      await sleep(PAUSE, undefined, { ref: false })
      try {
        await connect()
      } catch (error) {
        outage.failed(error)
        continue
      }
      outage.works()
      for (const subscriber of Object.values(subscribers)) subscriber.back()
      return
    }
  }

  // A connection that a network forgot says nothing, which sounds like no news.
  async function check() {
    const [asked, moment] = [client, performance.now()]
    if (!asked || isChecking) return
    isChecking = true
    try {
      // Before a connection answers it tells what was sent until then.
      await asked.query('select')
      if (asked === client) for (const subscriber of Object.values(subscribers)) subscriber.heardUntil?.(moment)
    } catch (error) {
      if (!closed) outage.failed(error)
      asked.connection.stream.destroy()
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
