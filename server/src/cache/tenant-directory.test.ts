import { countCheckouts } from '@prenoto/test-support/database/count-queries.ts'
import { newDatabase } from '@prenoto/test-support/database/test-database.ts'
import { spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { type TestServer, testServer } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertDomain, setSuspended } from '../features/operations/provider/provider.repository.ts'
import { tenantDirectory } from './tenant-directory.ts'

const FOR_EVER = 24 * 3600 * 1000

let server: TestServer
let trusting: TestServer
beforeAll(async () => {
  server = await testServer()
  trusting = await testServer({ url: server.url, trustedFor: FOR_EVER })
})
afterAll(async () => {
  await trusting.close()
  await server.close()
})

let floods = 0

/** More than a server handles at once. */
const AT_ONCE = 800

/** Looks up different unknown domains. Resolves to the results. */
async function flood(at: TestServer, rounds: number) {
  const statuses = new Set<number>()
  for (let round = 0; round < rounds; round++) {
    floods += 1
    const ask = (i: number) => at.visit(`salone-${i}.flood-${floods}.example`).get('/client/configs')
    for (const { statusCode } of await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => ask(i))))
      statuses.add(statusCode)
  }
  return statuses
}

test('many unknown domains cause at most 50 database queries in a second', async () => {
  const begin = performance.now()
  const lookups = await countCheckouts(server, async () => {
    expect(await flood(server, 4)).toEqual(new Set([403]))
  })

  const seconds = (performance.now() - begin) / 1000
  expect(lookups).toBeLessThan(50 * seconds + 10)
  expect(lookups).toBeLessThan((4 * AT_ONCE) / 4)
})

test('an unknown domain is looked up once while its cached result is valid', async () => {
  const ask = () => trusting.visit('nobody.example').get('/client/configs')
  await ask()

  expect(await countCheckouts(trusting, ask)).toBe(0)
})

test('a flood of unknown domains evicts no known domain', async () => {
  const here = await trusting.newTenant()
  const { id } = await here.newService()
  const read = () => here.get(`/client/services/${id}`)
  await trusting.waitForInvalidations()
  await read()

  await flood(trusting, 10)

  expect(await countCheckouts(trusting, read)).toBe(0)
})

test('a flood of unknown domains delays neither known domains nor a new one', async () => {
  const here = await server.newTenant()
  let isPouring = true
  const pour = async () => {
    while (isPouring) await flood(server, 1)
  }
  const pouring = pour()

  try {
    for (let i = 0; i < 5; i++) {
      const opened = await server.newTenant()
      expect((await opened.get('/client/configs')).statusCode).toBe(200)
      expect((await here.get('/client/configs')).statusCode).toBe(200)
    }
  } finally {
    isPouring = false
    await pouring
  }
})

test('an unknown domain that is then added is found as soon as the notification arrives', async () => {
  const domain = 'opened-later.example'
  const visit = async () => (await trusting.visit(domain).get('/client/configs')).statusCode
  const here = await trusting.newTenant()
  expect(await visit()).toBe(403)

  await insertDomain(server.owner, here.id, { domain })

  await expect.poll(visit).toBe(200)
})

test('while notifications arrive, a domain is looked up again only after a change of its business', async () => {
  const here = await server.newTenant()
  const directory = tenantDirectory(server.connections.app, 0)
  const countLookups = () => countCheckouts(server, () => directory.find(here.domain))
  expect([await countLookups(), await countLookups()]).toEqual([1, 1])

  directory.receivedUntil(performance.now() + 60_000)
  expect([await countLookups(), await countLookups()]).toEqual([0, 0])
  directory.invalidate(here.id)
  expect([await countLookups(), await countLookups()]).toEqual([1, 0])
  directory.invalidateAll()
  expect([await countLookups(), await countLookups()]).toEqual([1, 0])

  directory.receivedUntil(performance.now() - 1_000)
  expect([await countLookups(), await countLookups()]).toEqual([1, 1])
})

test('a business that is suspended while a process does not listen is suspended there, too', async () => {
  const here = await trusting.newTenant()
  const visit = async () => (await here.get('/client/configs')).statusCode
  expect(await visit()).toBe(200)

  await server.owner.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'prenoto listener'`)
  await setSuspended(server.owner, here.id, true)

  await expect.poll(visit).toBe(403)
})

test('every change of a business takes effect at once, whichever way it is made', async () => {
  const here = await trusting.newTenant()
  const change = async (sql: string) => {
    await server.owner.query(sql, [here.id])
    await trusting.waitForInvalidations()
  }
  const title = async () => /<title>(.*)<\/title>/.exec((await here.page('/login')).body)?.[1]
  const status = async () => (await here.get('/client/configs')).statusCode
  expect(await title()).toContain('Salone')

  await change(`update configurations set app_name = 'Da Ada' where tenant_id = $1`)
  expect(await title()).toContain('Da Ada')
  await change('update tenants set suspended_at = now() where id = $1')
  expect(await status()).toBe(403)
  await change('update tenants set suspended_at = null where id = $1')
  expect(await status()).toBe(200)
  await change('delete from domains where tenant_id = $1')
  expect(await status()).toBe(403)
})

test('a process with little memory survives thousands of hosts of 15,000 characters', async () => {
  const database = await newDatabase()
  const small = spawnServer({ DATABASE_URL: database.url, NODE_OPTIONS: '--max-old-space-size=64' })
  try {
    await small.ready()
    const label = `${'x'.repeat(59)}.`.repeat(250)
    let sent = 0
    const client = async () => {
      while (sent < 2_500) {
        sent += 1
        const { status } = await small.call({ host: `${sent}.${label}`.slice(0, 15_000), path: '/client/configs' })
        expect(status).toBe(400)
      }
    }

    await Promise.all(Array.from({ length: 32 }, client))

    expect((await small.call({ host: 'unknown.example', path: '/client/configs' })).status).toBe(403)
  } finally {
    await small.end('SIGKILL')
    await database.drop()
  }
})
