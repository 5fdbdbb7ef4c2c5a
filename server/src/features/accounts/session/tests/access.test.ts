import type { Endpoint } from '@prenoto/core/contract/endpoint.ts'
import { type Role, roles } from '@prenoto/core/contract/role.ts'
import { endpointName, declaredEndpoints as endpoints, endpointsByKind } from '@prenoto/test-support/http/endpoints.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeAll, expect, test } from 'vitest'

/** The roles that may call an endpoint of each access; written out, so that a fault in the rule of roles shows. */
const ALLOWED: Record<Endpoint['access'], Role[]> = {
  visitor: [],
  operator: ['operator', 'editor', 'admin'],
  editor: ['editor', 'admin'],
  admin: ['admin'],
}

/** The highest role that may not call an endpoint, and the lowest that may. */
const BOUNDARY: Record<Endpoint['access'], Role[]> = {
  visitor: [],
  operator: ['operator'],
  editor: ['operator', 'editor'],
  admin: ['editor', 'admin'],
}

const staffEndpoints = endpoints.filter(({ access }) => access !== 'visitor')
const nameEndpoints = (all: Endpoint[]) => all.map((endpoint) => [endpointName(endpoint), endpoint] as const)

const server = await sharedServer()
let here: TestTenant
const tokens: Record<string, string> = {}

beforeAll(async () => {
  here = await server.newTenant()
  const elsewhere = await server.newTenant()
  for (const role of roles) tokens[role] = (await here.as(role)).token
  tokens['another tenant'] = (await elsewhere.as('admin')).token
  const { id } = await here.newUser({ role: 'admin' })
  tokens.idle = await here.newSession(id, { created: NOW.subtract({ hours: 12 }) })
  tokens.old = await here.newSession(id, { created: NOW.subtract({ hours: 30 * 24 }), used: NOW })
  const disabled = await here.newUser({ role: 'admin', is_disabled: true })
  tokens.disabled = await here.newSession(disabled.id)
  tokens.unknown = 'A'.repeat(43)
  tokens.malformed = 'abc'
})

/** Ids of records that do not exist, for parameters that are not numbers. */
const NOTHING: Record<string, string> = { ':key': `${'A'.repeat(22)}.webp`, ':hiddenId': 'A'.repeat(22) }

const call = ({ method, path }: Endpoint, token?: string) =>
  server.app.inject({
    method,
    url: `/api${path.replace(/:\w+/g, (name) => NOTHING[name] ?? '999999')}`,
    headers: { host: here.domain, ...(token && { authorization: `Bearer ${token}` }) },
    ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }),
  })

/** A stream never ends, and logging out would end the session that other tests need. */
const isTriedElsewhere = ({ produces, path }: Endpoint) => produces === 'text/event-stream' || path === '/logout'

const FORBIDDEN = 'Operazione non consentita per il tuo ruolo.'

test('the table covers every endpoint of the API', { tags: ['6.5'] }, async () => {
  await server.app.ready()
  const { paths } = server.app.swagger() as { paths: Record<string, object> }
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  const declared = endpoints.map(({ method, path }) => `${method} /api${path}`)
  expect(declared.sort()).toEqual(served.sort())
})

function expectRefusal(answer: Awaited<ReturnType<typeof call>>) {
  expect(answer.statusCode).toBe(401)
  expect(answer.headers['www-authenticate']).toBe('Bearer')
  expect(answer.json().detail).toBe('La sessione non è valida o è scaduta: accedi di nuovo.')
}

test.each(['another tenant', 'idle', 'old', 'disabled', 'unknown', 'malformed'])(
  'rejects a token of the kind “%s” with 401',
  { tags: ['6.2', '6.7'] },
  async (kind) => {
    for (const endpoint of endpointsByKind.filter(({ access }) => access !== 'visitor'))
      expectRefusal(await call(endpoint, tokens[kind]))
  },
)

async function expectAccess(endpoint: Endpoint, role: Role) {
  const isAllowed = ALLOWED[endpoint.access].includes(role)
  if (isAllowed && isTriedElsewhere(endpoint)) return
  const answer = await call(endpoint, tokens[role])
  if (isAllowed) {
    expect(answer.statusCode).not.toBe(401)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.body).not.toContain(FORBIDDEN)
    expect(answer.body).not.toContain('La risorsa richiesta non esiste.')
  } else {
    expect(answer.statusCode).toBe(404)
    expect(answer.json().detail).toBe(FORBIDDEN)
  }
}

test.each(nameEndpoints(staffEndpoints))(
  '%s can be called by its roles, by no other and not without a session',
  { tags: ['6.2', '6.7', '6.8', '8.3'] },
  async (_, endpoint) => {
    expectRefusal(await call(endpoint))
    for (const role of BOUNDARY[endpoint.access]) await expectAccess(endpoint, role)
  },
)

test.each(['operator', 'editor', 'admin'] as const)(
  'an endpoint for the role %s can be called by it and higher ones only',
  { tags: ['6.2', '6.8'] },
  async (access) => {
    for (const endpoint of staffEndpoints.filter((endpoint) => endpoint.access === access).slice(0, 3))
      for (const role of roles) await expectAccess(endpoint, role)
  },
)

test.each(nameEndpoints(endpoints.filter(({ access }) => access === 'visitor')))(
  '%s needs no session',
  { tags: ['6.1'] },
  async (_, endpoint) => {
    const answer = await call(endpoint, 'whatever')
    expect(answer.statusCode).not.toBe(401)
  },
)

test('each role has exactly the specified permissions', { tags: ['6.2'] }, () => {
  const needing = (access: string) => endpoints.filter((endpoint) => endpoint.access === access).map(endpointName)

  expect(needing('admin').sort()).toEqual([
    'DELETE /api_keys/:id',
    'DELETE /contact-requests/:id',
    'DELETE /customers/:id',
    'DELETE /domains/:domain',
    'DELETE /imports/:id',
    'DELETE /users/:id',
    'DELETE /users/:id/second-factor',
    'DELETE /webhooks/:id',
    'GET /api_keys',
    'GET /audit',
    'GET /audit/export',
    'GET /configs/health-notes',
    'GET /configs/privacy',
    'GET /configs/provider',
    'GET /configs/retention',
    'GET /configs/rights',
    'GET /configs/text-messages',
    'GET /customers/:id/erasure',
    'GET /customers/restricted',
    'GET /dashboard/first-steps',
    'GET /data_copies',
    'GET /data_copies/:id/file',
    'GET /domains',
    'GET /imports',
    'GET /imports/:id',
    'GET /imports/:id/lines',
    'GET /imports/:id/rejected',
    'GET /reports',
    'GET /reports/bookings',
    'GET /reports/customers',
    'GET /users',
    'GET /users/second-factors',
    'GET /webhooks',
    'GET /webhooks/:id/deliveries',
    'POST /api_keys',
    'POST /configs/upload-logo',
    'POST /data_copies',
    'POST /domains',
    'POST /domains/:domain/verification',
    'POST /imports',
    'POST /imports/:id/check',
    'POST /imports/:id/resume',
    'POST /imports/:id/start',
    'POST /imports/:id/undo',
    'POST /users',
    'POST /users/:id/administrator',
    'POST /users/:id/invitation',
    'POST /users/:id/restore',
    'POST /users/email-conflict',
    'POST /webhooks',
    'POST /webhooks/:id/deliveries/:delivery/replay',
    'POST /webhooks/:id/trial',
    'PUT /configs/health-notes',
    'PUT /configs/privacy',
    'PUT /configs/rights',
    'PUT /configs/text-messages',
    'PUT /configs/update',
    'PUT /customers/:id/restriction',
    'PUT /dashboard/first-steps',
    'PUT /domains/:domain/canonical',
    'PUT /users/:id',
    'PUT /users/second-factors',
    'PUT /webhooks/:id',
  ])
  expect(needing('editor').sort()).toEqual([
    'DELETE /calendars/:id',
    'DELETE /calendars/:id/busy_feeds/:feed',
    'DELETE /changed-hours/:id',
    'DELETE /days_off/:id',
    'DELETE /days_off/batch/:id',
    'DELETE /services/:id',
    'DELETE /special-openings/:id',
    'GET /calendars/:id/deletion-blocker',
    'GET /customers/:id/duplicates',
    'GET /customers/:id/export',
    'GET /dashboard/unusual-bookings',
    'GET /days_off/holidays',
    'GET /services/:id/deletion-blocker',
    'POST /calendars',
    'POST /calendars/:id/busy_feeds',
    'POST /calendars/:id/restore',
    'POST /changed-hours',
    'POST /changed-hours/:id/restore',
    'POST /customers/:id/merge',
    'POST /dashboard/unusual-bookings/cancel',
    'POST /dashboard/unusual-bookings/restore',
    'POST /days_off',
    'POST /days_off/:id/restore',
    'POST /days_off/batch',
    'POST /days_off/batch/:id/restore',
    'POST /days_off/bookings/restore',
    'POST /exceptions/bookings',
    'POST /pictures',
    'POST /services',
    'POST /services/:id/restore',
    'POST /special-openings',
    'POST /special-openings/:id/restore',
    'PUT /calendars/:id',
    'PUT /changed-hours/:id',
    'PUT /customers/:id/block',
    'PUT /days_off/:id',
    'PUT /days_off/batch/:id',
    'PUT /days_off/patron',
    'PUT /services/:id',
    'PUT /special-openings/:id',
  ])
})
