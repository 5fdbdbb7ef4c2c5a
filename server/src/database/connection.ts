import type { Socket } from 'node:net'
import { StartupError } from '@prenoto/core/startup-error.ts'
import pg from 'pg'
import type { OutageLog } from '../lib/outage-log.ts'
import { DatabaseUnavailable, isRefused, isUnavailable } from './postgres-errors.ts'
import { type Primary, primaryOf } from './primary.ts'

/** `isPooled`: a pooler stands in between that gives each transaction another connection, so none keeps anything. */
export type Pool = pg.Pool & { isPooled?: boolean }

/** The log-ins of an installation, as connection strings. */
export type DatabaseUrls = {
  /** For requests and jobs; the owner's again where there is but one. */
  app: string
  /** For migrations and the command line, of the owner of the tables. Absent where this process may not have it. */
  owner?: string
  /** Direct, for the connection that listens: a pooler in transaction mode stands before `app`. Absent: `app` is direct. */
  listen?: string
}

/** Those of a database that is reached directly by either log-in. */
export type BothUrls = Required<Omit<DatabaseUrls, 'listen'>>

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184

const ownTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    switch (oid) {
      case INT8:
        return Number
      case DATE:
        return (text: string) => text
      case TIMESTAMPTZ:
        return (text: string) => Temporal.Instant.from(text)
      default:
        return pg.types.getTypeParser(oid, format)
    }
  },
} as pg.CustomTypesConfig

/** The role under which requests and jobs run: neither owner nor superuser, so row-level security holds. */
export const APP_ROLE = 'prenoto_app'

/** Milliseconds without a byte from the database after which a connection in use is given up. */
const SILENCE = 8_000

/** Milliseconds that PostgreSQL gives a statement, and a statement that waits for another one's lock. */
const STATEMENT_TIMEOUT = 7_000
const LOCK_TIMEOUT = 3_000

/** What every connection under the application's role is opened with. */
export const APP_OPTIONS = `-c role=${APP_ROLE} -c statement_timeout=${STATEMENT_TIMEOUT} -c lock_timeout=${LOCK_TIMEOUT}`

/** The owner says so before it sees the rows of all businesses: see `system.isolate_tenants`. */
const OWNER_OPTIONS = '-c app.provider=on'

const COMMON_OPTIONS = '-c timezone=UTC -c idle_in_transaction_session_timeout=30s'

/** A client that goes to whichever host takes writes as it is opened, and reports when that fails or it breaks later. */
const clientOf = (primary: Primary, outage?: OutageLog) =>
  class extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      const { url } = primary
      super({ ...config, connectionString: url })
      // Whatever ended it, refused or lost: the primary may have moved.
      this.connection.once('end', () => primary.lost(url))
      if (outage) this.on('error', outage.failed)
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void) {
      // Only pools report outages, and they connect with a callback.
      if (!callback) return super.connect()
      return super.connect((error: Error) => {
        if (error) outage?.failed(error)
        callback(error)
      })
    }
  }

type Proof = (client: pg.ClientBase) => Promise<void>

/** Throws when a new connection cannot take writes, or must not be used for them. */
async function admit(client: pg.ClientBase, prove: Proof) {
  // Without a listener a broken connection would end the process; the query under way fails with the same error.
  client.on('error', () => {})
  await prove(client)
}

type PoolOptions = {
  max: number
  name: string
  /** Absent behind a pooler, which refuses them: the log-in has these settings itself. */
  options?: string
  prove: Proof
  /** How values are read; ours unless said otherwise. */
  types?: pg.CustomTypesConfig
  /** Milliseconds without a byte in either direction after which a connection in use is given up; never, if absent. */
  silence?: number
  /** Where it says which of its connections nobody uses. */
  idle?: Idle
  outage?: OutageLog
}

/** Connections that nobody uses. */
type Idle = Set<pg.ClientBase>

/** Those of all pools of a process: one network leads to the database. */
const idleAt = new WeakMap<DatabaseUrls, Idle>()

function openPool(
  url: string,
  { max, name, options, prove, types = ownTypes, silence, idle = new Set(), outage }: PoolOptions,
) {
  const pool = new pg.Pool({
    max,
    types,
    Client: clientOf(primaryOf(url), outage),
    application_name: `prenoto ${name}`,
    options: options && `${COMMON_OPTIONS} ${options}`,
    connectionTimeoutMillis: 4_000,
    idleTimeoutMillis: 60_000,
    // Bounds the statements that PostgreSQL keeps planned for a connection.
    maxLifetimeSeconds: 600,
    keepAlive: true,
    async onConnect(client) {
      if (silence) giveUpWhenSilent(client, silence, idle)
      await admit(client, prove)
    },
  })
  pool.on('release', (_error, client) => idle.add(client))
  for (const event of ['acquire', 'remove'] as const) pool.on(event, (client) => idle.delete(client))
  // Without a listener a broken idle connection would end the process; the pool replaces it, and `outage` has logged it.
  pool.on('error', () => {})
  if (outage) pool.on('connect', outage.works)
  return pool
}

/**
 * Destroys a connection on which nothing comes or goes while somebody waits for it: whatever is at the other end is not. The
 * idle ones go with it, before somebody waits for each of them in vain.
 */
function giveUpWhenSilent(client: pg.ClientBase, silence: number, idle: Idle) {
  const stream = streamOf(client)
  stream.setTimeout(silence)
  // Again and again: a connection that had nothing to say falls silent, too, and is used later.
  stream.on('timeout', () => {
    if (idle.has(client)) return
    for (const silent of [client, ...idle]) streamOf(silent).destroy(new DatabaseUnavailable('The database is silent'))
  })
}

const streamOf = (client: pg.ClientBase) => (client as pg.Client).connection.stream as Socket

/** Connections as the owner of the tables: migrations and the provider's command line. */
export const openOwnerPool = (url: string) =>
  openPool(url, { max: 2, name: 'owner', options: OWNER_OPTIONS, prove: proveWritable })

type AppPoolOptions = Partial<Pick<PoolOptions, 'max' | 'name' | 'options' | 'types' | 'silence' | 'outage'>>

/** Connections under the application's role. Statements run only within a tenant (see tenant-database.ts). */
export function openAppPool(
  urls: DatabaseUrls,
  { max = 16, name = 'app', options = '', silence = SILENCE, types, outage }: AppPoolOptions = {},
) {
  const isPooled = urls.listen !== undefined
  const idle = idleAt.getOrInsertComputed(urls, () => new Set())
  const pool = openPool(urls.app, {
    idle,
    max,
    name,
    types,
    silence,
    outage,
    options: isPooled ? undefined : `${APP_OPTIONS} ${options}`.trim(),
    prove: (client) => proveHarmless(client, 'DATABASE_URL', urls),
  })
  return Object.assign(pool, { isPooled })
}

/** Connections for work that may be lost in a crash of the database, such as counting requests. */
export const openRateLimitPool = (urls: DatabaseUrls, outage?: OutageLog) =>
  openAppPool(urls, { max: 2, name: 'limits', options: '-c synchronous_commit=off', outage })

/** Connections for the job queue, so that jobs and requests do not wait for each other's. */
export const openQueuePool = (urls: DatabaseUrls, outage: OutageLog) =>
  openAppPool(urls, { max: 3, name: 'jobs', types: pg.types as pg.CustomTypesConfig, outage })

/** A direct connection of its own under the application's role, for what lasts as long as the process. */
export async function openAppClient(
  urls: DatabaseUrls,
  name: string,
  config: pg.ClientConfig = {},
): Promise<pg.Client> {
  const { app, listen = app } = urls
  const Client = clientOf(primaryOf(listen))
  const client = new Client({
    application_name: `prenoto ${name}`,
    options: `${COMMON_OPTIONS} ${APP_OPTIONS}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...config,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await admit(client, (client) =>
      proveHarmless(client, listen === app ? 'DATABASE_URL' : 'LISTEN_DATABASE_URL', urls),
    )
  } catch (error) {
    await client.end()
    throw error
  }
  return client
}

async function proveWritable(client: pg.ClientBase) {
  const { rows } = await client.query('select pg_is_in_recovery() as standby')
  if (rows[0].standby) throw new DatabaseUnavailable('The database is a standby')
}

/** Rights that a connection should not have: to become the owner, see every business's rows, or wait without end. */
const PROOF = `
  select pg_is_in_recovery() as standby, current_user::text as role, current_setting('statement_timeout') as timeout,
         coalesce(bool_and(row_security_active(c.oid)), true) as guarded,
         coalesce(bool_or(pg_has_role(session_user, c.relowner, 'member')), false) as owner
  from pg_class c where c.oid = to_regclass('public.bookings')`

/** A pooler may ignore what a connection is opened with, and its role with that: then it would see every business. */
async function proveHarmless(client: pg.ClientBase, name: string, urls: DatabaseUrls) {
  const { rows } = await client.query(PROOF)
  const { standby, role, timeout, guarded, owner } = rows[0]
  if (standby) throw new DatabaseUnavailable('The database is a standby')
  if (role !== APP_ROLE || !guarded)
    throw new UnsafeLogIn(
      `${name}: a connection works as ${role} instead of ${APP_ROLE}, so one business could see another. ` +
        `Behind a pooler the log-in has to be ${APP_ROLE} itself.`,
    )
  if (timeout === '0')
    throw new UnsafeLogIn(
      `${name}: its user has no statement_timeout, which behind a pooler belongs to the user: \`alter role ${APP_ROLE} set …\`, ` +
        'see "PgBouncer" in docs/operations.md.',
    )
  if (urls.owner !== urls.app && owner)
    throw new UnsafeLogIn(
      `${name}: its user owns the tables or may become their owner. ` +
        `Beside OWNER_DATABASE_URL use a log-in that is a member of ${APP_ROLE} and of nothing else.`,
    )
}

/** A connection that could see more than it should. */
class UnsafeLogIn extends StartupError {}

/**
 * Reaches the database for the first time. Throws a sentence for whoever starts the process when it can be reached and will
 * not have us, and what the database or the network said when it cannot be reached now.
 */
export async function reachDatabase(name: string, url: string) {
  const error = await tryToReach(url)
  if (error === undefined) return
  if (isUnavailable(error) && !isRefused(error)) throw error
  throw new StartupError(`${name}: the database cannot be reached (${(error as Error).message})`)
}

async function tryToReach(url: string): Promise<unknown> {
  const Client = clientOf(primaryOf(url))
  const client = new Client({ connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  try {
    await client.connect()
    await admit(client, proveWritable)
    return undefined
  } catch (error) {
    return error
  } finally {
    await client.end()
  }
}
