import { openResettingPooler } from '@prenoto/test-support/database/resetting-pooler.ts'
import { newDatabase, roleUrlsAt, type TestDatabase } from '@prenoto/test-support/database/test-database.ts'
import { openStreamUntilServed } from '@prenoto/test-support/http/event-stream.ts'
import { callCli } from '@prenoto/test-support/processes/call-cli.ts'
import { spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { aBooking, nextMonday, testServer } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertTenant } from '../../features/operations/provider/provider.repository.ts'
import { openAppPool, openOwnerPool, type Pool } from '../connection.ts'
import { externalDatabase } from '../external-database.ts'
import { OWNER_ROLE } from '../roles.ts'

let database: TestDatabase
let owner: Pool
beforeAll(async () => {
  database = await newDatabase()
  owner = openOwnerPool(database.url)
  const admin = { name: 'Ada', surname: 'Bianchi', email: 'ada@example.it', passwordHash: '' }
  await insertTenant(owner, { name: 'Salone', domain: 'salone.example', timeZone: 'Europe/Rome', admin })
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** The tables that a client may read right after connecting. */
async function tenantsSeenWith(pool: Pool) {
  try {
    return (await pool.query('select name from tenants')).rowCount
  } finally {
    await pool.end()
  }
}

test('the owner of the tables sees no tenant without app.provider', async () => {
  expect((await owner.query('select name from tenants')).rowCount).toBe(1)

  const silent = openOwnerPool(`${database.url}?options=-c%20timezone%3DUTC`)

  expect(await tenantsSeenWith(silent)).toBe(0)
})

test('a connection is refused if a proxy ignored its options and so its role', async () => {
  const url = `${database.url}?options=-c%20timezone%3DUTC`

  await expect(tenantsSeenWith(openAppPool({ app: url, owner: url }))).rejects.toThrow(
    /^DATABASE_URL: a connection works as prenoto_owner instead of prenoto_app/,
  )
})

test('with OWNER_DATABASE_URL, a user of DATABASE_URL that may become the owner is refused', async () => {
  const { app } = roleUrlsAt(database.url)

  await expect(tenantsSeenWith(openAppPool({ app: database.url, owner: `${database.url}?` }))).rejects.toThrow(
    /^DATABASE_URL: its user owns the tables or may become their owner/,
  )
  expect(await tenantsSeenWith(openAppPool({ app, owner: database.url }))).toBe(0)
})

test('the application user can neither become the owner nor use app.provider', async () => {
  const app = openAppPool(roleUrlsAt(database.url), { max: 1 })
  try {
    await expect(app.query(`set role ${OWNER_ROLE}`)).rejects.toThrow(/permission denied/)
    await app.query(`set app.provider = 'on'`)
    expect((await app.query('select name from tenants')).rowCount).toBe(0)
  } finally {
    await app.end()
  }
})

test("the command line refuses to work without the owner's user", async () => {
  const { app: DATABASE_URL } = roleUrlsAt(database.url)

  expect(await callCli({ DATABASE_URL }, 'tenant', 'list')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^OWNER_DATABASE_URL: the command line needs it/),
  })
})

describe('behind a pooler in transaction mode', () => {
  let pooler: Awaited<ReturnType<typeof openResettingPooler>>
  let urls: { app: string; owner: string }
  beforeAll(async () => {
    urls = roleUrlsAt(database.url)
    pooler = await openResettingPooler(urls.app)
  })
  afterAll(() => pooler.close())

  test.for([
    ['DATABASE_URL', () => ({ databaseUrl: pooler.url })],
    ['LISTEN_DATABASE_URL', () => ({ databaseUrl: urls.app, listenDatabaseUrl: pooler.url })],
  ] as const)('rejects %s as the listening connection', { tags: ['13.151'] }, async ([name, named]) => {
    await expect(externalDatabase({ ...named(), createIfMissing: false })).rejects.toThrow(
      new RegExp(`^${name}: a pooler stands in between`),
    )
  })

  test('rejects a user that owns the tables', async () => {
    const { owner } = urls

    await expect(
      externalDatabase({ databaseUrl: owner, listenDatabaseUrl: owner, createIfMissing: false }),
    ).rejects.toThrow(/^DATABASE_URL: owns the tables/)
  })

  test("a server without the owner's user books, runs jobs and receives events once its user has a statement timeout", {
    tags: ['13.151'],
  }, async () => {
    const behind = { ...urls, app: pooler.url, listen: urls.app }
    await expect(tenantsSeenWith(openAppPool(behind))).rejects.toThrow(
      /^DATABASE_URL: its user has no statement_timeout/,
    )
    const superuser = openOwnerPool(database.superuser)
    await superuser.query(
      `alter role prenoto_app in database ${new URL(database.url).pathname.slice(1)} set statement_timeout = '7s'`,
    )
    await superuser.end()
    const observer = await testServer({ url: database.url })
    const here = await observer.newTenant()
    const service = await here.newService()
    const { id } = await here.as('admin')
    const token = await here.newSession(id, { created: Temporal.Now.instant() })

    const server = spawnServer({ DATABASE_URL: pooler.url, LISTEN_DATABASE_URL: urls.app })
    await server.ready()
    const news = await openStreamUntilServed(server.port(), here.domain, '/notifications/stream', {
      authorization: `Bearer ${token}`,
    })
    const booked = await server.callUntilServed({
      host: here.domain,
      method: 'POST',
      path: `/client/bookings/create/${service.id}`,
      payload: { ...aBooking, visit_day: nextMonday() },
    })

    expect([news.status, booked.status]).toEqual([200, 201])
    await expect.poll(() => news.events.map(({ event }) => event)).toContain('notification')
    news.close()
    await server.end('SIGINT')
    await observer.close()
  })
})
