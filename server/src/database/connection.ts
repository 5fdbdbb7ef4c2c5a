import type { Socket } from 'node:net'
import { StartupError } from '@prenoto/core/startup-error.ts'
import pg from 'pg'
import type { OutageLog } from '../lib/outage-log.ts'
import { measurePool } from './pool-metrics.ts'
import { DatabaseUnavailable, isRefused, isUnavailable } from './postgres-errors.ts'
import { type Primary, sharedPrimary, TIMELINE } from './primary.ts'

/** `isPooled`: connects through a pooler in transaction mode, so connections have no session state. */
export type Pool = pg.Pool & { isPooled?: boolean }

/** Connection strings by purpose. */
export type DatabaseUrls = {
  /** For requests and jobs; may be the owner's. */
  app: string
  /** For migrations and the command line, as the owner of the tables. Absent in processes without these rights. */
  owner?: string
  /** A direct connection for LISTEN when `app` leads to a pooler in transaction mode. */
  listen?: string
}

/** The URLs of a database without a pooler. */
export type DirectUrls = Required<Omit<DatabaseUrls, 'listen'>>

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

/** The role of requests and jobs: neither owner nor superuser, so row-level security applies. */
export const APP_ROLE = 'prenoto_app'

/** Milliseconds without traffic after which a connection in use is closed. */
const SOCKET_TIMEOUT = 8_000

/** Milliseconds. */
const STATEMENT_TIMEOUT = 7_000
const LOCK_TIMEOUT = 3_000

/** Session settings of every connection with the application role. */
export const APP_OPTIONS = `-c role=${APP_ROLE} -c statement_timeout=${STATEMENT_TIMEOUT} -c lock_timeout=${LOCK_TIMEOUT}`

/** Lets the owner see the rows of all tenants: see `system.isolate_tenants`. */
const OWNER_OPTIONS = '-c app.provider=on'

const COMMON_OPTIONS = '-c timezone=UTC -c idle_in_transaction_session_timeout=30s'

/** A client class that connects to the current primary and reports failures. */
const clientFor = (primary: Primary, outage?: OutageLog) =>
  class extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      const { url } = primary
      super({ ...config, connectionString: url })
      // Another host may have become the primary.
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

type Check = (client: pg.ClientBase) => Promise<void>

async function prepareClient(client: pg.ClientBase, check: Check) {
  // Without a listener a broken connection would end the process; the current query fails with the same error.
  client.on('error', () => {})
  await check(client)
}

type PoolOptions = {
  max: number
  name: string
  /** Absent behind a pooler, which refuses them; there the role has these settings. */
  options?: string
  /** Throws for a connection that cannot or must not be used. */
  check: Check
  types?: pg.CustomTypesConfig
  /** Milliseconds without traffic after which a connection in use is closed; never, if absent. */
  socketTimeout?: number
  idle?: IdleClients
  outage?: OutageLog
}

type IdleClients = Set<pg.ClientBase>

/** The idle connections of all pools of a process to one database. */
const idleClientsByDatabase = new WeakMap<DatabaseUrls, IdleClients>()

function openPool(
  url: string,
  { max, name, options, check, types = ownTypes, socketTimeout, idle = new Set(), outage }: PoolOptions,
) {
  const primary = sharedPrimary(url)
  const pool = new pg.Pool({
    max,
    types,
    Client: clientFor(primary, outage),
    application_name: `prenoto ${name}`,
    options: options && `${COMMON_OPTIONS} ${options}`,
    connectionTimeoutMillis: 4_000,
    idleTimeoutMillis: 60_000,
    // Bounds the number of prepared statements of a connection.
    maxLifetimeSeconds: 600,
    keepAlive: true,
    async onConnect(client) {
      if (socketTimeout) closeWhenUnresponsive(client, socketTimeout, idle)
      await prepareClient(client, check)
    },
  })
  pool.on('release', (_error, client) => {
    idle.add(client)
    if ((timelineByClient.get(client) ?? primary.timeline) < primary.timeline) getSocket(client).destroy()
  })
  for (const event of ['acquire', 'remove'] as const) pool.on(event, (client) => idle.delete(client))
  // Without a listener a broken idle connection would end the process; the pool replaces it, and `outage` logs it.
  pool.on('error', () => {})
  if (outage) pool.on('connect', outage.works)
  measurePool(name, pool)
  return pool
}

/**
 * Closes a connection in use without traffic for `timeout` milliseconds, and all idle connections with it, so that no later
 * query has to wait for the timeout of each.
 */
function closeWhenUnresponsive(client: pg.ClientBase, timeout: number, idle: IdleClients) {
  const stream = getSocket(client)
  stream.setTimeout(timeout)
  // Not `once`: the timeout also fires on idle connections, which are used later.
  stream.on('timeout', () => {
    if (idle.has(client)) return
    for (const one of [client, ...idle])
      getSocket(one).destroy(new DatabaseUnavailable('The database does not respond'))
  })
}

const getSocket = (client: pg.ClientBase) => (client as pg.Client).connection.stream as Socket

/** Connections as the owner of the tables, for migrations and the command line. */
export const openOwnerPool = (url: string) =>
  openPool(url, { max: 2, name: 'owner', options: OWNER_OPTIONS, check: requirePrimary })

type AppPoolOptions = Partial<Pick<PoolOptions, 'max' | 'name' | 'options' | 'types' | 'socketTimeout' | 'outage'>>

/** Connections with the application role. Statements need a tenant (see tenant-database.ts). */
export function openAppPool(
  urls: DatabaseUrls,
  { max = 16, name = 'app', options = '', socketTimeout = SOCKET_TIMEOUT, types, outage }: AppPoolOptions = {},
) {
  const isPooled = urls.listen !== undefined
  const idle = idleClientsByDatabase.getOrInsertComputed(urls, () => new Set())
  const pool = openPool(urls.app, {
    idle,
    max,
    name,
    types,
    socketTimeout,
    outage,
    options: isPooled ? undefined : `${APP_OPTIONS} ${options}`.trim(),
    check: (client) => requireAppRole(client, 'DATABASE_URL', urls),
  })
  return Object.assign(pool, { isPooled })
}

/** Connections for rate limits, whose latest counts may be lost in a crash of the database. */
export const openRateLimitPool = (urls: DatabaseUrls, outage?: OutageLog) =>
  openAppPool(urls, { max: 2, name: 'limits', options: '-c synchronous_commit=off', outage })

/** Separate connections for the job queue, so that jobs and requests do not block each other. */
export const openQueuePool = (urls: DatabaseUrls, outage: OutageLog) =>
  openAppPool(urls, { max: 3, name: 'jobs', types: pg.types as pg.CustomTypesConfig, outage })

/** A long-lived direct connection with the application role. */
export async function openAppClient(
  urls: DatabaseUrls,
  name: string,
  config: pg.ClientConfig = {},
): Promise<pg.Client> {
  const { app, listen = app } = urls
  const Client = clientFor(sharedPrimary(listen))
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
    await prepareClient(client, (client) =>
      requireAppRole(client, listen === app ? 'DATABASE_URL' : 'LISTEN_DATABASE_URL', urls),
    )
  } catch (error) {
    await client.end()
    throw error
  }
  return client
}

async function requirePrimary(client: pg.ClientBase) {
  const { rows } = await client.query('select pg_is_in_recovery() as standby')
  if (rows[0].standby) throw new DatabaseUnavailable('The database is a standby')
}

/** Whether the connection could become the owner, see the rows of all tenants, or wait without a timeout. */
const RIGHTS = `
  select ${TIMELINE}, current_user::text as role, current_setting('statement_timeout') as timeout,
         coalesce(bool_and(row_security_active(c.oid)), true) as guarded,
         coalesce(bool_or(pg_has_role(session_user, c.relowner, 'member')), false) as owner
  from pg_class c where c.oid = to_regclass('public.bookings')`

/** A pooler may ignore session settings, including the role, and so show the rows of all tenants. */
async function requireAppRole(client: pg.ClientBase, name: string, urls: DatabaseUrls) {
  const { rows } = await client.query(RIGHTS)
  const { timeline, role, timeout, guarded, owner } = rows[0]
  if (timeline === null) throw new DatabaseUnavailable('The database is a standby')
  requireNewestTimeline(client, timeline, urls)
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

class UnsafeLogIn extends StartupError {}

const timelineByClient = new WeakMap<pg.ClientBase, number>()

/**
 * Throws for a former primary, which may answer for a moment after a failover: whatever it accepts is lost. The first
 * connection on a newer timeline closes those on older ones, at once or when they are released.
 */
function requireNewestTimeline(client: pg.ClientBase, timeline: number, urls: DatabaseUrls) {
  const primary = sharedPrimary(urls.app)
  if (timeline < primary.timeline)
    throw new DatabaseUnavailable(
      `The database is a former primary: its timeline is ${timeline}, another one's was ${primary.timeline}. ` +
        'If it has been restored, restart this process.',
    )
  timelineByClient.set(client, timeline)
  if (timeline === primary.timeline) return
  primary.timeline = timeline
  for (const older of idleClientsByDatabase.get(urls) ?? []) getSocket(older).destroy()
}

/**
 * Tests the connection to the primary. Throws a StartupError when the database refuses it, and the original error when the
 * database is unavailable.
 */
export async function testConnection(name: string, url: string) {
  const error = await tryConnection(url)
  if (error === undefined) return
  if (isUnavailable(error) && !isRefused(error)) throw error
  throw new StartupError(`${name}: the database cannot be reached (${(error as Error).message})`)
}

async function tryConnection(url: string): Promise<unknown> {
  const primary = sharedPrimary(url)
  await primary.find()
  const Client = clientFor(primary)
  const client = new Client({ connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  try {
    await client.connect()
    await prepareClient(client, requirePrimary)
    return undefined
  } catch (error) {
    return error
  } finally {
    await client.end()
  }
}
