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
  /** Asks the hosts once, if there are several; call before the first connection. */
  find(): Promise<void>
  /** The newest timeline of all connections so far, 0 before the first. PostgreSQL begins one with each promotion. */
  timeline: number
}

/** SQL for the timeline of a primary, null for a standby. */
export const TIMELINE = `
  case when not pg_is_in_recovery()
    then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`

const primaries = new Map<string, Primary>()

/** The primary of a connection string, shared by all connections of the process. */
export function sharedPrimary(url: string): Primary {
  const existingPrimary = primaries.get(url)
  if (existingPrimary) return existingPrimary
  const { urls, problem } = parseHostUrls(url)
  if (problem !== undefined) throw new TypeError(problem)
  const primary = follow(urls)
  primaries.set(url, primary)
  return primary
}

function follow(urls: string[]): Primary {
  let current = urls[0]!
  let searching = false

  async function find() {
    if (urls.length === 1) return
    try {
      current = await Promise.any(urls.map((url) => requirePrimary(url, primary.timeline)))
      searching = false
    } catch (error) {
      // The next connection leads there and says why it is refused.
      const former = (error as AggregateError).errors.find((one) => one instanceof FormerPrimary)
      if (former) current = former.url
    }
  }

  async function search() {
    while (searching) {
      await find()
      if (searching) await sleep(SEARCH_INTERVAL, undefined, { ref: false })
    }
  }

  const primary: Primary = {
    timeline: 0,
    get url() {
      return current
    },
    lost(url) {
      if (urls.length === 1 || searching || url !== current) return
      searching = true
      void search()
    },
    find,
  }
  return primary
}

class FormerPrimary extends Error {
  readonly url: string

  constructor(url: string) {
    super('a former primary')
    this.url = url
  }
}

/** Returns the connection string if its host is the primary and on this timeline or a newer one; throws otherwise. */
async function requirePrimary(url: string, timeline: number): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: QUERY_TIMEOUT,
    query_timeout: QUERY_TIMEOUT,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(`select ${TIMELINE}`)
    if (rows[0].timeline === null) throw new Error('a standby')
    if (rows[0].timeline < timeline) throw new FormerPrimary(url)
    return url
  } finally {
    void client.end()
  }
}
