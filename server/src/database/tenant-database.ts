import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Schema } from './schema.ts'

export type TenantDatabase = Kysely<Schema>

/** At most so many statements are kept prepared on a connection. */
const MAX_PREPARED = 300
const preparedNames = new Map<string, string>()

/** A statement's name on the wire, so that PostgreSQL parses and plans it once a connection. */
function preparedName(sql: string) {
  const known = preparedNames.get(sql)
  if (known || preparedNames.size >= MAX_PREPARED) return known
  const name = `p${preparedNames.size}`
  preparedNames.set(sql, name)
  return name
}

const beginFor = (tenantId: number) => `begin; set local app.tenant_id = '${tenantId}'`

function send(client: pg.PoolClient, { sql, parameters }: CompiledQuery) {
  return client.query({ text: sql, values: parameters as unknown[], name: preparedName(sql) })
}

/** One pooled connection, bound to a tenant: a statement outside a transaction gets one of its own. */
class TenantConnection implements DatabaseConnection {
  inTransaction = false
  readonly client: pg.PoolClient
  readonly #tenantId: number

  constructor(client: pg.PoolClient, tenantId: number) {
    this.client = client
    this.#tenantId = tenantId
  }

  async begin() {
    await this.client.query(beginFor(this.#tenantId))
    this.inTransaction = true
  }

  async end(how: 'commit' | 'rollback') {
    this.inTransaction = false
    await this.client.query(how)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount } = this.inTransaction ? await send(this.client, query) : await this.#alone(query)
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
  }

  /** Begin, statement and commit leave in one go; a failed statement makes the commit a rollback. */
  async #alone(query: CompiledQuery) {
    const [begun, result, committed] = await Promise.allSettled([
      this.client.query(beginFor(this.#tenantId)),
      send(this.client, query),
      this.client.query('commit'),
    ])
    for (const step of [begun, result, committed]) if (step.status === 'rejected') throw step.reason
    return (result as PromiseFulfilledResult<pg.QueryResult>).value
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported')
  }
}

/**
 * The database as one tenant sees it: every statement runs in a transaction that has that tenant set,
 * and row-level security hides all other rows. Cheap to make; keep it with the tenant.
 */
export function tenantDatabase(pool: pg.Pool, tenantId: number): TenantDatabase {
  if (!Number.isSafeInteger(tenantId)) throw new TypeError('A tenant id is an integer')

  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => new TenantConnection(await pool.connect(), tenantId),
    beginTransaction: (connection) => (connection as TenantConnection).begin(),
    commitTransaction: (connection) => (connection as TenantConnection).end('commit'),
    rollbackTransaction: (connection) => (connection as TenantConnection).end('rollback'),
    // A connection left inside a transaction is in an unknown state: it is closed, not reused.
    releaseConnection: async (connection) => {
      const { client, inTransaction } = connection as TenantConnection
      client.release(inTransaction)
    },
    destroy: async () => {},
  }

  return new Kysely<Schema>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  })
}
