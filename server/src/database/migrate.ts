import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '@prenoto/core/startup-error.ts'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type DatabaseUrls, openAppPool, openOwnerPool, type Pool } from './connection.ts'
import { listMigrations, type Migrations } from './migrations.ts'
import { createQueues } from './queues.ts'

/** An arbitrary number that all processes share. */
const MIGRATION_LOCK = 7_239_001

/** The table of applied migrations, in the form of Kysely's Migrator, which reads the whole catalog for each migration. */
const APPLIED = 'migrations.kysely_migration'
const CREATE_APPLIED = `
  create schema if not exists migrations;
  create table ${APPLIED} (name varchar(255) primary key, timestamp varchar(255) not null)`

/** Attempts and interval in milliseconds while another transaction holds a lock. */
const ATTEMPTS = 60
const RETRY_INTERVAL = 1_000

const NOT_ALLOWED = '42501'
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Applies pending migrations as the owner of the tables; concurrent processes wait. Returns the names of the applied ones.
 * Throws a StartupError when they cannot be applied.
 */
export async function migrate(owner: Pool, migrations?: Migrations): Promise<string[]> {
  const all = migrations ?? (await listMigrations())
  const client = await owner.connect()
  try {
    await takeLock(client)
    const applied = (await isMigrated(owner, all)) ? [] : await applyPending(owner, all)
    await createQueues(owner)
    return applied
  } finally {
    // PostgreSQL releases the locks of a broken connection.
    await client.query('select pg_advisory_unlock_all()').catch(() => {})
    client.release()
  }
}

/** Polls, since a statement that waits for a lock would block `create index concurrently` in the other process. */
async function takeLock(client: pg.PoolClient) {
  const tryLock = () => client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [MIGRATION_LOCK])
  while (!(await tryLock()).rows[0]!.taken) await sleep(100)
}

async function applyPending(owner: Pool, all: Migrations): Promise<string[]> {
  const pending = await pendingMigrations(owner, all)
  try {
    if (!(await exists(owner, APPLIED))) await owner.query(CREATE_APPLIED)
    else if (pending.length === Object.keys(all).length) await refuseEarlierSchema(owner)
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: owner }) })
    for (const name of pending) await applyMigration(db, name, all[name]!)
  } catch (error) {
    throw readCode(error) === NOT_ALLOWED ? new StartupError(NOT_THE_OWNER) : error
  }
  return pending
}

/** The migrations of the time before the first release are gone. */
async function refuseEarlierSchema(owner: Pool) {
  const { rowCount } = await owner.query(`select from ${APPLIED} limit 1`)
  if (rowCount)
    throw new StartupError(
      'The database was made before the first release and cannot be migrated: start with an empty one.',
    )
}

const readCode = (error: unknown) => (error as { code?: string }).code

/** Retries while another transaction holds a lock. */
async function applyMigration(db: Kysely<unknown>, name: string, { up, inTransaction }: Migrations[string]) {
  async function apply(db: Kysely<unknown>) {
    await up(db)
    const now = Temporal.Now.instant().toString()
    await sql`insert into ${sql.table(APPLIED)} (name, timestamp) values (${name}, ${now})`.execute(db)
  }
  for (let attempt = 1; ; attempt++)
    try {
      return await (inTransaction ? db.transaction().execute(apply) : apply(db))
    } catch (error) {
      if (readCode(error) !== LOCK_NOT_AVAILABLE) throw error
      if (attempt === ATTEMPTS) throw new StartupError(lockedFor(name))
      await sleep(RETRY_INTERVAL)
    }
}

const NOT_THE_OWNER =
  'The database user may not create tables: make it the owner of the database, as in ' +
  '`alter database prenoto owner to prenoto`, or name the owner in OWNER_DATABASE_URL.'

const lockedFor = (name: string) =>
  `The migration ${name} waited for minutes for a lock that another transaction holds. End that one, and start again.`

async function exists(pool: Pool | pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [table])
  return rows[0]!.exists
}

type Preparation = { log: Logger; prepare?: (owner: Pool) => Promise<unknown> }

/**
 * Migrates the database as its owner, then runs `prepare`. Without the owner's connection string it throws a StartupError for
 * pending migrations.
 */
export async function prepareDatabase(urls: DatabaseUrls, { log, prepare }: Preparation) {
  const pool = urls.owner ? openOwnerPool(urls.owner) : openAppPool(urls, { max: 1 })
  try {
    await warnOfChangedCollation(pool, log)
    if (!urls.owner) return await requireMigrated(pool)
    const applied = await migrate(pool)
    if (applied.length > 0) log.info({ applied }, 'database migrated')
    await prepare?.(pool)
  } finally {
    await pool.end()
  }
}

/** An upgrade of the operating system may have changed the order of texts, so that indexes miss rows. */
async function warnOfChangedCollation(pool: Pool, log: Logger) {
  const { rows } = await pool.query<{ database: string; before: string; now: string }>(
    `select datname as database, datcollversion as before, pg_database_collation_actual_version(oid) as now
     from pg_database
     where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)`,
  )
  for (const change of rows)
    log.warn(change, 'the collation of the database has changed: see "Upgrading" in docs/operations.md')
}

async function requireMigrated(pool: Pool) {
  if (await isMigrated(pool)) return
  throw new StartupError(
    'DATABASE_URL: the database lacks migrations of this version, and its user does not own the tables. ' +
      'Run `prenoto db migrate` with OWNER_DATABASE_URL first, or set that here, too.',
  )
}

/** Whether every migration of this version is applied; a newer version may have applied more. */
export async function isMigrated(pool: Pool, migrations?: Migrations): Promise<boolean> {
  return (await pendingMigrations(pool, migrations)).length === 0
}

/** The names of this version's migrations that are not applied, in their order. */
export async function pendingMigrations(pool: Pool, migrations?: Migrations): Promise<string[]> {
  const applied = new Set(await listAppliedMigrations(pool))
  return Object.keys(migrations ?? (await listMigrations())).filter((name) => !applied.has(name))
}

/** The names of the applied migrations, of a newer version, too, in their order. */
export async function listAppliedMigrations(client: Pool | pg.ClientBase): Promise<string[]> {
  if (!(await exists(client, APPLIED))) return []
  const { rows } = await client.query<{ name: string }>(`select name from ${APPLIED} order by name`)
  return rows.map(({ name }) => name)
}

/** 'current': all migrations of this version are applied; 'older': some; 'none': not a database of Prenoto. */
export async function migrationState(owner: Pool): Promise<'current' | 'older' | 'none'> {
  if (!(await exists(owner, APPLIED))) return 'none'
  return (await isMigrated(owner)) ? 'current' : 'older'
}
