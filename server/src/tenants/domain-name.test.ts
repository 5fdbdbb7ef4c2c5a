import { expect, test } from 'vitest'
import { asciiDomain, shownDomain } from './domain-name.ts'

test.for([
  ['salone.it', 'salone.it'],
  [' Salone.IT. ', 'salone.it'],
  ['caffè.it', 'xn--caff-8oa.it'],
  ['CAFFÈ.IT', 'xn--caff-8oa.it'],
  ['caffe\u0300.it', 'xn--caff-8oa.it'],
  ['xn--caff-8oa.it', 'xn--caff-8oa.it'],
  ['127.1', '127.1'],
] as const)('%s is kept as %s', ([typed, asciiName]) => {
  expect(asciiDomain(typed)).toBe(asciiName)
})

test.for([
  '',
  '.',
  'https://caffè.it',
  'caffè.it/prenota',
  'caffè.it:80',
  'io@caffè.it',
  'caffè..it',
  '-caffe.it',
  'caffe_1.it',
  'un caffè.it',
  '%41è.it',
  'è'.repeat(70),
  `${'a'.repeat(64)}.it`,
  `${'a.'.repeat(127)}it`,
])('%j is no domain', (typed) => {
  expect(asciiDomain(typed)).toBeUndefined()
})

test('a domain is shown in Unicode and in ASCII, once if both are the same', () => {
  expect(shownDomain('www.xn--caff-8oa.it')).toBe('www.caffè.it (www.xn--caff-8oa.it)')
  expect(shownDomain('salone.it')).toBe('salone.it')
  expect(shownDomain('xn--a-.it')).toBe('xn--a-.it')
})
