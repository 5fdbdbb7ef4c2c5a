import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Settings } from '../../settings/settings.ts'
import { clientAddress, trustProxyOption } from '../client-address.ts'

const PROXY = '10.1.1.1'
const VISITOR = '203.0.113.7'

const trustedProxies = { none: false, one: 1, two: 2, network: ['10.1.0.0/16', 'fd00::7'] } as const

type Sender = { peer: string; forwarded?: string }

/** The address under which a server that trusts these proxies counts a request. */
async function countedAs(trust: keyof typeof trustedProxies, { peer, forwarded }: Sender) {
  const trustProxy = trustedProxies[trust] as Settings['trustProxy']
  const app = fastify({ trustProxy: trustProxyOption(trustProxy) })
  app.get('/', (request) => ({ address: clientAddress(request) }))
  const response = await app.inject({
    url: '/',
    remoteAddress: peer,
    headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
  })
  return response.json().address
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
  expect(await countedAs('none', { peer })).toBe(counted)
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
] as const)('with trusted proxies %s (%s), %j is counted as %s', async ([, trust, sender, counted]) => {
  expect(await countedAs(trust, sender)).toBe(counted)
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
  for (const trust of ['one', 'network'] as const)
    expect(await countedAs(trust, { peer: PROXY, forwarded })).toBe(PROXY)
})

test('the zone of an IPv6 address is ignored, even with 400 characters', async () => {
  const forwarded = `2001:db8::1%${'x'.repeat(400)}`

  expect(await countedAs('one', { peer: PROXY, forwarded })).toBe('2001:db8:0:0::/64')
})
