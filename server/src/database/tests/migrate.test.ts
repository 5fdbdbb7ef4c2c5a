import { randomBytes } from 'node:crypto'
import { emptyDatabase, roleUrlsAt } from '@prenoto/test-support/database/test-database.ts'
import { spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAppPool, openOwnerPool, type Pool } from '../connection.ts'
import { isMigrated, migrate, prepareDatabase } from '../migrate.ts'
import { listMigrations, type Migrations, runSql } from '../migrations.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owners: [Pool, Pool, Pool]
beforeEach(async () => {
  database = await emptyDatabase()
  owners = [openOwnerPool(database.url), openOwnerPool(database.url), openOwnerPool(database.url)]
})
afterEach(async () => {
  await Promise.all(owners.map((owner) => owner.end()))
  await database.drop()
})

/** The migrations of this version and one more. */
const with9998 = async (migration: Migrations[string]) => ({ ...(await listMigrations()), '9998-more': migration })

test('one of several processes migrates an empty database while the others wait', async () => {
  const applied = await Promise.all(owners.map((owner) => migrate(owner)))

  expect(applied.filter((names) => names.length > 0)).toEqual([Object.keys(await listMigrations())])
  expect(await migrate(owners[0])).toEqual([])
})

test('a database from before the first release is refused and not changed', async () => {
  const [owner] = owners
  await owner.query('create schema migrations')
  await owner.query('create table migrations.kysely_migration (name varchar(255) primary key, timestamp varchar(255))')
  await owner.query(`insert into migrations.kysely_migration values ('0001-earlier-schema', '')`)

  await expect(migrate(owner)).rejects.toThrow('before the first release')
  expect((await owner.query(`select to_regclass('public.tenants') as tenants`)).rows).toEqual([{ tenants: null }])
})

test('a start reports that the collation of the database has changed', async () => {
  const superuser = openOwnerPool(database.superuser)
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const prepare = () => prepareDatabase({ app: database.url, owner: database.url }, { log })
  try {
    await prepare()
    expect(lines).toEqual([])
    await superuser.query(`update pg_database set datcollversion = '2.36' where datname = current_database()`)

    await prepare()

    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { before: '2.36', now: expect.any(String), msg: expect.stringContaining('the collation of the database') },
    ])
  } finally {
    await superuser.end()
  }
})

test('a user that owns the database and is a member of prenoto_app can migrate and serve', {
  tags: ['10.12'],
}, async () => {
  const superuser = openOwnerPool(database.superuser)
  const name = `provider_${randomBytes(4).toString('hex')}`
  const url = new URL(database.url)
  await superuser.query(`create role ${name} login password 'x'; grant prenoto_app to ${name}`)
  await superuser.query(`alter database ${url.pathname.slice(1)} owner to ${name}`)
  url.username = name
  url.password = 'x'
  try {
    const owner = openOwnerPool(url.href)
    expect(await migrate(owner)).toEqual(Object.keys(await listMigrations()))
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

test('a failed migration is rolled back and retried at the next start', async () => {
  const [owner] = owners
  await owner.query('create table uploads ()')

  await expect(migrate(owner)).rejects.toThrow('already exists')
  const { rows } = await owner.query(`select tablename from pg_tables where schemaname = 'public'`)
  expect(rows).toEqual([{ tablename: 'uploads' }])

  await owner.query('drop table uploads')
  expect(await migrate(owner)).toEqual(Object.keys(await listMigrations()))
})

test('a migration that waits for a lock does not block other statements and is retried', async () => {
  const [owner, somebody, visitor] = owners
  await migrate(owner)
  const holder = await somebody.connect()
  await holder.query('begin; select from tenants')

  const up: Migrations[string]['up'] = (db) => runSql(db, 'alter table tenants add column waited integer')
  const applied = migrate(owner, await with9998({ up, inTransaction: true }))
  await expect
    .poll(() => visitor.query("select from pg_locks where mode = 'AccessExclusiveLock' and not granted"))
    .toMatchObject({ rowCount: 1 })
  await visitor.query("set lock_timeout = '10s'; select from tenants")
  await holder.query('commit')
  holder.release()

  expect(await applied).toEqual(['9998-more'])
  expect(await visitor.query('select waited from tenants')).toMatchObject({ rowCount: 0 })
})

test('a migration outside a transaction builds an index concurrently while another process waits', async () => {
  const [owner, other] = owners
  await migrate(owner)
  const up: Migrations[string]['up'] = async (db) => {
    await sql`create index concurrently x on tenants (name)`.execute(db)
  }
  const migrations = await with9998({ up, inTransaction: false })

  const applied = await Promise.all([migrate(owner, migrations), migrate(other, migrations)])

  expect(applied.flat()).toEqual(['9998-more'])
})

test('ignores migrations of a newer version', async () => {
  const [owner, other] = owners
  await migrate(owner, await with9998({ up: async () => {}, inTransaction: true }))

  expect(await migrate(other)).toEqual([])
})

test('a database counts as migrated only with all migrations', async () => {
  const [owner] = owners
  await migrate(owner)
  const app = openAppPool(roleUrlsAt(database.url), { max: 1 })

  expect(await isMigrated(app)).toBe(true)
  await owner.query('delete from migrations.kysely_migration')
  expect(await isMigrated(app)).toBe(false)
  await app.end()
})

test('three servers start concurrently on an empty database', async () => {
  const servers = [1, 2, 3].map(() => spawnServer({ DATABASE_URL: database.url }))
  await Promise.all(servers.map((server) => server.ready()))

  const answers = await Promise.all(
    servers.map((server) => server.callUntilServed({ host: 'unknown.example', path: '/client/configs' })),
  )
  const ends = await Promise.all(servers.map((server) => server.end('SIGINT')))

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0])
})
