import { expect, test } from 'vitest'
import { isReserved } from './reserved-domain.ts'

test.for([
  'localhost',
  'it',
  'salone.localhost',
  'salone.local',
  'salone.example',
  'salone.test',
  'db.internal',
  '1.0.0.127.in-addr.arpa',
  '127.0.0.1',
  'proxy.fornitore.it',
  'salone.proxy.fornitore.it',
  'prenoto.it',
  'salone.prenoto.it',
])('%s is reserved', (domain) => expect(isReserved(domain, 'proxy.fornitore.it', 'prenoto.it')).toBe(true))

test.for(['salone.it', 'www.salone.it', 'fornitore.it', 'xproxy.fornitore.it'])('%s is not reserved', (domain) =>
  expect(isReserved(domain, 'proxy.fornitore.it', undefined)).toBe(false),
)
