import pg from 'pg'
import { PlainFailure } from '../plain-failure.ts'

export type Pool = pg.Pool

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184

const types = {
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

type PoolOptions = { max: number; name: string; options?: string }

function openPool(url: string, { max, name, options = '' }: PoolOptions) {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: `prenoto ${name}`,
    options: `-c timezone=UTC -c idle_in_transaction_session_timeout=30s ${options}`.trim(),
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    pipeline: true,
  })
  // An idle connection may die with its server; the pool replaces it, and the next query tells of a real trouble.
  pool.on('error', () => {})
  return pool
}

/** Connections as the owner of the tables: migrations and the provider's command line. */
export const openOwnerPool = (url: string) => openPool(url, { max: 2, name: 'owner' })

/** Connections under the application's role. Statements run only within a tenant (see tenant-database.ts). */
export const openAppPool = (url: string, max = 16) =>
  openPool(url, { max, name: 'app', options: `-c role=${APP_ROLE} -c statement_timeout=15s` })

/** Connections for work that may be lost in a crash of the database, such as counting requests. */
export const openCarelessPool = (url: string) =>
  openPool(url, { max: 2, name: 'limits', options: `-c role=${APP_ROLE} -c synchronous_commit=off` })

/** Throws a sentence for whoever starts the server when the database at DATABASE_URL cannot be had. */
export async function reachDatabase(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new PlainFailure(`DATABASE_URL: the database cannot be reached (${message || code})`)
  } finally {
    await client.end().catch(() => {})
  }
}
