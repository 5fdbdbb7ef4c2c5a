import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Pool } from './connection.ts'
import { migrate } from './migrate.ts'
import type { Migrations } from './migrations.ts'

/** A table that exists before the migration, and the statements that wait until the migration has ended. */
export type LockedTable = { table: string; waiting: 'reads and writes' | 'writes'; rewritten: boolean }

/** `null` instead of tables for a migration that runs outside a transaction. */
export type MigrationLocks = { migration: string; tables: LockedTable[] | null }

/**
 * Applies the migrations to an empty scratch database, and reads the locks that each of the pending ones holds before its
 * transaction ends.
 */
export async function migrationLocks(
  scratch: Pool,
  migrations: Migrations,
  pending: string[],
): Promise<MigrationLocks[]> {
  const isPending = (name: string) => pending.includes(name)
  await migrate(scratch, Object.fromEntries(Object.entries(migrations).filter(([name]) => !isPending(name))))

  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: scratch }) })
  const all: MigrationLocks[] = []
  for (const migration of Object.keys(migrations).filter(isPending)) {
    const { up, inTransaction } = migrations[migration]!
    if (!inTransaction) await up(db)
    all.push({
      migration,
      tables: inTransaction ? await db.transaction().execute((trx) => listTakenLocks(trx, up)) : null,
    })
  }
  return all
}

async function listTakenLocks(trx: Kysely<unknown>, up: Migrations[string]['up']): Promise<LockedTable[]> {
  await sql`
    create temporary table table_before on commit drop as
    select oid, relfilenode from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
  `.execute(trx)
  await up(trx)
  const { rows } = await sql<LockedTable>`
    select
      now.relname as "table",
      case when bool_or(mode = 'AccessExclusiveLock') then 'reads and writes' else 'writes' end as waiting,
      bool_or(now.relfilenode <> before.relfilenode) as rewritten
    from pg_locks
    join table_before before on before.oid = pg_locks.relation
    join pg_class now on now.oid = before.oid
    where pid = pg_backend_pid() and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    group by now.relname
    order by now.relname
  `.execute(trx)
  return rows
}
