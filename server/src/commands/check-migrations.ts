import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from '../database/connection.ts'
import { pendingMigrations } from '../database/migrate.ts'
import { type LockedTable, migrationLocks } from '../database/migration-locks.ts'
import { listMigrations } from '../database/migrations.ts'
import { inScratchDatabase } from './scratch-database.ts'

/** `rows` and `bytes` are PostgreSQL's estimates of this installation; bytes include indexes. */
type Locked = LockedTable & { rows: number; bytes: number }
type Check = { migration: string; tables: Locked[] | null }

/** The pending migrations with the tables that each locks, found by running them in a temporary PostgreSQL. */
export async function checkMigrations(owner: Pool): Promise<Check[]> {
  const pending = await pendingMigrations(owner)
  if (pending.length === 0) return []
  const migrations = await listMigrations()
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-check-'))
  const checks = await inScratchDatabase(folder, (scratch) => migrationLocks(scratch, migrations, pending))
  const sizes = await tableSizes(owner)
  return checks.map(({ migration, tables }) => ({
    migration,
    tables: tables?.map((table) => ({ ...table, ...(sizes.get(table.table) ?? { rows: 0, bytes: 0 }) })) ?? null,
  }))
}

async function tableSizes(owner: Pool) {
  const { rows } = await owner.query<{ name: string; rows: number; bytes: number }>(
    `select relname as name, greatest(reltuples, 0)::float8 as rows, pg_total_relation_size(oid)::float8 as bytes
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  return new Map(rows.map(({ name, rows, bytes }) => [name, { rows, bytes }]))
}

/** '0012-operator-rights' and, indented, 'users: reads and writes wait; about 1,200 rows, 0.3 MB'. */
export function lineOfCheck({ migration, tables }: Check): string {
  if (tables === null) return `${migration}\n  runs in steps outside a transaction, beside reads and writes`
  if (tables.length === 0) return `${migration}\n  locks no existing table`
  return [migration, ...tables.map((table) => `  ${lineOfTable(table)}`)].join('\n')
}

function lineOfTable({ table, waiting, rewritten, rows, bytes }: Locked): string {
  const size = `about ${Math.round(rows).toLocaleString('en')} rows, ${(bytes / 1e6).toFixed(1)} MB`
  return `${table}: ${waiting} wait${rewritten ? ', the whole table is rewritten' : ''}; ${size}`
}
