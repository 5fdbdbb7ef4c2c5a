import { countCheckouts } from '@prenoto/test-support/database/count-queries.ts'
import { sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'
import { setSuspended } from '../../features/operations/provider/provider.repository.ts'

const server = await sharedServer({ trustProxy: 1 })

const ask = async (domain: string, options: { remoteAddress?: string; headers?: Record<string, string> } = {}) =>
  (await server.app.inject({ url: '/internal/tls-allowed', query: { domain }, ...options })).statusCode

test('a proxy on this computer learns which domains are served', async () => {
  const here = await server.newTenant()
  const suspended = await server.newTenant()
  await setSuspended(server.owner, suspended.id, true)

  expect(await ask(here.domain)).toBe(200)
  expect(await ask(here.domain.toUpperCase())).toBe(200)
  for (const name of [suspended.domain, `www.${here.domain}`, '', 'not a name', '127.0.0.1', 'x'.repeat(300)])
    expect(await ask(name), name).toBe(404)
  expect((await server.app.inject('/internal/tls-allowed')).statusCode).toBe(404)
  expect((await server.app.inject('/internal/tls-allowed?domain=a.it&domain=b.it')).statusCode).toBe(404)
})

test('visitors and other computers get 404', async () => {
  const { domain } = await server.newTenant()

  expect(await ask(domain, { headers: { 'x-forwarded-for': '198.51.100.1' } })).toBe(404)
  expect(await ask(domain, { remoteAddress: '198.51.100.1' })).toBe(404)
  expect(await ask(domain, { remoteAddress: '::1' })).toBe(200)
})

test('many invented names cost few queries and are limited; served domains are not', async () => {
  const { domain } = await server.newTenant()
  const statuses = new Map<number, number>()
  let answer = 0
  const queries = await countCheckouts(server, async () => {
    const names = Array.from({ length: 500 }, (_, i) => `invented${i}.it`)
    const answers = names.map((name) => ask(name))
    answer = await ask(domain)
    for (const status of await Promise.all(answers)) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  })

  expect(answer).toBe(200)
  expect([...statuses.keys()].sort()).toEqual([404, 429])
  // In at most three different seconds.
  expect(statuses.get(404)).toBeLessThanOrEqual(300)
  expect(queries).toBeLessThan(30)
})
