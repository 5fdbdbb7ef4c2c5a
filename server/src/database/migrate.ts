import { setTimeout as sleep } from 'node:timers/promises'
import { PlainFailure } from '@prenoto/core/plain-failure.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import { applyMigration } from './apply-migration.ts'
import { APP_ROLE, type DatabaseUrls, openAppPool, openOwnerPool, type Pool } from './connection.ts'
import { migrationNames, RENAMED, readMigration } from './migration-files.ts'
import { createQueues } from './queues.ts'

/** Any number will do, as long as every process takes the same. */
const MIGRATION_LOCK = 7_239_001

/**
 * Brings the database to the newest migration; several processes may call it at once, one does the work.
 * Runs as the owner of the tables. Returns the names of the migrations that were applied. Throws a PlainFailure when
 * those of this version are not those that the database was migrated with.
 */
export async function migrate(owner: pg.Pool): Promise<string[]> {
  const client = await owner.connect()
  try {
    await takeTurn(client)
    await prepareSchema(client).catch(explainRights)
    const pending = await findPending(client)
    for (const name of pending) await applyMigration(client, await readMigration(name))
    await createQueues(owner)
    return pending
  } finally {
    // PostgreSQL releases the locks of a broken connection by itself.
    await client.query('select pg_advisory_unlock_all()').catch(() => {})
    client.release()
  }
}

/** Asks again and again: who waits within a statement is waited for by an index that is built concurrently. */
async function takeTurn(client: pg.PoolClient) {
  const isOurs = async () =>
    (await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [MIGRATION_LOCK])).rows[0]!.ours
  while (!(await isOurs())) await sleep(100)
}

type Preparation = { log: Logger; prepare?: (owner: Pool) => Promise<unknown> }

/**
 * Migrates the database as its owner, then runs `prepare`. A process without the owner's log-in can only look: it throws a sentence
 * when something is missing.
 */
export async function prepareDatabase(urls: DatabaseUrls, { log, prepare }: Preparation) {
  const pool = urls.owner ? openOwnerPool(urls.owner) : openAppPool(urls, { max: 1 })
  try {
    if (!urls.owner) return await requireMigrated(pool)
    const applied = await migrate(pool)
    if (applied.length > 0) log.info({ applied }, 'database migrated')
    await prepare?.(pool)
  } finally {
    await pool.end()
  }
}

async function requireMigrated(pool: Pool) {
  if (await isMigrated(pool)) return
  throw new PlainFailure(
    'DATABASE_URL: the database lacks migrations of this version, and its user does not own the tables. ' +
      'Run `prenoto db migrate` with OWNER_DATABASE_URL first, or set that here, too.',
  )
}

/** What is still to be applied. What was, must be as it was then, and come before it. */
async function findPending(client: pg.PoolClient): Promise<string[]> {
  const names = await migrationNames()
  await carryOver(client)
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    'select name, checksum from migrations.applied',
  )
  const applied = new Map(rows.filter(({ name }) => !(name in RENAMED)).map(({ name, checksum }) => [name, checksum]))

  for (const name of names) if (applied.has(name)) await compare(client, name, applied.get(name)!)

  const pending = names.filter((name) => !applied.has(name))
  const newest = [...applied.keys()].sort().at(-1)
  const late = pending.find((name) => newest && name < newest)
  if (late)
    throw new PlainFailure(
      `The migration ${late} comes too late: this database has ${newest} already. Give it the next number.`,
    )
  return pending
}

/** What was applied by versions that knew no checksums, or another name; that one stays, for their processes ask for it. */
async function carryOver(client: pg.PoolClient) {
  // A column that is there already must not be added: even that would wait for a dump to end, and /readyz for it.
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'migrations.applied'::regclass and attname = 'checksum'`,
  )
  if (rowCount === 0) await client.query('alter table migrations.applied add column checksum text')
  for (const [former, name] of Object.entries(RENAMED))
    await client.query(
      `insert into migrations.applied (name, applied_at)
       select $2, applied_at from migrations.applied where name = $1 on conflict do nothing`,
      [former, name],
    )
}

/** A migration that was applied before there were checksums is taken to have been this one. */
async function compare(client: pg.PoolClient, name: string, known: string | null) {
  const { checksum } = await readMigration(name)
  if (known === null)
    await client.query('update migrations.applied set checksum = $2 where name = $1', [name, checksum])
  else if (known !== checksum)
    throw new PlainFailure(
      `The migration ${name} has changed since this database was migrated with it: put the file back as it was, and make a new one for what is to change.`,
    )
}

/** Whether no migration of this version is missing; a newer version may have added more. Asked by /readyz, as the application's role. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const ours = await migrationNames()
  const { rows } = await pool.query<{ applied: number }>(
    'select count(*)::int as applied from migrations.applied where name = any ($1)',
    [ours],
  )
  return rows[0]?.applied === ours.length
}

/** Whether a database has what this version needs, something of it, or is none of ours. Asked as the owner; changes nothing. */
export async function migrationState(owner: pg.Pool): Promise<'current' | 'older' | 'none'> {
  const { rows } = await owner.query<{ exists: boolean }>(
    `select to_regclass('migrations.applied') is not null as exists`,
  )
  if (!rows[0]?.exists) return 'none'
  return (await isMigrated(owner)) ? 'current' : 'older'
}

/** The list of what has been applied. */
async function prepareSchema(client: pg.PoolClient) {
  await client.query(`
    create schema if not exists migrations;
    create table if not exists migrations.applied (
      name       text primary key,
      applied_at timestamptz not null default now()
    );
    grant usage on schema migrations to ${APP_ROLE};
    grant select on migrations.applied to ${APP_ROLE};
  `)
}

/** Throws a sentence when the database user may not create anything, else the error itself. */
function explainRights(error: { code?: string }): never {
  if (error.code !== '42501') throw error
  throw new PlainFailure(
    'The database user may not create tables: make it the owner of the database, as in ' +
      '`alter database prenoto owner to prenoto`, or name the owner in OWNER_DATABASE_URL.',
  )
}
