import { hash } from 'node:crypto'
import {
  type CompiledQuery,
  type Driver,
  Kysely,
  type LogEvent,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
  type Transaction,
} from 'kysely'
import { type FairSemaphore, fairSemaphore } from '../lib/fair-semaphore.ts'
import { isTracing, traceStatement } from '../lib/tracing.ts'
import type { Pool } from './connection.ts'
import { measureQueue } from './pool-metrics.ts'
import { DatabaseUnavailable } from './postgres-errors.ts'
import type { Schema } from './schema.ts'

/**
 * The database restricted to one tenant by row-level security. A statement outside a transaction runs in its own.
 */
export type TenantDatabase = Kysely<Schema> & {
  /** Runs `work` in a transaction and rolls back if it throws. Joins an open transaction. */
  inTransaction<T>(work: Work<T>): Promise<T>
  /** The same with a connection of those for statements, so that reads do not wait while bookings wait for a day. */
  inReadTransaction<T>(work: Work<T>): Promise<T>
  /** The same tenant, also while it is paused: to record what has already happened outside the database. */
  evenPaused(): TenantDatabase
}

type Work<T> = (db: TenantDatabase) => Promise<T>

/** Connections that transactions may not take, reserved for single statements. */
const RESERVED_FOR_STATEMENTS = 4

/** Bounds of one tenant's queue for a connection; the timeout is in milliseconds. */
const QUEUE = { maxQueuedPerKey: 500, timeout: 6_000 }

type Shared = { db: Kysely<Schema>; transactions: FairSemaphore; statements: FairSemaphore }

const sharedByPool = new WeakMap<Pool, Shared>()

/** Limits the connections of each tenant, so a rush on one tenant does not starve the others. */
function share(pool: Pool): Shared {
  const { max } = pool.options
  const shared = {
    db: new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: pool.isPooled ? pool : withPreparedStatements(pool) }),
      ...(isTracing() && { log: logStatement }),
    }),
    transactions: fairSemaphore({
      perKey: Math.max(1, max / 4),
      total: Math.max(1, max - RESERVED_FOR_STATEMENTS),
      ...QUEUE,
    }),
    statements: fairSemaphore({ perKey: Math.max(1, max / 2), total: max, ...QUEUE }),
  }
  measureQueue(pool, () => shared.transactions.queued() + shared.statements.queued())
  return shared
}

const logStatement = (event: LogEvent) =>
  traceStatement({
    sql: event.query.sql,
    milliseconds: event.queryDurationMillis,
    error: event.level === 'error' ? event.error : undefined,
  })

/** Prepares each statement under a hash of its text, so PostgreSQL plans it once per connection. */
const withPreparedStatements = (pool: Pool): PostgresPool => ({
  options: pool.options,
  async connect() {
    const client = await pool.connect()
    const query = (text: string, values: unknown[]) => client.query({ name: hash('sha1', text), text, values })
    const release = (isBroken?: boolean) => client.release(isBroken)
    return { query, release } as unknown as PostgresPoolClient
  },
  end: () => pool.end(),
})

/** Transactions of a paused tenant are refused; a retry succeeds when the pause ends. */
class TenantPaused extends DatabaseUnavailable {}

type TenantDatabaseOptions = { evenPaused?: boolean }

/** Binds the pool to a tenant; cheap enough for one per request. Transactions of a paused tenant throw TenantPaused. */
export function tenantDatabase(
  pool: Pool,
  tenantId: number,
  { evenPaused = false }: TenantDatabaseOptions = {},
): TenantDatabase {
  if (!Number.isSafeInteger(tenantId)) throw new TypeError('A tenant id is an integer')
  const { db, transactions, statements } = sharedByPool.getOrInsertComputed(pool, share)

  async function enter(trx: Transaction<Schema>) {
    const { rows } = await sql`select set_config('app.tenant_id', ${String(tenantId)}, true)
      where not exists (
        select from system.paused_tenants
        where tenant_id = ${tenantId} and (until is null or until > now()) and not ${evenPaused}
      )`.execute(trx)
    if (rows.length === 0) throw new TenantPaused('The business is paused')
  }

  async function withTenant<T>(connections: FairSemaphore, work: (trx: Transaction<Schema>) => Promise<T>) {
    const release = await connections.acquire(tenantId)
    try {
      return await db.transaction().execute(async (trx) => {
        await enter(trx)
        try {
          return await work(trx)
        } catch (error) {
          // Lets concurrent statements of the transaction end before the rollback.
          await sql`select`.execute(trx).catch(() => {})
          throw error
        }
      })
    } finally {
      release()
    }
  }

  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => ({
      executeQuery: <R>(query: CompiledQuery) =>
        withTenant(statements, (trx) => trx.executeQuery(query as CompiledQuery<R>)),
      streamQuery: refuse,
    }),
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  const dialect = Object.assign(new PostgresDialect({ pool }), { createDriver: () => driver })
  return Object.assign(new Kysely<Schema>({ dialect }), {
    inTransaction: <T>(work: Work<T>) => withTenant(transactions, (trx) => work(joinable(trx))),
    inReadTransaction: <T>(work: Work<T>) => withTenant(statements, (trx) => work(joinable(trx))),
    evenPaused: () => tenantDatabase(pool, tenantId, { evenPaused: true }),
  })
}

const refuse = () => {
  throw new Error('Use inTransaction')
}

function joinable(trx: Transaction<Schema>): TenantDatabase {
  const db: TenantDatabase = Object.assign(trx, {
    inTransaction: <T>(work: Work<T>) => work(db),
    inReadTransaction: <T>(work: Work<T>) => work(db),
    evenPaused: () => db,
  })
  return db
}
