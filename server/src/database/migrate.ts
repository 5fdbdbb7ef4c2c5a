import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { PlainFailure } from '../plain-failure.ts'
import { APP_ROLE, type DatabaseUrls, openAppPool, openOwnerPool, type Pool } from './connection.ts'
import { createQueues } from './queues.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

/** Any number will do, as long as every process takes the same. */
const MIGRATION_LOCK = 7_239_001

async function migrationFiles() {
  return (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort()
}

/**
 * Brings the database to the newest migration; several processes may call it at once, one does the work.
 * Runs as the owner of the tables. Returns the names of the migrations that were applied.
 */
export async function migrate(owner: pg.Pool): Promise<string[]> {
  const client = await owner.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await prepare(client)
    const { rows } = await client.query<{ name: string }>('select name from migrations.applied')
    const applied = new Set(rows.map((row) => row.name))
    const pending = (await migrationFiles()).filter((name) => !applied.has(name))

    for (const name of pending) {
      const sql = await readFile(join(FOLDER, name), 'utf8')
      await inTransaction(client, async () => {
        await client.query(sql)
        await client.query('insert into migrations.applied (name) values ($1)', [name])
      })
    }
    await createQueues(owner)
    return pending
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => {})
    client.release()
  }
}

type Preparation = { log: Logger; seed?: (owner: Pool) => Promise<unknown> }

/**
 * Migrates and seeds the database as its owner. A process without the owner's log-in can only look: it throws a sentence
 * when something is missing.
 */
export async function prepareDatabase(urls: DatabaseUrls, { log, seed }: Preparation) {
  const pool = urls.owner ? openOwnerPool(urls.owner) : openAppPool(urls, { max: 1 })
  try {
    if (!urls.owner) return await requireMigrated(pool)
    const applied = await migrate(pool)
    if (applied.length > 0) log.info({ applied }, 'database migrated')
    await seed?.(pool)
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

/** Whether no migration of this version is missing; a newer version may have added more. Asked by /readyz, as the application's role. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const ours = await migrationFiles()
  const { rows } = await pool.query<{ applied: number }>(
    'select count(*)::int as applied from migrations.applied where name = any ($1)',
    [ours],
  )
  return rows[0]?.applied === ours.length
}

async function inTransaction(client: pg.PoolClient, work: () => Promise<void>) {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** The role the application runs under, and the list of what has been applied. */
async function prepare(client: pg.PoolClient) {
  await client.query(`
    do $$
    begin
      if not exists (select from pg_roles where rolname = '${APP_ROLE}') then
        create role ${APP_ROLE} nologin;
      end if;
    exception when duplicate_object or unique_violation then null;
    end
    $$;
    -- Who may take the role on already needs no right to hand it out.
    do $$
    begin
      set local role ${APP_ROLE};
      reset role;
    exception when insufficient_privilege then
      begin
        grant ${APP_ROLE} to current_user;
      -- Where the application has a log-in of its own, the owner need not stand in for it.
      exception when insufficient_privilege then null;
      end;
    end
    $$;
    create schema if not exists migrations;
    create table if not exists migrations.applied (
      name       text primary key,
      applied_at timestamptz not null default now()
    );
    grant usage on schema migrations to ${APP_ROLE};
    grant select on migrations.applied to ${APP_ROLE};
  `)
}
