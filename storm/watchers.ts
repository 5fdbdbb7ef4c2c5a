import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Journal } from './journal.ts'
import type { KeptProcess } from './kept-process.ts'
import type { Shop, Staff } from './shop.ts'

/** What the stream tells a browser to wait before it connects again, milliseconds. */
const PAUSE = 2_000

type Parts = { journal: Journal; servers: KeptProcess[]; shop: Shop }

/**
 * Dashboards left open, as a browser keeps them: connected again whenever the stream ends, with the number of the last
 * notification that was heard.
 */
export function watchDashboards({ journal, servers, shop }: Parts) {
  const over = new AbortController()
  const { signal } = over
  const watchers = shop.staff.flatMap((staff) => servers.map((server, i) => ({ staff, server, i })))
  const watching = watchers.map(({ staff, server, i }) => watch(staff, server, `${staff.email} ${i}`))
  return {
    async close() {
      over.abort()
      await Promise.all(watching)
    },
  }

  async function watch(staff: Staff, server: KeptProcess, watcher: string) {
    let last: number | undefined
    const hear = (notifications: number[]) => {
      last = notifications.at(-1) ?? last
      journal.write({ kind: 'heard', watcher, user: staff.id, process: server.name, at: Date.now(), notifications })
    }
    while (!signal.aborted) {
      await streamOnce({ server, shop, staff, last, hear, signal })
      await sleep(PAUSE, undefined, { signal }).catch(() => {})
    }
  }
}

type Stream = {
  server: KeptProcess
  shop: Shop
  staff: Staff
  last: number | undefined
  hear: (notifications: number[]) => void
  signal: AbortSignal
}

/** One connection, until it ends. What it hears first is nothing: that it is open. */
function streamOnce({ server, shop, staff, last, hear, signal }: Stream) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const headers = {
    host: shop.domain,
    authorization: `Bearer ${staff.token}`,
    ...(last !== undefined && { 'last-event-id': String(last) }),
  }
  const path = '/api/notifications/stream'
  const sent = request({ host: '127.0.0.1', port: server.port(), path, headers, signal, agent: false }, (incoming) => {
    let text = ''
    if (incoming.statusCode === 200) hear([])
    incoming.setEncoding('utf8').on('data', (chunk: string) => {
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop()!
      const ids = blocks.flatMap((block) => [...block.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id)))
      if (ids.length > 0) hear(ids)
    })
    for (const end of ['end', 'error', 'close']) incoming.on(end, () => resolve())
  })
  sent.on('error', () => resolve())
  sent.end()
  return promise.finally(() => sent.destroy())
}
