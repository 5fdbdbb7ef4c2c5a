import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { hostUrlsOf } from '../settings/database-hosts.ts'

/** Milliseconds that a host may take to say whether it is the primary, and between two rounds of asking all of them. */
const ANSWER_LIMIT = 2_000
const PAUSE = 250

/** Which of several hosts takes writes now. */
export type Primary = {
  /** The connection string of the host that was found last. */
  readonly url: string
  /** A connection to `url` failed, or led to a standby: all hosts are asked, unless one has been found since. */
  lost(url: string): void
}

const primaries = new Map<string, Primary>()

/** The primary of a connection string; what one connection finds out all others of the process know. */
export function primaryOf(url: string): Primary {
  const known = primaries.get(url)
  if (known) return known
  const { urls, problem } = hostUrlsOf(url)
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
      // Without a primary all hosts are asked again after a pause.
      const found = await Promise.any(urls.map(askWhetherPrimary)).catch(() => undefined)
      if (found) {
        current = found
        searching = false
      } else await sleep(PAUSE, undefined, { ref: false })
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

/** The connection string again when its host takes writes. Throws otherwise. */
async function askWhetherPrimary(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_LIMIT,
    query_timeout: ANSWER_LIMIT,
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
