import { sharedServer, testServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, inject, test } from 'vitest'
import { openOwnerPool } from '../../database/connection.ts'

const server = await sharedServer()

const get = (url: string, remoteAddress = '127.0.0.1') =>
  server.app.inject({ method: 'GET', url, remoteAddress, headers: { host: 'unknown.example' } })

test('/healthz is up on every host', async () => {
  const response = await get('/healthz')

  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ status: 'up' })
})

test('/readyz is ready while the database is migrated', async () => {
  expect((await get('/readyz')).statusCode).toBe(200)

  await server.owner.query('update migrations.kysely_migration set name = upper(name)')
  const incomplete = await get('/readyz')
  await server.owner.query('update migrations.kysely_migration set name = lower(name)')

  expect(incomplete.statusCode).toBe(503)
  expect(incomplete.json()).toEqual({ status: 'not ready' })
  expect((await get('/readyz')).statusCode).toBe(200)
})

test('/readyz is not ready while the database is unreachable, and gives no reason', async () => {
  const lonely = await testServer()
  const name = new URL(lonely.url).pathname.slice(1)
  const superuser = openOwnerPool(inject('postgres').superuser)
  await superuser.query(`alter database ${name} allow_connections false`)
  await superuser.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])

  const response = await lonely.app.inject({ method: 'GET', url: '/readyz' })
  const healthy = await lonely.app.inject({ method: 'GET', url: '/healthz' })

  expect(response.statusCode).toBe(503)
  expect(response.body).toBe('{"status":"not ready"}')
  expect(healthy.statusCode).toBe(200)
  await superuser.query(`alter database ${name} allow_connections true`)
  await superuser.end()
  await lonely.close()
})

test('/metrics counts requests by route and status', async () => {
  const here = await server.newTenant()
  await here.get('/client/configs')
  await here.get('/client/services/999')

  const { body, headers, statusCode } = await get('/metrics')

  expect(statusCode).toBe(200)
  expect(headers['content-type']).toMatch(/^text\/plain/)
  expect(body).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/client\/configs",status="200"\} 1/,
  )
  expect(body).toMatch(/route="\/api\/client\/services\/:serviceId",status="404"\} 1/)
  expect(body).toContain('process_resident_memory_bytes')
  expect(body).not.toContain(here.domain)
})

const OTHERS = [
  '8.8.8.8',
  '10.1.2.3',
  '192.168.1.1',
  '169.254.0.1',
  '126.0.0.1',
  '2001:db8::1',
  'fd00::1',
  '::ffff:10.0.0.1',
]

test.for(OTHERS)('another computer (%s) cannot read the metrics', async (address) => {
  const response = await get('/metrics', address)

  expect(response.statusCode).toBe(404)
  expect(response.body).not.toContain('process_')
})

test.for(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
  'this computer (%s) can read the metrics',
  async (address) => {
    expect((await get('/metrics', address)).statusCode).toBe(200)
  },
)

const FORGED = {
  'x-forwarded-for': '127.0.0.1',
  'x-forwarded-host': 'localhost',
  'x-real-ip': '127.0.0.1',
  forwarded: 'for=127.0.0.1',
  host: 'localhost',
}

test('forged headers give no access to the metrics', async () => {
  const response = await server.app.inject({ url: '/metrics', remoteAddress: '8.8.8.8', headers: FORGED })

  expect(response.statusCode).toBe(404)
})

test('the metrics need a token behind a proxy', async () => {
  const behindProxy = await testServer({ url: server.url, trustProxy: 1 })

  for (const headers of [{}, FORGED, { authorization: 'Bearer undefined' }])
    expect((await behindProxy.app.inject({ url: '/metrics', headers })).statusCode).toBe(404)
  await behindProxy.close()
})

test('with METRICS_TOKEN only requests with the token can read the metrics', async () => {
  const metricsToken = '0123456789abcdef0123456789abcdef'
  const guarded = await testServer({ url: server.url, trustProxy: 1, metricsToken })
  const statusOf = async (authorization: string, remoteAddress = '8.8.8.8') =>
    (await guarded.app.inject({ url: '/metrics', remoteAddress, headers: { authorization } })).statusCode

  expect(await statusOf(`Bearer ${metricsToken}`)).toBe(200)
  const wrong = [
    '',
    'Bearer',
    `Bearer ${metricsToken}0`,
    `Bearer ${metricsToken.slice(1)}`,
    metricsToken,
    'x'.repeat(9_000),
  ]
  for (const authorization of wrong) {
    expect(await statusOf(authorization)).toBe(404)
    expect(await statusOf(authorization, '127.0.0.1')).toBe(404)
  }
  await guarded.close()
})

test('unknown paths, hosts and methods do not add metrics', async () => {
  const lines = async () => (await get('/metrics')).body.split('\n').filter((line) => line.startsWith('http_')).length
  const wander = async (i: number) => {
    const method = (['GET', 'POST', 'PUT', 'DELETE'] as const)[i % 4]!
    const url = ['/api/nothing', '/nothing', '/api/client/services', '/assets'][i % 3]
    await server.app.inject({ method, url: `${url}/${i}?q=${i}`, headers: { host: `unknown-${i}.example` } })
  }
  for (let i = 0; i < 24; i++) await wander(i)
  const before = await lines()

  for (let i = 24; i < 240; i++) await wander(i)

  expect(await lines()).toBe(before)
})
