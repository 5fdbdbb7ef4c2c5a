import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fileServer, type TestTenant } from '../../test/test-server.ts'
import type { TenantDatabase } from './tenant-database.ts'

const server = await fileServer()

const insert = (db: Pick<TenantDatabase, 'insertInto'>, here: TestTenant, name: string) =>
  db
    .insertInto('calendars')
    .values({ tenant_id: here.id, name, from: '2020-01-01' as never })
    .execute()

const names = async ({ db }: { db: Pick<TenantDatabase, 'selectFrom'> }) =>
  (await db.selectFrom('calendars').select('name').orderBy('id').execute()).map(({ name }) => name)

test('statements that are asked together run in the order in which they were asked, however they are written', async () => {
  const here = await server.newTenant()
  const before = (await names(here)).length

  const counts = await here.db.inTransaction(async (db) => {
    const count = async () =>
      (
        await db
          .selectFrom('calendars')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count
    const [, one, , two, , three] = await Promise.all([
      sql`insert into calendars (tenant_id, name, "from") values (${here.id}, 'Una', '2020-01-01')`.execute(db),
      count(),
      insert(db, here, 'Due'),
      count(),
      sql`insert into calendars (tenant_id, name, "from") values (${here.id}, 'Tre', '2020-01-01')`.execute(db),
      count(),
    ])
    return [one, two, three]
  })

  expect(counts).toEqual([before + 1, before + 2, before + 3])
})

test('statements that are asked together fail for the same reason: that of the first that fails', async () => {
  const here = await server.newTenant()

  const both = await here.db.inTransaction((db) =>
    Promise.allSettled([sql`select 1 / 0`.execute(db), insert(db, here, 'Uno'), names({ db })]),
  )

  for (const answer of both)
    expect(answer).toMatchObject({ status: 'rejected', reason: { message: 'division by zero', code: '22012' } })
})

test('what is to be last runs once all else is done, and stands with it', async () => {
  const here = await server.newTenant()
  const before = await names(here)

  const seen = await here.db.inTransaction(async (db) => {
    await db.lastly((db) => insert(db, here, 'Tre'))
    await db.inTransaction((db) => db.lastly((db) => insert(db, here, 'Quattro')))
    await insert(db, here, 'Uno')
    await insert(db, here, 'Due')
    return names({ db })
  })

  expect(seen).toEqual([...before, 'Uno', 'Due'])
  expect(await names(here)).toEqual([...before, 'Uno', 'Due', 'Tre', 'Quattro'])
  await here.db.lastly((db) => insert(db, here, 'Cinque'))
  expect(await names(here)).toHaveLength(before.length + 5)
})

test('when what is last fails nothing was done, and its connection goes on', async () => {
  const here = await server.newTenant()
  const before = await names(here)

  const failing = here.db.inTransaction(async (db) => {
    await insert(db, here, 'Uno')
    await db.lastly((db) => insert(db, here, 'Due'))
    await db.lastly((db) => sql`select 1 / 0`.execute(db))
  })
  await expect(failing).rejects.toThrow('division by zero')
  const alone = here.db.inTransaction((db) => db.lastly((db) => sql`select 1 / 0`.execute(db)))
  await expect(alone).rejects.toThrow('division by zero')

  expect(await names(here)).toEqual(before)
  await here.db.inTransaction((db) => db.lastly((db) => insert(db, here, 'Uno')))
  expect(await names(here)).toEqual([...before, 'Uno'])
})

test('a transaction whose work fails does not do what was to be last', async () => {
  const here = await server.newTenant()
  const before = await names(here)

  const failing = here.db.inTransaction(async (db) => {
    await db.lastly((db) => insert(db, here, 'Uno'))
    throw new Error('no')
  })

  await expect(failing).rejects.toThrow('no')
  expect(await names(here)).toEqual(before)
})
