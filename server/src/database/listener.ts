import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { APP_ROLE } from './connection.ts'

type Hearer = {
  message(payload: string): void
  /** The connection was lost and is back: messages in between were missed. */
  back(): void
}

export type Listener = { close(): Promise<void> }

/** Milliseconds between attempts to connect again. */
const PAUSE = 500

/** Listens on a channel with a connection of its own, for as long as the process lives. */
export async function openListener(url: string, channel: string, hearer: Hearer): Promise<Listener> {
  let client: pg.Client | undefined
  let closed = false

  async function connect() {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'prenoto listener',
      options: `-c role=${APP_ROLE}`,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    fresh.on('error', () => {})
    fresh.on('notification', ({ payload = '' }) => hearer.message(payload))
    await fresh.connect()
    await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    fresh.once('end', reconnect)
    client = fresh
    if (closed) await fresh.end()
  }

  async function reconnect() {
    while (!closed) {
      await sleep(PAUSE, undefined, { ref: false })
      const isConnected = await connect().then(
        () => true,
        () => false,
      )
      if (isConnected) return hearer.back()
    }
  }

  await connect()
  return {
    async close() {
      closed = true
      await client?.end().catch(() => {})
    },
  }
}
