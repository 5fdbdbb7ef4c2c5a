import { countCheckouts } from '@prenoto/test-support/database/count-queries.ts'
import { sendRaw } from '@prenoto/test-support/http/raw-http.ts'
import { type TestServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setSuspended } from '../../features/operations/provider/provider.repository.ts'

let server: TestServer
let behindProxy: TestServer
let here: TestTenant
let port: number
beforeAll(async () => {
  server = await testServer()
  behindProxy = await testServer({ url: server.url, trustProxy: 1 })
  here = await server.newTenant()
  port = await server.listen()
})
afterAll(async () => {
  await behindProxy.close()
  await server.close()
})

/** The response to a request line and headers on a connection of its own. */
const ask = (line: string, headers: string[] = []) =>
  sendRaw(port, [`${line} HTTP/1.1`, ...headers, 'Connection: close', '\r\n'].join('\r\n'))

const malformed = [
  ['no host', []],
  ['an empty host', ['Host:']],
  ['two hosts', ['Host: salone.example', 'Host: evil.example']],
  ['the same host twice', ['Host: salone.example', 'host: salone.example']],
  ['a blank', ['Host: a b']],
  ['a letter of another alphabet', ['Host: caff\u00e8.example']],
  ['an underscore', ['Host: a_b.example']],
  ['a quote', ["Host: ' or true --"]],
  ['a percent sign', ['Host: %00.example']],
  ['an address in it', ['Host: http://salone.example/']],
  ['user information before it', ['Host: ada@salone.example']],
  ['a path', ['Host: salone.example/']],
  ['no name', ['Host: :3000']],
  ['nothing but dots', ['Host: ..']],
  ['a dot before it', ['Host: .salone.example']],
  ['two dots after it', ['Host: salone.example..']],
  ['a hyphen before it', ['Host: -salone.example']],
  ['a port that is not a number', ['Host: salone.example:http']],
  ['a port that is too long', ['Host: salone.example:300000']],
  ['brackets around a domain', ['Host: [salone.example]']],
  ['an unclosed bracket', ['Host: [::1']],
  ['a label of 64 characters', [`Host: ${'x'.repeat(64)}.example`]],
  ['254 characters', [`Host: ${'x.'.repeat(126)}xx`]],
  ['15,000 characters', [`Host: ${'x'.repeat(15_000)}`]],
] as const

test.for(malformed)('a request with %s is refused without a lookup of the tenant', async ([, headers]) => {
  const checkouts = await countCheckouts(server, async () => {
    const [head, body] = (await ask('GET /api/client/configs', [...headers])).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1.1 400 /)
    expect(head).toContain('content-type: application/problem+json')
    expect(JSON.parse(body!)).toMatchObject({ status: 400, detail: 'La richiesta non è leggibile.' })

    const [pageHead, page] = (await ask('GET /', [...headers])).split('\r\n\r\n')
    expect(pageHead).toMatch(/^HTTP\/1.1 400 /)
    expect(pageHead).toContain('content-type: text/html')
    expect(page).toContain('<p>L’indirizzo è scritto in un modo che non riusciamo a leggere.</p>')
  })

  expect(checkouts).toBe(0)
})

test('accepts a domain of the maximum length', async () => {
  const longest = `${'x.'.repeat(126)}x`

  expect(longest).toHaveLength(253)
  expect(await ask('GET /api/client/configs', [`Host: ${longest}.:65535`])).toMatch(/^HTTP\/1.1 403 /)
})

test('probes are answered for any host and without one', async () => {
  for (const headers of [[], ['Host: prenoto_1:3000']]) {
    expect(await ask('GET /healthz', headers)).toMatch(/^HTTP\/1.1 200 /)
    expect(await ask('GET /readyz', headers)).toMatch(/^HTTP\/1.1 200 /)
  }
})

test('a request target in absolute form overrides the Host header', async () => {
  const requestStatus = async (target: string, host: string) =>
    (await ask(`GET ${target}`, [`Host: ${host}`])).split(' ', 2)[1]

  expect(await requestStatus(`http://${here.domain}/api/client/configs`, 'unknown.example')).toBe('200')
  expect(await requestStatus(`http://${here.domain}`, 'unknown.example')).toBe('200')
  expect(await requestStatus('http://unknown.example/api/client/configs', here.domain)).toBe('403')
  expect(await requestStatus('http://ada@unknown.example/api/client/configs', here.domain)).toBe('400')
  expect(await requestStatus('http:///api/client/configs', here.domain)).toBe('400')
})

test('links of a page never contain a forged host or protocol', async () => {
  const page = await behindProxy.app.inject({
    url: '/',
    headers: { host: 'x', 'x-forwarded-host': `${here.domain.toUpperCase()}.:8443`, 'x-forwarded-proto': 'javascript' },
  })

  expect(page.statusCode).toBe(200)
  expect(page.body).toContain(`<link rel="canonical" href="http://${here.domain}:8443/"/>`)
  expect(page.body).not.toContain('javascript:')
})

test('the metrics need a token behind a proxy', async () => {
  const forged = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost', forwarded: 'for=127.0.0.1' }
  for (const headers of [{}, forged, { authorization: 'Bearer undefined' }])
    expect((await behindProxy.app.inject({ url: '/metrics', headers })).statusCode).toBe(404)
})

test.for([
  ['a blank', 'a b'],
  ['an underscore', 'a_b.example'],
  ['5,000 characters', 'x'.repeat(5_000)],
  ['an empty last entry', 'salone.example, '],
])('a forwarded host with %s is refused, even from a trusted proxy', async ([, forwarded]) => {
  const checkouts = await countCheckouts(behindProxy, async () => {
    const headers = { host: here.domain, 'x-forwarded-host': forwarded }
    const response = await behindProxy.app.inject({ url: '/api/client/configs', headers })
    expect(response.statusCode).toBe(400)
  })

  expect(checkouts).toBe(0)
})

test('the last of several forwarded hosts counts, which the nearest proxy wrote', async () => {
  const headers = { host: 'unknown.example', 'x-forwarded-host': `evil.example, ${here.domain}` }

  expect((await behindProxy.app.inject({ url: '/api/client/configs', headers })).statusCode).toBe(200)
})

test.for([
  ['TRACE', 404, 'TRACE /api/client/configs', []],
  ['the folder of the version control', 404, 'GET /.git/config', []],
  ['a folder of files', 404, 'GET /assets/', []],
  ['an encoded path out of a folder', 404, 'GET /assets/%2e%2e/%2e%2e/package.json', []],
  ['two lengths of a body', 400, 'POST /api/client/contact', ['Content-Length: 2', 'Content-Length: 3']],
  ['a length and chunks', 400, 'POST /api/client/contact', ['Content-Length: 2', 'Transfer-Encoding: chunked']],
  ['an encoding that is not the last', 400, 'POST /api/client/contact', ['Transfer-Encoding: chunked, identity']],
] as const)('a request with %s is answered with %i', async ([, status, line, headers]) => {
  const [head] = (await ask(line, [`Host: ${here.domain}`, ...headers])).split('\r\n\r\n')

  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  for (const name of ['content-security-policy', 'strict-transport-security', 'x-content-type-options'])
    expect(head!.toLowerCase()).toContain(`${name}: `)
})

/** The answer to a proxy that asks whether it may have a certificate for a domain. */
const askAllowed = async (domain: string, options: { remoteAddress?: string; headers?: Record<string, string> } = {}) =>
  (await behindProxy.app.inject({ url: '/internal/tls-allowed', query: { domain }, ...options })).statusCode

test('a proxy on this computer learns which domains are served', async () => {
  const here = await server.newTenant()
  const suspended = await server.newTenant()
  await setSuspended(server.owner, suspended.id, true)

  expect(await askAllowed(here.domain)).toBe(200)
  expect(await askAllowed(here.domain.toUpperCase())).toBe(200)
  for (const name of [suspended.domain, `www.${here.domain}`, '', 'not a name', '127.0.0.1', 'x'.repeat(300)])
    expect(await askAllowed(name), name).toBe(404)
  expect((await behindProxy.app.inject('/internal/tls-allowed')).statusCode).toBe(404)
  expect((await behindProxy.app.inject('/internal/tls-allowed?domain=a.it&domain=b.it')).statusCode).toBe(404)
})

test('visitors and other computers do not learn which domains are served', async () => {
  const { domain } = await server.newTenant()

  expect(await askAllowed(domain, { headers: { 'x-forwarded-for': '198.51.100.1' } })).toBe(404)
  expect(await askAllowed(domain, { remoteAddress: '198.51.100.1' })).toBe(404)
  expect(await askAllowed(domain, { remoteAddress: '::1' })).toBe(200)
})

test('many invented names cost few queries and are limited; served domains are not', async () => {
  const { domain } = await server.newTenant()
  const statuses = new Map<number, number>()
  let answer = 0
  const queries = await countCheckouts(behindProxy, async () => {
    const names = Array.from({ length: 350 }, (_, i) => `invented${i}.it`)
    const answers = names.map((name) => askAllowed(name))
    answer = await askAllowed(domain)
    for (const status of await Promise.all(answers)) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  })

  expect(answer).toBe(200)
  expect([...statuses.keys()].sort()).toEqual([404, 429])
  // In at most three different seconds.
  expect(statuses.get(404)).toBeLessThanOrEqual(300)
  expect(queries).toBeLessThan(30)
})
