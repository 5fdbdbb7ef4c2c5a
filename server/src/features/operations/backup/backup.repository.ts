import type { Readable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** An arbitrary number that all processes share. */
const BACKUP_LOCK = 7_239_004

/** A connection, for one transaction. */
export type CopyClient = pg.ClientBase

/** A table, or the unfinished jobs. Names are quoted where SQL needs it. */
export type BackupTable = { name: string; columns: string[]; query: string }

/** The jobs of a backup, which the queue of the restoring version takes in. */
const JOBS = 'jobs'

const JOB_COLUMNS = ['queue', 'priority', 'start_after', 'data']
const JOBS_QUERY = `
  select name, priority, start_after, data from pgboss.job where state in ('created', 'retry', 'active')
  order by name, data::text collate "C", start_after, priority`

/** False while another process makes or verifies a backup. The lock ends with the connection. */
export async function tryLockBackups(client: CopyClient): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [BACKUP_LOCK])
  return rows[0]!.taken
}

/** Runs `work` in a transaction that reads one snapshot of the database. */
export async function inSnapshot<T>(owner: pg.Pool, work: (client: CopyClient) => Promise<T>): Promise<T> {
  const client = await owner.connect()
  let isOver = false
  try {
    await client.query('begin isolation level repeatable read read only')
    await prepareCopy(client)
    const result = await work(client)
    await client.query('commit')
    isOver = true
    return result
  } finally {
    client.release(!isOver)
  }
}

/** Lets a transaction last as long as its copies do, and write values in the same way in every installation. */
export async function prepareCopy(client: CopyClient) {
  await client.query(`
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0;
    set local datestyle = iso;
    set local intervalstyle = postgres;
    set local bytea_output = hex;
    set local extra_float_digits = 1;
    set local maintenance_work_mem = '128MB'`)
}

/** All tables of the businesses and of the installation, and the jobs; each is read in the order of its key. */
export async function listBackupTables(client: CopyClient): Promise<BackupTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] }>(`
    select format('%I.%I', nspname, relname) as name,
           array(select quote_ident(attname) from pg_attribute
                 where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
           array(select quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end
                 from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
                 where indrelid = c.oid and indisprimary
                 order by array_position(indkey::int[], attnum::int)) as key
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ('public', 'system') and relkind in ('r', 'p') and not relispartition
    order by 1`)
  const tables = rows.map(({ name, columns, key }) => {
    if (key.length === 0) throw new Error(`The table ${name} has no primary key`)
    return { name, columns, query: `select ${columns.join(', ')} from ${name} order by ${key.join(', ')}` }
  })
  return [...tables, { name: JOBS, columns: JOB_COLUMNS, query: JOBS_QUERY }]
}

/** The rows of a table as COPY writes them. `rowCount` is set at the end. */
export const copyOut = (client: CopyClient, { query }: BackupTable) =>
  client.query(copyTo(`copy (${query}) to stdout`)) as Readable & { rowCount: number }

/** Takes in what `copyOut` has written. */
export const copyIn = (client: CopyClient, { name, columns }: Pick<BackupTable, 'name' | 'columns'>) =>
  client.query(copyFrom(`copy ${name === JOBS ? 'restored_jobs' : name} (${columns.join(', ')}) from stdin`))

/** The last values of the sequences that were used. */
export async function listSequences(client: CopyClient): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; value: number }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value as value from pg_sequences
    where schemaname in ('public', 'system') and last_value is not null order by 1`)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function setSequences(client: CopyClient, sequences: Record<string, number>) {
  for (const [name, value] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2)', [name, value])
}

export type SnapshotUpload = { key: string; content_type: string }

/** The uploads of all tenants, as the keys of the file store. */
export async function listUploads(client: CopyClient): Promise<SnapshotUpload[]> {
  const { rows } = await client.query<SnapshotUpload>(
    `select tenant_id || '/' || storage_key as key, content_type from uploads where is_stored order by 1`,
  )
  return rows
}

export async function hasTenants(client: CopyClient | pg.Pool): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('tenants') is not null as exists`)
  return rows[0]!.exists && (await client.query('select from tenants limit 1')).rowCount === 1
}

/** Whether servers or workers are connected. */
export async function isServed(owner: pg.Pool): Promise<boolean> {
  const { rowCount } = await owner.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name in ('prenoto app', 'prenoto listener', 'prenoto jobs') limit 1`,
  )
  return rowCount === 1
}

/** Empties a database without businesses, for the migrations of an older version. */
export async function dropSchemas(owner: pg.Pool) {
  await owner.query(`
    begin;
    drop schema if exists pgboss, migrations, system, public cascade;
    create schema public;
    commit`)
}

/** Foreign keys, indexes, triggers and forced row-level security, in the order in which they come back. */
const OBSTACLES = `
  with tables as (
    select c.oid, format('%I.%I', nspname, relname) as name, relforcerowsecurity as forced
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ('public', 'system') and relkind in ('r', 'p')
  )
  select 1 as position, format('drop index %s', indexrelid::regclass) as suspend, pg_get_indexdef(indexrelid) as resume
  from pg_index i join tables t on t.oid = i.indrelid
  where not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
  union all
  select 2, format('alter table %s drop constraint %I', t.name, conname),
         format('alter table %s add constraint %I %s', t.name, conname, pg_get_constraintdef(k.oid))
  from pg_constraint k join tables t on t.oid = conrelid where contype = 'f' and conparentid = 0
  union all
  select 3, format('alter table %s disable trigger user', name), format('alter table %s enable trigger user', name)
  from tables
  union all
  select 4, format('alter table %s no force row level security', name), format('alter table %s force row level security', name)
  from tables where forced
  order by 1`

/**
 * Locks all tables and lets COPY fill them as they were: rows come in any order, and no trigger changes them. Returns the
 * statements that check the foreign keys and bring the rest back.
 */
export async function suspendConstraints(client: CopyClient): Promise<string[]> {
  const { rows } = await client.query<{ suspend: string; resume: string }>(OBSTACLES)
  for (const { suspend } of rows.toReversed()) await client.query(suspend)
  return rows.map(({ resume }) => resume)
}

/** Empties all tables, since migrations insert rows, and creates the one for the jobs. */
export async function makeRoom(client: CopyClient, tables: BackupTable[]) {
  const names = tables.filter(({ name }) => name !== JOBS).map(({ name }) => name)
  await client.query(`truncate ${names.join(', ')}`)
  await client.query(
    'create temporary table restored_jobs (queue text, priority integer, start_after timestamptz, data jsonb) on commit drop',
  )
}

export async function resumeConstraints(client: CopyClient, statements: string[]) {
  for (const statement of statements) await client.query(statement)
}

export type RestoredJob = {
  queue: string
  priority: number
  start_after: string
  data: { tenant_id: number; data: object }
}

/** The jobs that were copied in, some at a time. */
export async function* readRestoredJobs(client: CopyClient): AsyncGenerator<RestoredJob[]> {
  await client.query(
    'declare restored no scroll cursor for select queue, priority, start_after::text, data from restored_jobs',
  )
  for (;;) {
    const { rows } = await client.query<RestoredJob>('fetch 1000 from restored')
    if (rows.length === 0) break
    yield rows
  }
}

/** Tells the planner of PostgreSQL about the new rows. */
export const analyzeDatabase = (owner: pg.Pool) => owner.query('analyze')
