import { countCheckouts } from '@prenoto/test-support/database/count-queries.ts'
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

test('a flood of unknown domains causes at most 50 queries in a second, evicts no known domain and hides no new one', async () => {
  const directory = tenantDirectory(server.connections.app, FOR_EVER)
  const here = await server.newTenant()
  await directory.find(here.domain)
  const opened = await server.newTenant()
  // More than the cache of known domains holds.
  const invented = Array.from({ length: 2_500 }, (_, i) => `salone-${i}.example`)

  const begin = performance.now()
  const lookups = await countCheckouts(server, async () => {
    const [found, ...others] = await Promise.all([opened.domain, ...invented].map((domain) => directory.find(domain)))
    expect([found?.tenant.id, new Set(others)]).toEqual([opened.id, new Set([undefined])])
  })
  const seconds = (performance.now() - begin) / 1000

  expect(lookups).toBeLessThan(50 * seconds + 10)
  expect(await countCheckouts(server, () => directory.find(here.domain))).toBe(0)
})

test('an unknown domain is looked up once while its cached result is valid', async () => {
  const ask = () => trusting.visit('nobody.example').get('/client/configs')
  await ask()

  expect(await countCheckouts(trusting, ask)).toBe(0)
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
