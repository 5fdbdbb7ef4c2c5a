import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Endpoint } from '@prenoto/core/contract/endpoint.ts'
import { declaredEndpoints, endpointName, endpointsByKind } from '@prenoto/test-support/http/endpoints.ts'
import { sampleBody } from '@prenoto/test-support/http/sample-body.ts'
import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeAll, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
let service: number
let hiddenId: string
beforeAll(async () => {
  here = await server.newTenant()
  const { id: calendar_id } = await here.newCalendar()
  service = (await here.newService({ calendar_id })).id
  hiddenId = (await here.book(service)).json().hidden_id
  for (let i = 0; i < 20; i++) await here.newService({ calendar_id, description: 'Con shampoo e piega. '.repeat(10) })
})

const answers: [what: string, act: () => Promise<{ headers: Record<string, unknown> }>][] = [
  ['an answer', () => here.get('/client/configs')],
  ['a list', () => here.get('/client/services')],
  ['a refusal', () => here.get('/nothing')],
  ['an unknown domain', () => server.visit('unknown.example').get('/client/configs')],
  ['a created item', async () => here.book((await here.newService()).id)],
]

test.for(answers)('%s has headers against framing, sniffing and execution as a page', async ([, act]) => {
  const { headers } = await act()

  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
  })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect(headers['content-type']).toMatch(/^application\/(problem\+)?json; charset=utf-8$/)
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('set-cookie')
  expect(headers).not.toHaveProperty('access-control-allow-origin')
})

test('the policy of a page allows only scripts and form targets of its own origin, and no frames', async () => {
  const { headers } = await here.page('/')

  const policy = String(headers['content-security-policy'])
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
  ])
    expect(policy).toContain(rule)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:|\*/)
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
})

test.for([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a response in %s has the same content and is smaller', async ([encoding, unpack]) => {
  const plain = await here.get('/client/services?per_page=100')
  const packed = await here.get('/client/services?per_page=100', { 'accept-encoding': encoding })

  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(packed.headers['content-encoding']).toBe(encoding)
  expect(packed.headers.vary).toContain('accept-encoding')
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect(unpack(packed.rawPayload).toString()).toBe(plain.body)
})

test('small responses are not compressed', async () => {
  const response = await here.get('/client/configs', { 'accept-encoding': 'br, gzip' })

  expect(response.headers).not.toHaveProperty('content-encoding')
})

/** Responses that may be cached: pictures by browsers or shared caches, calendar files with revalidation. */
const KEPT = [/^private, max-age=86400, immutable$/, /^public, max-age=\d+, immutable$/, /^private, no-cache$/]

async function callEndpoint({ method, path, body }: Endpoint, headers: object, payload: object = {}) {
  const ids: Record<string, string | number> = { ':id': service, ':serviceId': service, ':hiddenId': hiddenId }
  return server.app.inject({
    method,
    url: `/api${path.replaceAll(/:\w+/g, (name) => String(ids[name] ?? 'none'))}`,
    headers: { host: here.domain, ...headers },
    ...(body && { payload }),
  })
}

const nameEndpoints = (endpoints: Endpoint[]) =>
  endpoints
    .filter(({ path }) => !path.endsWith('/stream'))
    .map((endpoint): [name: string, endpoint: Endpoint] => [endpointName(endpoint), endpoint])

test('no response of an endpoint is cached, except pictures and calendar files', async () => {
  const admin = await here.newUser({ role: 'admin' })
  let token = await here.newSession(admin.id)
  const call = (endpoint: Endpoint) =>
    callEndpoint(endpoint, { authorization: `Bearer ${token}` }, sampleBody(endpoint))
  for (const [name, endpoint] of nameEndpoints(declaredEndpoints)) {
    let answer = await call(endpoint)
    // An earlier endpoint has ended the session.
    if (answer.statusCode === 401) {
      token = await here.newSession(admin.id)
      answer = await call(endpoint)
    }
    const { statusCode, headers } = answer

    const caching = String(headers['cache-control'])
    if (statusCode < 300 && KEPT.some((one) => one.test(caching))) continue
    expect([name, caching]).toEqual([name, 'no-store'])
  }
})

test.for(nameEndpoints(endpointsByKind))('errors of %s are not cached', async ([, endpoint]) => {
  const expired = await callEndpoint(endpoint, { authorization: 'Bearer expired' }, sampleBody(endpoint))
  const incomplete = await callEndpoint(endpoint, {})

  for (const { statusCode, headers } of [expired, incomplete])
    if (statusCode >= 400) expect(headers['cache-control']).toBe('no-store')
})

test.for([
  ['an unknown domain', '/api/client/configs', { host: 'unknown.example' }],
  ['a malformed host', '/api/client/configs', { host: 'a b' }],
  ['a page of a malformed host', '/', { host: 'a b' }],
  ['a malformed path', '/api/%zz', {}],
  ['an unknown path', '/api/nothing', {}],
] as const)('the error of %s is not cached', async ([, url, headers]) => {
  const { statusCode, headers: answered } = await server.app.inject({ url, headers: { host: here.domain, ...headers } })

  expect(statusCode).toBeGreaterThanOrEqual(400)
  expect(answered['cache-control']).toBe('no-store')
})

test('an error does not keep headers of the response that it replaces', async () => {
  const operator = await here.as('operator')
  const { path } = (await operator.post('/user/calendar-feed', {})).json()
  const read = () => server.app.inject({ url: path, headers: { host: here.domain } })
  expect((await read()).headers).toHaveProperty('etag')
  await server.owner.query('alter table bookings rename column telephone to gone')

  const { statusCode, headers } = await read()
  await server.owner.query('alter table bookings rename column gone to telephone')

  expect(statusCode).toBe(500)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers).not.toHaveProperty('etag')
  expect(headers).not.toHaveProperty('content-disposition')
})

test('the policy of Swagger UI allows only this server', async () => {
  for (const path of ['/docs', '/docs/static/index.html', '/docs/static/swagger-ui.css']) {
    const policy = (await here.get(path)).headers['content-security-policy']
    expect(policy).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
  }
})
