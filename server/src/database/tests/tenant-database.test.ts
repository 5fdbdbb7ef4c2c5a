import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transaction } from '../../tenants/context.ts'
import type { TenantDatabase } from '../tenant-database.ts'

const server = await sharedServer()

const insert = (db: TenantDatabase, here: TestTenant, name: string) =>
  db
    .insertInto('calendars')
    .values({ tenant_id: here.id, name, from: '2020-01-01' as never })
    .execute()

const names = async ({ db }: { db: TenantDatabase }) =>
  (await db.selectFrom('calendars').select('name').orderBy('id').execute()).map(({ name }) => name)

const countJobs = async ({ id }: TestTenant) =>
  (await server.owner.query(`select from pgboss.job where data ->> 'tenant_id' = $1`, [String(id)])).rowCount

test('a nested transaction joins the outer one', async () => {
  const here = await server.newTenant()

  const failing = here.db.inTransaction(async (db) => {
    await db.inTransaction((db) => insert(db, here, 'Uno'))
    expect(await names({ db })).toEqual(['Uno'])
    throw new Error('no')
  })

  await expect(failing).rejects.toThrow('no')
  expect(await names(here)).toEqual([])
})

test('a transaction with a failed statement is not committed, even if the error is caught', async () => {
  const here = await server.newTenant()

  const failing = here.db.inTransaction(async (db) => {
    await insert(db, here, 'Uno')
    await sql`select 1 / 0`.execute(db).catch(() => {})
  })

  await expect(failing).rejects.toThrow()
  expect(await names(here)).toEqual([])
})

test('rejects a statement after the end of its transaction', async () => {
  const here = await server.newTenant()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let late: Promise<unknown> | undefined

  await here.db.inTransaction(async (db) => {
    late = ended.then(() => insert(db, here, 'Uno'))
  })
  end()

  await expect(late).rejects.toThrow()
  expect(await names(here)).toEqual([])
})

test('rolls back statements that run concurrently with a failed one', { tags: ['13.132'] }, async () => {
  const here = await server.newTenant()
  const data = JSON.stringify({ tenant_id: here.id })

  const failing = here.db.inTransaction((db) =>
    Promise.all([
      sql`select 1 / 0`.execute(db),
      ...[1, 2, 3].map(() => sql`insert into pgboss.job (name, data) values ('notify-failed', ${data})`.execute(db)),
    ]),
  )

  await expect(failing).rejects.toThrow('division by zero')
  expect(await countJobs(here)).toBe(0)
})

test('a job whose options make pg-boss send two statements is added atomically with its transaction', {
  tags: ['13.132'],
}, async () => {
  const here = await server.newTenant()
  const ctx = here.ctx()
  // For the second job of a minute, the first statement inserts nothing and the second one delays it.
  const option = { singletonKey: here.domain, singletonSeconds: 60, singletonNextSlot: true }
  const insertAndAddJobs = (fails: boolean) =>
    transaction(ctx, async (ctx) => {
      await insert(ctx.db, here, 'Uno')
      for (let i = 0; i < 2; i++) await ctx.jobs.add(ctx, 'plan-reminders', {}, option)
      if (fails) throw new Error('no')
    })

  await expect(insertAndAddJobs(true)).rejects.toThrow('no')
  expect([await names(here), await countJobs(here)]).toEqual([[], 0])

  await insertAndAddJobs(false)
  expect([await names(here), await countJobs(here)]).toEqual([['Uno'], 2])
})
