import { expect, test } from 'vitest'
import { businessAddress, isReservedAddress, suggestedAddress } from './business-address.ts'

const provider = { domain: 'prenoto.example.it', name: 'Prenoto Italia' }

test.for([
  ['Salone Aurora', 'salone-aurora'],
  ['Caffè & Bellezza', 'caffe-bellezza'],
  ["L’Angolo dell'Àncora", 'langolo-dellancora'],
  ['  --Öl 3.0!-- ', 'ol-3-0'],
  ['Москва', ''],
  [`${'lungo '.repeat(20)}`, 'lungo-lungo-lungo-lungo-lungo-lungo-lung'],
])('%j suggests the address %j', ([name, address]) => {
  expect(suggestedAddress(name!)).toBe(address)
  if (address) expect(businessAddress.parse(address)).toBe(address)
})

test.for([
  [' Salone-Aurora ', 'salone-aurora'],
  ['abc', 'abc'],
  ['salone\u200baurora', 'saloneaurora'],
  ['4-mani', '4-mani'],
  ['x'.repeat(40), 'x'.repeat(40)],
])('%j is an address', ([typed, address]) => {
  expect(businessAddress.parse(typed)).toBe(address)
})

test.for([
  ['', 'Scrivi l’indirizzo.'],
  ['ab', 'Usa almeno 3 caratteri.'],
  ['x'.repeat(41), 'Usa al massimo 40 caratteri.'],
  ['caffè', 'Usa solo lettere senza accenti, numeri e trattini.'],
  // Cyrillic а and о.
  ['sаlоne', 'Usa solo lettere senza accenti, numeri e trattini.'],
  ['salone.aurora', 'Usa solo lettere senza accenti, numeri e trattini.'],
  ['salone_aurora', 'Usa solo lettere senza accenti, numeri e trattini.'],
  ['-salone', 'Usa i trattini uno alla volta, tra lettere o numeri.'],
  ['salone-', 'Usa i trattini uno alla volta, tra lettere o numeri.'],
  ['xn--caff-8oa', 'Usa i trattini uno alla volta, tra lettere o numeri.'],
])('%j is refused: %s', ([typed, message]) => {
  expect(businessAddress.safeParse(typed).error!.issues.map((issue) => issue.message)).toEqual([message])
})

test.for([
  'www',
  'mail',
  'admin',
  'api',
  'assets',
  'autoconfig',
  'ns1',
  'mx02',
  'prenoto',
  'prenoto-aiuto',
  'prenotoitalia',
])('%s is reserved', (address) => {
  expect(isReservedAddress(address, provider)).toBe(true)
})

test.for(['salone-aurora', 'www-salone', 'adminer', 'nsalone', 'il-prenoto'])('%s is not reserved', (address) => {
  expect(isReservedAddress(address, provider)).toBe(false)
})

test('a provider without a name in Latin letters reserves its domain only', () => {
  expect(isReservedAddress('salone', { domain: 'apri.localhost', name: 'Москва' })).toBe(false)
  expect(isReservedAddress('apri', { domain: 'apri.localhost', name: 'Москва' })).toBe(true)
})
