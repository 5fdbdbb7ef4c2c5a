import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { declaredEndpoints, nameOf } from '@prenoto/test-support/http/endpoints.ts'
import { sampleBody } from '@prenoto/test-support/http/sample-body.ts'
import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeAll, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
beforeAll(async () => {
  here = await server.newTenant()
  const { id: calendar_id } = await here.newCalendar()
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

test.for(
  declaredEndpoints
    .filter(({ path }) => !path.endsWith('/stream'))
    .map((endpoint) => [nameOf(endpoint), endpoint] as const),
)('responses and errors of %s are not cached', async ([, endpoint]) => {
  const business = await server.newTenant()
  const service = await business.newService()
  const { hidden_id } = (await business.book(service.id)).json()
  const admin = await business.as('admin')
  const ids: Record<string, string | number> = { ':id': service.id, ':serviceId': service.id, ':hiddenId': hidden_id }
  const call = (headers: object, payload: object, id?: number) =>
    server.app.inject({
      method: endpoint.method,
      url: `/api${endpoint.path.replaceAll(/:\w+/g, (name) => String(id ?? ids[name] ?? 'none'))}`,
      headers: { host: business.domain, ...headers },
      ...(endpoint.body && { payload }),
    })

  const answers = [
    await call({ authorization: `Bearer ${admin.token}` }, sampleBody(endpoint)),
    await call({ authorization: 'Bearer expired' }, sampleBody(endpoint)),
    await call({}, {}),
    await call({ authorization: `Bearer ${admin.token}` }, sampleBody(endpoint), 999_999),
  ]

  for (const { statusCode, headers } of answers) {
    const caching = String(headers['cache-control'])
    if (statusCode < 300 && KEPT.some((one) => one.test(caching))) continue
    expect(caching).toBe('no-store')
  }
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
