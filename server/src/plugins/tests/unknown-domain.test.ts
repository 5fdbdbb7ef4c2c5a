import { endpointsByKind } from '@prenoto/test-support/http/endpoints.ts'
import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import type { InjectOptions } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { setSuspended } from '../../features/operations/provider/provider.repository.ts'

const server = await sharedServer()
let here: TestTenant
let suspended: TestTenant
beforeAll(async () => {
  here = await server.newTenant()
  suspended = await server.newTenant()
  await setSuspended(server.owner, suspended.id, true)
})

const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const REFUSAL = {
  type: 'about:blank',
  title: 'Forbidden',
  status: 403,
  detail: 'Dominio non riconosciuto o disattivato.',
}

const calls: [method: string, path: string][] = [
  ...endpointsByKind.map(({ method, path }): [string, string] => [method, path.replaceAll(/:\w+/g, '1')]),
  ['GET', ''],
  ['GET', '/'],
  ['GET', '/nothing'],
  ['GET', '/client/services/not-a-number'],
  ['GET', `/client/services/${'9'.repeat(3000)}`],
  ['GET', '/client/services?per_page=0'],
  ['POST', '/nothing'],
  ['PUT', '/client/configs'],
  ['PATCH', '/client/services'],
  ['OPTIONS', '/client/services'],
  ['GET', '/openapi.json'],
  ['GET', '/docs'],
  ['GET', '/docs/static/swagger-ui.css'],
]

test.for(calls)(
  '%s /api%s is refused on an unknown or suspended domain',
  { tags: ['1.10'] },
  async ([method, path]) => {
    for (const host of ['unknown.example', suspended.domain]) {
      const response = await server.app.inject({
        method: method as InjectOptions['method'],
        url: `/api${path}`,
        headers: { host },
      })

      expect(response.statusCode).toBe(403)
      expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(response.json()).toEqual(REFUSAL)
    }
  },
)

test.for([
  '/',
  '/client_service',
  '/client_service/1/booking',
  '/bookings/delete/AAAAAAAAAAAAAAAAAAAAAA',
  '/bookings/AAAAAAAAAAAAAAAAAAAAAA',
  '/login',
  '/set_password',
  '/forgot_password',
  '/dashboard',
  '/onboarding',
  '/nothing',
])(
  "the page %s on an unknown or suspended domain shows only the provider's contact",
  { tags: ['1.10'] },
  async (url) => {
    for (const host of ['unknown.example', suspended.domain]) {
      const page = await server.app.inject({ url, headers: { host } })

      expect(page.statusCode).toBe(403)
      expect(page.body).toContain('Dominio non riconosciuto')
      expect(page.body).toContain('mailto:aiuto@prenoto.example')
      expect(page.body).not.toContain('Salone')
    }
  },
)

test('pictures of a suspended tenant are not served, with or without a session', {
  tags: ['10.10'],
}, async () => {
  const business = await server.newTenant()
  const admin = await business.as('admin')
  const form = new FormData()
  form.append('logo', new Blob([ONE_PIXEL], { type: 'image/png' }), 'logo.png')
  const { photo_url } = (await admin.post('/configs/upload-logo', form)).json()
  const requestStatus = async (headers = {}) =>
    (await server.app.inject({ url: photo_url, headers: { host: business.domain, ...headers } })).statusCode
  expect(await requestStatus()).toBe(200)

  await setSuspended(server.owner, business.id, true)

  await expect.poll(requestStatus).toBe(403)
  expect(await requestStatus({ authorization: `Bearer ${admin.token}` })).toBe(403)
})

test.for([
  ['malformed JSON', 'application/json', '{'],
  ['a huge body', 'application/json', `"${'x'.repeat(100_000)}"`],
  ['another format', 'text/xml', '<a/>'],
])('%s on an unknown domain is answered with 403', async ([, type, payload]) => {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/client/contact',
    headers: { host: 'unknown.example', 'content-type': type },
    payload,
  })

  expect(response.statusCode).toBe(403)
})

test.for([
  ['in capitals', (domain: string) => domain.toUpperCase()],
  ['with a port', (domain: string) => `${domain}:3000`],
  ['with the final dot', (domain: string) => `${domain}.`],
  ['with all of these', (domain: string) => `${domain.toUpperCase()}.:443`],
] as const)('a domain written as %s is the same domain', async ([, written]) => {
  const response = await server.visit(written(here.domain)).get('/client/configs')

  expect(response.statusCode).toBe(200)
})

test.for(['unknown.example', '127.0.0.1', '[::1]', '[2001:db8::7]:3000', 'xn--a', 'x'])(
  'the host %s belongs to no tenant',
  async (host) => {
    expect((await server.visit(host).get('/client/configs')).statusCode).toBe(403)
  },
)

test('a prefix or suffix makes a domain unknown', async () => {
  const hosts = [`www.${here.domain}`, `${here.domain}.evil.example`, `evil${here.domain}`]

  for (const host of hosts) expect((await server.visit(host).get('/client/configs')).statusCode).toBe(403)
})

test('X-Forwarded-Host is ignored unless proxies are trusted', async () => {
  const forged = await server
    .visit('unknown.example')
    .get('/client/configs', { 'x-forwarded-host': here.domain, forwarded: `host=${here.domain}` })
  const ownAnswer = await here.get('/client/configs', { 'x-forwarded-host': suspended.domain })

  expect([forged.statusCode, ownAnswer.statusCode]).toEqual([403, 200])
})

test('suspending a tenant takes effect within a moment, and so does resuming it', async () => {
  const business = await server.newTenant()
  const status = async () => (await business.get('/client/configs')).statusCode
  expect(await status()).toBe(200)

  await setSuspended(server.owner, business.id, true)
  await expect.poll(status).toBe(403)

  await setSuspended(server.owner, business.id, false)
  await expect.poll(status).toBe(200)
})

test.for([
  '/assets/..%2f..%2fpackage.json',
  '/assets/../../package.json',
  '/..%2f..%2f..%2fetc%2fpasswd',
  '/%2e%2e/%2e%2e/package.json',
  '/..\\..\\package.json',
  '/.env',
  '/.git/config',
  '/assets/.env',
  '/assets/',
  '/assets',
  '/assets/%00',
  '/nothing-here',
  '//evil.example',
  '/%zz',
  '/api/%zz',
  '/api/nothing',
  '/metrics',
  '/healthz',
])('on a known domain %s is neither 403 nor a file of the server', { tags: ['8.3'] }, async (url) => {
  const response = await server.app.inject({ method: 'GET', url, headers: { host: here.domain } })

  expect(response.statusCode).not.toBe(403)
  expect(response.statusCode).toBeLessThan(500)
  expect(response.body).not.toMatch(/"dependencies"|root:x:|\[core\]/)
})

test('without a sign-up no domain has its endpoints', async () => {
  const sent = { name: 'Salone', address: 'salone', email: 'a@example.it', privacy: true }

  expect((await here.post('/sign-up', sent)).statusCode).toBe(404)
  expect((await here.get('/sign-up/addresses/salone')).statusCode).toBe(404)
  expect((await here.page('/sign_up/x')).statusCode).toBe(404)
})
