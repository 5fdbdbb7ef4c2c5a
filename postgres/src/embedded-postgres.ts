import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DataDirInUse, DataDirUnusable, EmbeddedPostgresError } from './embedded-postgres-errors.ts'
import { openPostgresHome, type PostgresHome } from './postgres-home.ts'
import { ensurePostmaster, isPostmasterRunning, stopPostmaster } from './postmaster.ts'

export type EmbeddedPostgres = {
  /** connects the superuser to the database 'prenoto' */
  url: string
  /** resolves when PostgreSQL has died, or was taken over, while it should run: there is nothing left to stop */
  lost: Promise<void>
  /** ends PostgreSQL; may be called twice */
  stop(): Promise<void>
}

/** Whoever holds this advisory lock owns the PostgreSQL. A killed owner's is free at once, so its orphan is taken back. */
const OWNER_LOCK = 7_366_686

/** A killed owner's connection may outlive it by a moment. */
const HELD_MS = 1_000

/** An owner that lives takes a lost lock again within this time. */
const RETAKE_MS = 500

/** How long PostgreSQL may be out of reach: it stops, starts, or recovers from the crash of one of its processes. */
const PATIENCE_MS = 20_000

/** Starts the PostgreSQL of this DATA_DIR, or takes it back from a killed server. Throws an EmbeddedPostgresError. */
export function startEmbeddedPostgres(dataDir: string, { durable = true } = {}): Promise<EmbeddedPostgres> {
  return inPlainWords(dataDir, async () => {
    const home = await openPostgresHome(dataDir, durable)
    const claim = await claimPostgres(home, durable, HELD_MS)
    if (!claim.lock) throw new DataDirInUse(home.dataDir, claim.holder)
    return own(home, claim.port, claim.lock)
  })
}

/** For the command line: joins the PostgreSQL of a running server, else starts it; stop() ends only what it started. */
export function joinEmbeddedPostgres(dataDir: string): Promise<Omit<EmbeddedPostgres, 'lost'>> {
  return inPlainWords(dataDir, async () => {
    const home = await openPostgresHome(dataDir, true)
    const wasRunning = await isPostmasterRunning(home)
    let claim = await claimPostgres(home, true, 0)
    if (claim.lock && wasRunning) {
      // Its owner may just have lost the lock with a process of PostgreSQL that crashed, and takes it again at once.
      await claim.lock.end()
      await sleep(RETAKE_MS)
      claim = await claimPostgres(home, true, 0)
    }
    if (claim.lock) return own(home, claim.port, claim.lock)
    return { url: connectionUrl(home, claim.port, 'prenoto'), stop: async () => {} }
  })
}

async function inPlainWords<T>(dataDir: string, attempt: () => Promise<T>) {
  try {
    return await attempt()
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? error : new DataDirUnusable(resolve(dataDir), error)
  }
}

function own(home: PostgresHome, port: number, first: pg.Client): EmbeddedPostgres {
  const { promise: lost, resolve: declareLost } = Promise.withResolvers<void>()
  let state: 'owned' | 'lost' | 'stopping' = 'owned'
  let stopped: Promise<void> | undefined

  const watch = (lock: pg.Client) =>
    lock.once('end', async () => {
      // A lock that cannot be taken again means that PostgreSQL is lost, which is reported below.
      const next = state === 'owned' && (await takeLockAgain(home, port).catch(() => undefined))
      if (next) return watch(next)
      if (state !== 'owned') return
      state = 'lost'
      declareLost()
    })
  watch(first)

  const stop = async () => {
    if (state === 'lost') return
    state = 'stopping'
    await stopPostmaster(home)
  }
  return { url: connectionUrl(home, port, 'prenoto'), lost, stop: () => (stopped ??= stop()) }
}

type Claim = { port: number; lock: pg.Client } | { port: number; lock?: undefined; holder: string }

/** Ours, with the owner's lock, or another's who holds on to it for longer than `heldMs`. */
async function claimPostgres(home: PostgresHome, durable: boolean, heldMs: number): Promise<Claim> {
  const start = Date.now()
  let heldSince: number | undefined
  for (;;) {
    const port = await ensurePostmaster(home, durable)
    const claim = await tryOwnerLock(home, port).catch((error) => {
      if (!isPassing(error) || Date.now() - start > PATIENCE_MS) throw error
    })
    if (claim) heldSince ??= Date.now()
    if (claim?.lock || (claim && Date.now() - heldSince! >= heldMs)) return claim
    await sleep(100)
  }
}

/** PostgreSQL itself lives on when one of its processes crashes, but closes every connection. */
async function takeLockAgain(home: PostgresHome, port: number) {
  while (await isPostmasterRunning(home)) {
    const claim = await tryOwnerLock(home, port).catch((error) => {
      if (!isPassing(error)) throw error
    })
    if (claim) return claim.lock
    await sleep(100)
  }
}

/** PostgreSQL stops, starts or is gone: another look will tell. */
const isPassing = (error: { code?: string; message: string }) =>
  ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(error.code ?? '') ||
  error.message.startsWith('Connection terminated')

async function tryOwnerLock(home: PostgresHome, port: number): Promise<Claim> {
  const client = new pg.Client({
    connectionString: connectionUrl(home, port, 'postgres'),
    application_name: `process ${process.pid}`,
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows: tried } = await client.query('select pg_try_advisory_lock($1) as taken', [OWNER_LOCK])
    if (tried[0].taken) return { port, lock: client }

    const { rows: holders } = await client.query(
      `select application_name from pg_stat_activity join pg_locks using (pid) where locktype = 'advisory' and objid = $1 and granted`,
      [OWNER_LOCK],
    )
    await client.end()
    return { port, holder: holders[0]?.application_name ?? 'just ending' }
  } catch (error) {
    await client.end()
    throw error
  }
}

const connectionUrl = ({ password }: PostgresHome, port: number, database: string) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
