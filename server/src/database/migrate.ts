import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { APP_ROLE } from './connection.ts'
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
export async function migrate(owner: pg.Pool, url: string): Promise<string[]> {
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
    await createQueues(url, client)
    return pending
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => {})
    client.release()
  }
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
      grant ${APP_ROLE} to current_user;
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
