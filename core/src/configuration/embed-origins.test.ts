import { expect, test } from 'vitest'
import { embedOrigins } from './embed-origins.ts'

test.each([
  ['', ''],
  ['https://www.salone.it', 'https://www.salone.it'],
  [' WWW.Salone.it/prenota?x=1 ', 'https://www.salone.it'],
  ['salone.it, https://salone.it:443/ ; https://salone.it:8443', 'https://salone.it\nhttps://salone.it:8443'],
  [
    'http://localhost:8080\nhttp://prova.localhost http://127.0.0.1:5000/x',
    'http://localhost:8080\nhttp://prova.localhost\nhttp://127.0.0.1:5000',
  ],
])('parses %j to the origins %j', { tags: ['13.79'] }, (typed, origins) => {
  expect(embedOrigins.parse(typed)).toBe(origins)
})

test.each([
  'http://www.salone.it',
  'https://*.salone.it',
  '*',
  'https:',
  "'self'",
  'salone',
  'https://salone.it@altri.it',
  "https://a.it'",
  'https://a"b.it',
  'javascript://salone.it',
  'data:text/html',
  'http://localhost.altri.it',
  Array.from({ length: 11 }, (_, i) => `https://s${i}.it`).join('\n'),
  'a'.repeat(2001),
])('rejects %j as an origin', { tags: ['13.79'] }, (typed) => {
  expect(embedOrigins.safeParse(typed).success).toBe(false)
})
