import { hash } from 'node:crypto'
import {
  type CompiledQuery,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
  type Transaction,
} from 'kysely'
import { type FairShare, fairShare } from '../lib/fair-share.ts'
import type { Pool } from './connection.ts'
import type { Schema } from './schema.ts'

/**
 * The database as one tenant sees it: row-level security hides the rows of all others. A statement outside a transaction
 * runs in one of its own.
 */
export type TenantDatabase = Kysely<Schema> & {
  /** Runs `work` in one transaction: commits it, or rolls back if `work` throws. Inside a transaction it joins that one. */
  inTransaction<T>(work: Work<T>): Promise<T>
}

type Work<T> = (db: TenantDatabase) => Promise<T>

/** Connections of a pool that are left to single statements when transactions have taken all others. */
const FOR_STATEMENTS = 4

/** How many requests for a connection one tenant may have waiting, and for how many milliseconds. */
const QUEUE = { waiting: 500, patience: 6_000 }

/** The part of a pool that all tenants share. */
type Shared = { db: Kysely<Schema>; transactions: FairShare; statements: FairShare }

const sharedOf = new WeakMap<Pool, Shared>()

/** A tenant waits in front of the pool for its share of the connections, so that a rush on it leaves the others theirs. */
function share(pool: Pool): Shared {
  const { max } = pool.options
  return {
    db: new Kysely({ dialect: new PostgresDialect({ pool: pool.isShared ? pool : namingStatements(pool) }) }),
    transactions: fairShare({ each: Math.max(1, max / 4), all: Math.max(1, max - FOR_STATEMENTS), ...QUEUE }),
    statements: fairShare({ each: Math.max(1, max / 2), all: max, ...QUEUE }),
  }
}

/** Names each statement by its text, so that PostgreSQL plans it once per connection. Planning most of them takes longer than running them. */
const namingStatements = (pool: Pool): PostgresPool => ({
  options: pool.options,
  async connect() {
    const client = await pool.connect()
    const query = (text: string, values: unknown[]) => client.query({ name: hash('sha1', text), text, values })
    const release = (isBroken?: boolean) => client.release(isBroken)
    return { query, release } as unknown as PostgresPoolClient
  },
  end: () => pool.end(),
})

/** Binds the pool to a tenant. Cheap, so every request may have its own. */
export function tenantDatabase(pool: Pool, tenantId: number): TenantDatabase {
  if (!Number.isSafeInteger(tenantId)) throw new TypeError('A tenant id is an integer')
  const { db, transactions, statements } = sharedOf.getOrInsertComputed(pool, share)

  async function withTenant<T>(connections: FairShare, work: (trx: Transaction<Schema>) => Promise<T>) {
    const giveBack = await connections.take(tenantId)
    try {
      return await db.transaction().execute(async (trx) => {
        await sql`select set_config('app.tenant_id', ${String(tenantId)}, true)`.execute(trx)
        try {
          return await work(trx)
        } catch (error) {
          // Statements that were asked beside a failed one end before the rollback.
          await sql`select`.execute(trx).catch(() => {})
          throw error
        }
      })
    } finally {
      giveBack()
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
  })
}

const refuse = () => {
  throw new Error('Use inTransaction')
}

function joinable(trx: Transaction<Schema>): TenantDatabase {
  const db: TenantDatabase = Object.assign(trx, { inTransaction: <T>(work: Work<T>) => work(db) })
  return db
}
