import {
  emptyDatabase,
  newDatabase,
  roleUrlsAt,
  type TestDatabase,
} from '@prenoto/test-support/database/test-database.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openAppPool, openOwnerPool, type Pool } from '../connection.ts'
import { isMigrated, migrate, prepareDatabase } from '../migrate.ts'
import { listMigrations, type Migrations, runSql } from '../migrations.ts'

/** Three processes that use the database as its owner. */
function openOwners({ url, drop }: TestDatabase) {
  const owners: [Pool, Pool, Pool] = [openOwnerPool(url), openOwnerPool(url), openOwnerPool(url)]
  onTestFinished(async () => {
    await Promise.all(owners.map((owner) => owner.end()))
    await drop()
  })
  return owners
}

/** The migrations of this version and one more. */
const withOneMore = async (name: string, migration: Migrations[string]) => ({
  ...(await listMigrations()),
  [name]: migration,
})

test('an earlier schema is refused, a failed migration is rolled back, and then one of several processes migrates the empty database while the others wait', async () => {
  const owners = openOwners(await emptyDatabase())
  const [owner] = owners
  await owner.query('create schema migrations')
  await owner.query('create table migrations.kysely_migration (name varchar(255) primary key, timestamp varchar(255))')
  await owner.query(`insert into migrations.kysely_migration values ('0001-earlier-schema', '')`)
  await expect(migrate(owner)).rejects.toThrow('before the first release')
  expect((await owner.query(`select to_regclass('public.tenants') as tenants`)).rows).toEqual([{ tenants: null }])

  await owner.query('drop schema migrations cascade; create table uploads ()')
  await expect(migrate(owner)).rejects.toThrow('already exists')
  const { rows } = await owner.query(`select tablename from pg_tables where schemaname = 'public'`)
  expect(rows).toEqual([{ tablename: 'uploads' }])

  await owner.query('drop table uploads')
  const applied = await Promise.all(owners.map((owner) => migrate(owner)))
  expect(applied.filter((names) => names.length > 0)).toEqual([Object.keys(await listMigrations())])
  expect(await migrate(owner)).toEqual([])
})

test('a start reports that the collation of the database has changed', async () => {
  const database = await newDatabase()
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
    await database.drop()
  }
})

test('a migration that waits for a lock is retried and blocks no statements, one outside a transaction builds an index concurrently, and both are ignored by the version before', async () => {
  const database = await newDatabase()
  const [owner, other, visitor] = openOwners(database)
  const holder = await other.connect()
  await holder.query('begin; select from tenants')

  const addColumn = (db: Parameters<typeof runSql>[0]) => runSql(db, 'alter table tenants add column waited integer')
  const applied = migrate(owner, await withOneMore('9997-column', { up: addColumn, inTransaction: true }))
  await expect
    .poll(() => visitor.query("select from pg_locks where mode = 'AccessExclusiveLock' and not granted"))
    .toMatchObject({ rowCount: 1 })
  await visitor.query("set lock_timeout = '10s'; select from tenants")
  await holder.query('commit')
  holder.release()
  expect(await applied).toEqual(['9997-column'])
  expect(await visitor.query('select waited from tenants')).toMatchObject({ rowCount: 0 })

  const up: Migrations[string]['up'] = async (db) => {
    await sql`create index concurrently x on tenants (name)`.execute(db)
  }
  const migrations = await withOneMore('9998-index', { up, inTransaction: false })
  const appliedAtOnce = await Promise.all([migrate(owner, migrations), migrate(other, migrations)])
  expect(appliedAtOnce.flat()).toEqual(['9998-index'])

  expect(await migrate(visitor)).toEqual([])
})

test('a database counts as migrated only with all migrations, and a process without the owner requires that', async () => {
  const database = await newDatabase()
  const [owner] = openOwners(database)
  const urls = { app: roleUrlsAt(database.url).app }
  const app = openAppPool(urls, { max: 1 })
  const prepare = () => prepareDatabase(urls, { log: pino({ enabled: false }) })

  expect(await isMigrated(app)).toBe(true)
  await prepare()
  await owner.query('delete from migrations.kysely_migration')
  expect(await isMigrated(app)).toBe(false)
  await expect(prepare()).rejects.toThrow(/^DATABASE_URL: the database lacks migrations of this version/)
  await app.end()
})
