import { type TestServer, testServer } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const PROXY = '10.1.1.1'
const VISITOR = '203.0.113.7'

/** Servers of one installation that trust different proxies. */
const trust = { none: false, one: 1, two: 2, network: ['10.1.0.0/16', 'fd00::7'] } as const
const servers = {} as Record<keyof typeof trust, TestServer>
beforeAll(async () => {
  servers.none = await testServer({ rateLimits: true })
  const { url } = servers.none
  servers.one = await testServer({ url, rateLimits: true, trustProxy: trust.one })
  servers.two = await testServer({ url, rateLimits: true, trustProxy: trust.two })
  servers.network = await testServer({ url, rateLimits: true, trustProxy: [...trust.network] })
})
afterAll(async () => {
  for (const server of Object.values(servers).reverse()) await server.close()
})

type From = { peer: string; forwarded?: string }

/** The address under which a server counts a contact request, read from the counters of a new business. */
async function countedAs(server: TestServer, { peer, forwarded }: From) {
  const here = await server.newTenant()
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/client/contact',
    remoteAddress: peer,
    headers: { host: here.domain, ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
    payload: { name: 'Giulia', email: 'giulia@example.it', phone: '3331234567', privacy: true },
  })
  expect(response.statusCode).toBe(201)
  const { rows } = await server.owner.query('select key from system.rate_limits where key like $1', [
    `contact:${here.id}/%`,
  ])
  const counted = rows.map(({ key }) => key.slice(`contact:${here.id}/`.length))
  // The other counter is the one of the address's block.
  expect(counted).toHaveLength(2)
  return counted.find((key) => !/\/(24|48)$/.test(key))
}

test.for([
  [VISITOR, VISITOR],
  [`::ffff:${VISITOR}`, VISITOR],
  ['::ffff:cb00:7107', VISITOR],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
] as const)('the address %s is counted as %s', async ([peer, counted]) => {
  expect(await countedAs(servers.none, { peer })).toBe(counted)
})

test.for([
  ['nobody', 'none', { peer: PROXY, forwarded: VISITOR }, PROXY],
  ['the nearest', 'one', { peer: PROXY, forwarded: VISITOR }, VISITOR],
  ['the nearest', 'one', { peer: PROXY, forwarded: `198.51.100.1, ${VISITOR}` }, VISITOR],
  ['the nearest', 'one', { peer: PROXY }, PROXY],
  ['the nearest two', 'two', { peer: PROXY, forwarded: `198.51.100.1,${VISITOR}, 10.9.9.9` }, VISITOR],
  ['the nearest two', 'two', { peer: PROXY, forwarded: VISITOR }, VISITOR],
  ['a network', 'network', { peer: PROXY, forwarded: VISITOR }, VISITOR],
  ['a network', 'network', { peer: 'fd00::7', forwarded: `${VISITOR}, 10.1.9.9` }, VISITOR],
  ['a network', 'network', { peer: '::ffff:10.1.1.1', forwarded: VISITOR }, VISITOR],
  ['a network', 'network', { peer: '10.2.1.1', forwarded: VISITOR }, '10.2.1.1'],
  ['a network', 'network', { peer: PROXY, forwarded: `198.51.100.1, ${VISITOR}, 10.1.2.3` }, VISITOR],
] as const)('with trusted proxies %s (%s), %j is counted as %s', async ([, server, from, counted]) => {
  expect(await countedAs(servers[server], from)).toBe(counted)
})

test.for([
  ['400 characters', 'x'.repeat(400)],
  ['a list of 400', Array(400).fill('x').join(', ')],
  ['a word', 'unknown'],
  ['a statement', "'; drop table tenants; --"],
  ['an address with a port', '203.0.113.7:4711'],
  ['an IP address out of range', '999.1.1.1'],
  ['a word after an address', `${VISITOR}, unknown`],
])("with X-Forwarded-For %s the proxy's own address is counted", async ([, forwarded]) => {
  for (const server of [servers.one, servers.network])
    expect(await countedAs(server, { peer: PROXY, forwarded })).toBe(PROXY)
})

test('the zone of an IPv6 address is ignored, even with 400 characters', async () => {
  const forwarded = `2001:db8::1%${'x'.repeat(400)}`

  expect(await countedAs(servers.one, { peer: PROXY, forwarded })).toBe('2001:db8:0:0::/64')
})

test('log-ins are counted by the same address', async () => {
  const here = await servers.one.newTenant()
  const logIn = (forwarded: string) =>
    servers.one.app.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress: PROXY,
      headers: { host: here.domain, 'x-forwarded-for': forwarded },
      payload: { email: `${Math.random()}@salone.it`, password: 'guess' },
    })

  const guesses: number[] = []
  for (let i = 0; i < 41; i++) guesses.push((await logIn(`2001:db8:7:7::${i.toString(16)}`)).statusCode)

  expect(guesses.slice(0, 40)).toEqual(Array(40).fill(401))
  expect(guesses[40]).toBe(429)
  expect((await logIn('2001:db8:7:8::1')).statusCode).toBe(401)
  expect((await logIn('x'.repeat(400))).statusCode).toBe(401)
})
