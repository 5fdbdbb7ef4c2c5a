import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { parseHostUrls } from '../settings/database-hosts.ts'

/** Timeout of the query to one host, and pause between two searches, milliseconds. */
const QUERY_TIMEOUT = 2_000
const SEARCH_INTERVAL = 250

/** The current primary among several hosts. */
export type Primary = {
  /** Connection string of the primary found last. */
  readonly url: string
  /** Call when a connection to `url` fails or leads to a standby; searches again unless another primary was found since. */
  lost(url: string): void
}

const primaries = new Map<string, Primary>()

/** The primary of a connection string, shared by all connections of the process. */
export function primaryOf(url: string): Primary {
  const known = primaries.get(url)
  if (known) return known
  const { urls, problem } = parseHostUrls(url)
  if (problem !== undefined) throw new TypeError(problem)
  const primary = follow(urls)
  primaries.set(url, primary)
  return primary
}

function follow(urls: string[]): Primary {
  let current = urls[0]!
  let searching = false

  async function search() {
    while (searching) {
      const primary = await Promise.any(urls.map(requirePrimary)).catch(() => undefined)
      if (primary) {
        current = primary
        searching = false
      } else await sleep(SEARCH_INTERVAL, undefined, { ref: false })
    }
  }

  return {
    get url() {
      return current
    },
    lost(url) {
      if (urls.length === 1 || searching || url !== current) return
      searching = true
      void search()
    },
  }
}

/** Returns the connection string if its host is the primary; throws otherwise. */
async function requirePrimary(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: QUERY_TIMEOUT,
    query_timeout: QUERY_TIMEOUT,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as standby')
    if (rows[0].standby) throw new Error('a standby')
    return url
  } finally {
    void client.end()
  }
}
