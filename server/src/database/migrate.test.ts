import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PlainFailure } from '@prenoto/core/plain-failure.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { spawnServer } from '../../test/server-process.ts'
import { emptyDatabase, logInsAt } from '../../test/test-database.ts'
import { applyMigration, stepsOf } from './apply-migration.ts'
import { openAppPool, openOwnerPool, type Pool } from './connection.ts'
import { isMigrated, migrate } from './migrate.ts'
import { inOrder, readMigration } from './migration-files.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owners: Pool[]
beforeEach(async () => {
  database = await emptyDatabase()
  owners = Array.from({ length: 5 }, () => openOwnerPool(database.url))
})
afterEach(async () => {
  await Promise.all(owners.map((owner) => owner.end()))
  await database.drop()
})

const FOLDER = join(import.meta.dirname, 'migrations')
const all = (await readdir(FOLDER)).sort()

test('of several processes that migrate an empty database at once, one does the work and all go on', async () => {
  const applied = await Promise.all(owners.map((owner) => migrate(owner)))

  expect(applied.filter((names) => names.length > 0)).toEqual([all])
  const { rows } = await owners[0]!.query('select name from migrations.applied order by name')
  expect(rows.map((row) => row.name)).toEqual(all)
})

test('a database that is up to date stays as it is', async () => {
  await migrate(owners[0]!)

  expect(await migrate(owners[1]!)).toEqual([])
})

test('a user who owns the database and may take on the role of requests can do everything, and needs no more', async () => {
  const superuser = openOwnerPool(database.superuser)
  const name = `provider_${randomBytes(4).toString('hex')}`
  const url = new URL(database.url)
  await superuser.query(`create role ${name} login password 'x'; grant prenoto_app to ${name}`)
  await superuser.query(`alter database ${url.pathname.slice(1)} owner to ${name}`)
  url.username = name
  url.password = 'x'
  try {
    const owner = openOwnerPool(url.href)
    expect(await migrate(owner)).toEqual(all)
    expect(await migrate(owner)).toEqual([])
    await owner.end()

    const app = openAppPool({ app: url.href, owner: url.href }, { max: 1 })
    const { rows } = await app.query(`select current_user as role, row_security_active('bookings') as secured`)
    await app.end()
    expect(rows).toEqual([{ role: 'prenoto_app', secured: true }])
  } finally {
    await superuser.query(`reassign owned by ${name} to current_user; drop owned by ${name}; drop role ${name}`)
    await superuser.end()
  }
})

test('a migration that fails leaves nothing of itself, and the next start does it again', async () => {
  const [owner] = owners as [Pool]
  await owner.query('create table uploads ()')

  await expect(migrate(owner)).rejects.toThrow('already exists')
  const { rows } = await owner.query(`select tablename from pg_tables where schemaname = 'public'`)
  expect(rows).toEqual([{ tablename: 'uploads' }])

  await owner.query('drop table uploads')
  expect(await migrate(owner)).toEqual(all)
})

describe('a migration', () => {
  async function apply(name: string, sql: string) {
    const client = await owners[0]!.connect()
    try {
      await applyMigration(client, { name, sql, checksum: 'x' })
    } finally {
      client.release()
    }
  }

  test('that waits for somebody’s lock lets the others pass, and has its turn in the end', async () => {
    await migrate(owners[0]!)
    const [, somebody, visitor] = owners as [Pool, Pool, Pool]
    const holder = await somebody.connect()
    await holder.query('begin')
    await holder.query('select from tenants')

    const applied = apply('9998-waits.sql', 'alter table tenants add column waited integer')
    await expect
      .poll(() => visitor.query("select from pg_locks where mode = 'AccessExclusiveLock' and not granted"))
      .toMatchObject({ rowCount: 1 })
    await visitor.query("set lock_timeout = '10s'; select from tenants")
    await holder.query('commit')
    holder.release()
    await applied

    expect(await visitor.query('select waited from tenants')).toMatchObject({ rowCount: 0 })
  })

  test('step by step changes rows in batches, each on its own, and may be begun again', async () => {
    const [owner] = owners as [Pool]
    await migrate(owner)
    await owner.query('create table visits as select id, null::text as note from generate_series(1, 250) id')
    const sql = [
      '-- Step by step: notes.',
      "update visits set note = '' where id in (select id from visits where note is null limit 100);",
      'drop index concurrently if exists visits_by_note;',
      'create index concurrently visits_by_note on visits (note);',
    ].join('\n\n')

    await apply('9998-notes.sql', sql)
    await owner.query("delete from migrations.applied where name = '9998-notes.sql'")
    await apply('9998-notes.sql', sql)

    const { rows } = await owner.query(
      'select count(*)::int as rows, count(note)::int as notes, count(distinct xmin::text)::int as batches from visits',
    )
    expect(rows).toEqual([{ rows: 250, notes: 250, batches: 3 }])
  })

  test('of this version that goes step by step and was stopped before it was remembered is done again', async () => {
    const [owner] = owners as [Pool]
    await migrate(owner)
    const migrations = await Promise.all(all.map(readMigration))

    for (const { name, sql } of migrations.filter(({ sql }) => stepsOf(sql))) {
      await owner.query('delete from migrations.applied where name = $1', [name])
      await apply(name, sql)
    }

    const { rows } = await owner.query<{ key: string }>(
      "select pg_get_constraintdef(oid) as key from pg_constraint where conname = 'calendar_days_pkey'",
    )
    expect(rows).toEqual([{ key: 'PRIMARY KEY (tenant_id, calendar_id, day)' }])
  })
})

describe('what was applied', () => {
  const rows = async () =>
    (await owners[0]!.query('select name, checksum from migrations.applied order by name')).rows as {
      name: string
      checksum: string | null
    }[]
  const sha256 = async (name: string) =>
    createHash('sha256')
      .update(await readFile(join(FOLDER, name)))
      .digest('hex')
  const [first, second] = all as [string, string]
  const newest = all.at(-1)!

  test('is remembered with the checksum of its file', async () => {
    await migrate(owners[0]!)

    const expected = await Promise.all(all.map(async (name) => ({ name, checksum: await sha256(name) })))
    expect(await rows()).toEqual(expected)
  })

  test('before there were checksums gets one', async () => {
    await migrate(owners[0]!)
    const before = await rows()
    await owners[0]!.query('alter table migrations.applied drop column checksum')

    expect(await migrate(owners[0]!)).toEqual([])

    expect(await rows()).toEqual(before)
  })

  test('and is no longer what its file says stops the start with a sentence', async () => {
    await migrate(owners[0]!)
    await owners[0]!.query(`update migrations.applied set checksum = repeat('0', 64) where name = $1`, [second])

    const { code, output } = await spawnServer({ DATABASE_URL: database.url, LOG_LEVEL: 'error' }).exited

    expect(code).toBe(1)
    expect(output).toBe(
      `The migration ${second} has changed since this database was migrated with it: put the file back as it was, and make a new one for what is to change.\n`,
    )
  })

  test('while another one with a lower number is new stops the start with a sentence', async () => {
    await migrate(owners[0]!)
    await owners[0]!.query('delete from migrations.applied where name = $1', [first])

    const attempt = migrate(owners[0]!)

    await expect(attempt).rejects.toThrow(PlainFailure)
    await expect(attempt).rejects.toThrow(
      `The migration ${first} comes too late: this database has ${newest} already. Give it the next number.`,
    )
  })

  test('by a newer version too is no trouble for this one', async () => {
    await migrate(owners[0]!)
    await owners[0]!.query(
      `insert into migrations.applied (name, checksum) values ('9999-of-a-newer-version.sql', 'x')`,
    )

    expect(await migrate(owners[0]!)).toEqual([])
  })

  test('under a former name counts, and stays for servers that know it by that one', async () => {
    const [former, present] = ['0009-repeatable-creation.sql', '0008-repeatable-creation.sql']
    const [owner] = owners as [Pool]
    const known = all.slice(0, all.indexOf(present) + 1)
    await owner.query(
      'create schema migrations; create table migrations.applied (name text primary key, applied_at timestamptz not null default now())',
    )
    for (const name of known) {
      await owner.query(await readFile(join(FOLDER, name), 'utf8'))
      await owner.query('insert into migrations.applied (name) values ($1)', [name === present ? former : name])
    }

    expect(await migrate(owner)).toEqual(all.slice(known.length))
    expect(await migrate(owner)).toEqual([])

    expect((await rows()).map(({ name }) => name)).toEqual([...all, former].sort())
    expect(await rows()).toContainEqual({ name: present, checksum: await sha256(present) })
  })
})

describe('migrations are numbered', () => {
  test('one after the other, in this folder', () => {
    expect(all.map((name) => Number(name.slice(0, 4)))).toEqual(all.map((_, i) => i + 1))
  })

  test.for([
    [['0001-a.sql', '0002-b.sql', '0002-c.sql'], 'Two migrations have the number 0002: 0002-b.sql and 0002-c.sql.'],
    [['0001-a.sql', '0003-c.sql'], 'There is no migration 0002, but 0003-c.sql.'],
    [['0002-b.sql'], 'There is no migration 0001, but 0002-b.sql.'],
    [['0001-a.sql', '2-b.sql'], 'There is no migration 0002, but 2-b.sql.'],
  ] as const)('otherwise %j is refused in a sentence', ([names, sentence]) => {
    expect(() => inOrder(names)).toThrow(PlainFailure)
    expect(() => inOrder(names)).toThrow(sentence)
  })
})

test('a server is ready once nothing is missing', async () => {
  await migrate(owners[0]!)
  const app = openAppPool(logInsAt(database.url), { max: 1 })

  expect(await isMigrated(app)).toBe(true)
  await owners[0]!.query(`insert into migrations.applied (name) values ('9999-of-a-newer-version.sql')`)
  expect(await isMigrated(app)).toBe(true)
  await owners[0]!.query('delete from migrations.applied')
  expect(await isMigrated(app)).toBe(false)
  await app.end()
})

test('three servers that are started at once on an empty database all come up', async () => {
  const servers = [1, 2, 3].map(() => spawnServer({ DATABASE_URL: database.url }))
  await Promise.all(servers.map((server) => server.ready()))

  const answers = await Promise.all(
    servers.map((server) => server.call({ host: 'unknown.example', path: '/client/configs' })),
  )
  const ends = await Promise.all(servers.map((server) => server.end('SIGTERM')))

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0])
})
