import { type DnsName, startDnsServer } from '@prenoto/test-support/dns/dns-server.ts'
import { afterAll, expect, test } from 'vitest'
import { dnsLookup } from '../../lib/dns-lookup.ts'
import { checkDomain } from './check-domain.ts'

const dns = await startDnsServer()
afterAll(() => dns.close())

const HERE = { A: ['203.0.113.7'] }
const expected = { addresses: ['203.0.113.7', '203.0.113.8', '2001:db8::7'], token: 'prenoto-1' }
const proof = { TXT: ['v=spf1 -all', 'prenoto-1'] }

type Zone = Record<string, DnsName>
const cases: [title: string, zone: Zone, problems: object[]][] = [
  ['one address', { 'a.it': HERE, '_prenoto.a.it': proof }, []],
  [
    'several addresses',
    { 'a.it': { A: expected.addresses.slice(0, 2), AAAA: ['2001:db8::7'] }, '_prenoto.a.it': proof },
    [],
  ],
  ['only IPv6', { 'a.it': { AAAA: ['2001:db8::7'] }, '_prenoto.a.it': proof }, []],
  [
    'a chain of CNAMEs',
    { 'a.it': { CNAME: 'b.it' }, 'b.it': { CNAME: 'c.it' }, 'c.it': HERE, '_prenoto.a.it': proof },
    [],
  ],
  ['a proof that is a CNAME', { 'a.it': HERE, '_prenoto.a.it': { CNAME: 'proof.it' }, 'proof.it': proof }, []],
  ['a CNAME that leads nowhere', { 'a.it': { CNAME: 'b.it' }, '_prenoto.a.it': proof }, [{ kind: 'no-address' }]],
  ['no records', {}, [{ kind: 'no-address' }, { kind: 'no-token', name: '_prenoto.a.it' }]],
  [
    'another address and another token',
    { 'a.it': { A: ['198.51.100.1'] }, '_prenoto.a.it': { TXT: ['prenoto-2'] } },
    [
      { kind: 'wrong-address', found: ['198.51.100.1'] },
      { kind: 'wrong-token', name: '_prenoto.a.it' },
    ],
  ],
  [
    'an address that was left behind',
    { 'a.it': { A: ['203.0.113.7'], AAAA: ['2001:db8::99'] }, '_prenoto.a.it': proof },
    [{ kind: 'other-addresses', found: ['2001:db8::99'] }],
  ],
  [
    'only private addresses, which are not told',
    { 'a.it': { A: ['10.0.0.5', '127.0.0.1'], AAAA: ['fd00::5', '::ffff:10.0.0.5'] }, '_prenoto.a.it': proof },
    [{ kind: 'no-address' }],
  ],
  [
    'a private address beside one of another server',
    { 'a.it': { A: ['192.168.1.5', '198.51.100.1'] }, '_prenoto.a.it': proof },
    [{ kind: 'wrong-address', found: ['198.51.100.1'] }],
  ],
  [
    'a private address that was left behind',
    { 'a.it': { A: ['203.0.113.7', '169.254.169.254'] }, '_prenoto.a.it': proof },
    [{ kind: 'other-addresses', found: [] }],
  ],
  ['name servers that fail', { 'a.it': 'fails', '_prenoto.a.it': proof }, [{ kind: 'broken' }]],
]

test.for(cases)('%s', async ([, zone, problems]) => {
  Object.assign(dns.names, { 'a.it': undefined, 'b.it': undefined, '_prenoto.a.it': undefined }, zone)

  expect(await checkDomain('a.it', expected, dnsLookup([dns.address]))).toEqual(problems)
})

test('a name server that does not answer is given up', async () => {
  Object.assign(dns.names, { 'a.it': 'silent', '_prenoto.a.it': proof })

  expect(await checkDomain('a.it', expected, dnsLookup([dns.address], 100))).toEqual([{ kind: 'timeout' }])
})

test('a name server that is not there', async () => {
  const gone = await startDnsServer()
  gone.close()

  expect(await checkDomain('a.it', expected, dnsLookup([gone.address]))).toEqual([{ kind: 'unreachable' }])
})
