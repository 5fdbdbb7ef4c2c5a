import { emptyDatabase, newDatabase } from '@prenoto/test-support/database/test-database.ts'
import { callCli } from '@prenoto/test-support/processes/call-cli.ts'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { lineOfCheck } from '../../commands/check-migrations.ts'
import { openOwnerPool } from '../connection.ts'
import { migrationLocks } from '../migration-locks.ts'
import { listMigrations, type Migrations, runSql } from '../migrations.ts'

const inTransaction = (text: string): Migrations[string] => ({
  inTransaction: true,
  up: (db: Kysely<unknown>) => runSql(db, text),
})

test('names the existing tables that each pending migration locks, after those before it', async () => {
  const database = await emptyDatabase()
  const owner = openOwnerPool(database.url)
  const pending: Migrations = {
    '9001-column': inTransaction(`alter table users add column nickname text not null default ''`),
    '9002-rewrite': inTransaction('alter table users alter column nickname type varchar(40) using left(nickname, 40)'),
    '9003-index': inTransaction('create index users_nickname on users (tenant_id, nickname)'),
    '9004-foreign-key': inTransaction(`
      create table nicknames (tenant_id bigint not null references tenants (id), name text not null);
      insert into nicknames select tenant_id, nickname from users`),
    '9005-in-steps': {
      inTransaction: false,
      up: async (db: Kysely<unknown>) => {
        await sql`create index concurrently nicknames_name on nicknames (tenant_id, name)`.execute(db)
      },
    },
    '9006-nothing': inTransaction('select 1'),
  }

  const locks = await migrationLocks(owner, { ...(await listMigrations()), ...pending }, Object.keys(pending))
  await owner.end()
  await database.drop()

  expect(locks).toEqual([
    { migration: '9001-column', tables: [{ table: 'users', waiting: 'reads and writes', rewritten: false }] },
    { migration: '9002-rewrite', tables: [{ table: 'users', waiting: 'reads and writes', rewritten: true }] },
    { migration: '9003-index', tables: [{ table: 'users', waiting: 'writes', rewritten: false }] },
    { migration: '9004-foreign-key', tables: [{ table: 'tenants', waiting: 'writes', rewritten: false }] },
    { migration: '9005-in-steps', tables: null },
    { migration: '9006-nothing', tables: [] },
  ])
})

test('the command says that nothing is pending', async () => {
  const database = await newDatabase()

  expect(await callCli({ DATABASE_URL: database.url }, 'db', 'check')).toMatchObject({
    code: 0,
    stdout: 'The database is up to date.\nNo backup was ever verified: `prenoto backup` makes one.\n',
  })
  await database.drop()
})

test('the command shows a pending migration with the sizes of its tables', () => {
  const users = { table: 'users', waiting: 'reads and writes', rewritten: true, rows: 1_234, bytes: 300_000 } as const

  expect(lineOfCheck({ migration: '0002-nicknames', tables: [users] })).toBe(
    '0002-nicknames\n  users: reads and writes wait, the whole table is rewritten; about 1,234 rows, 0.3 MB',
  )
})
