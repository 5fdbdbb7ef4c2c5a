import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { aBooking, sharedServer, testServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, inject, test } from 'vitest'
import packageJson from '../../../../package.json' with { type: 'json' }
import { openOwnerPool } from '../../database/connection.ts'
import { QUEUE_NAMES } from '../../database/queues.ts'

const server = await sharedServer({ work: true })

const get = (url: string, remoteAddress = '127.0.0.1') =>
  server.app.inject({ method: 'GET', url, remoteAddress, headers: { host: 'unknown.example' } })

test('/healthz is up on every host, and names the release', async () => {
  const response = await get('/healthz')

  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ status: 'up', release: packageJson.version })
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

/** The sum of a metric's values in a page of metrics whose labels contain all of `labels`, such as 'queue="notify"'. */
function sumMetric(body: string, metric: string, ...labels: string[]) {
  const lines = body.split('\n').filter((line) => line.startsWith(`${metric}{`))
  const matching = lines.filter((line) => labels.every((label) => line.includes(label)))
  return matching.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

test('/metrics counts bookings by size of the business, jobs, e-mails and cache lookups, without naming a business', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const large = await server.newTenant()
  const another = await large.newService()
  for (let i = 0; i < 5; i++) await large.newCalendar()
  const editor = await here.as('editor')
  const readMetrics = async () => (await get('/metrics')).body
  const count = (body: string) => [
    sumMetric(body, 'prenoto_bookings_made_total', 'by="customer"', 'business="small"'),
    sumMetric(body, 'prenoto_bookings_made_total', 'by="staff"', 'business="small"'),
    sumMetric(body, 'prenoto_bookings_made_total', 'by="customer"', 'business="large"'),
    sumMetric(body, 'prenoto_emails_total', 'outcome="sent"'),
    sumMetric(body, 'prenoto_emails_total', 'outcome="dropped"'),
  ]
  const countHits = (body: string) =>
    sumMetric(body, 'prenoto_cache_lookups_total', 'cache="responses"', 'result="hit"')
  const countCompleted = (body: string) =>
    sumMetric(body, 'prenoto_job_attempts_total', 'queue="notify"', 'outcome="completed"')
  const before = await readMetrics()

  for (let i = 0; i < 2; i++) await here.get(`/client/services/${service.id}`)
  const answers = await Promise.all([
    here.book(service.id),
    large.book(another.id),
    editor.post('/bookings/create', { ...aBooking, service_id: service.id, visit_hour: '11:00' }),
  ])

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  // Each customer gets an e-mail; the businesses, which get one about a customer's booking, have no address.
  await expect
    .poll(async () => count(await readMetrics()))
    .toEqual([1, 1, 1, 3, 2].map((added, i) => count(before)[i]! + added))
  const after = await readMetrics()
  expect(countHits(after)).toBeGreaterThan(countHits(before))
  expect(countCompleted(after)).toBe(countCompleted(before) + 3)
  expect(after).not.toMatch(new RegExp(`${here.domain}|tenant`))
})

test('/metrics shows connections of each pool and whether each connection works', async () => {
  const heldClient = await server.connections.app.connect()

  const { body } = await get('/metrics')
  heldClient.release()
  const inUse = sumMetric(body, 'prenoto_database_connections', 'pool="app"', 'state="in_use"')

  expect(inUse).toBeGreaterThanOrEqual(1)
  for (const pool of ['app', 'limits', 'jobs']) {
    expect(body).toMatch(new RegExp(`prenoto_database_connections_max\\{pool="${pool}"\\} \\d`))
    expect(body).toMatch(new RegExp(`prenoto_database_waiting\\{pool="${pool}"\\} 0`))
  }
  for (const connection of ['app', 'limits', 'jobs', 'listener'])
    expect(body).toMatch(new RegExp(`prenoto_connection_up\\{connection="${connection}"\\} [01]`))
})

test('/metrics shows counters before their first event, so that the first one is an increase', async () => {
  const { body } = await get('/metrics')

  for (const queue of QUEUE_NAMES)
    for (const outcome of ['completed', 'retried', 'given_up'])
      expect(body).toContain(`prenoto_job_attempts_total{queue="${queue}",outcome="${outcome}"} `)
  for (const outcome of ['sent', 'dropped', 'failed', 'refused'])
    expect(body).toContain(`prenoto_emails_total{outcome="${outcome}"} `)
  for (const by of ['customer', 'staff'])
    for (const business of ['small', 'medium', 'large'])
      expect(body).toContain(`prenoto_bookings_made_total{by="${by}",business="${business}"} `)
})

const DEPLOY = join(import.meta.dirname, '../../../../deploy')

test.for(['prometheus/prenoto.rules.yml', 'grafana/prenoto.json'])(
  'every metric in %s is exported, with a help text',
  async (file) => {
    const used = (await readFile(join(DEPLOY, file), 'utf8')).match(/\b(prenoto|http|nodejs|process)_[a-z0-9_]+/g) ?? []

    const { body } = await get('/metrics')

    expect(used.length).toBeGreaterThan(9)
    const exported = [...body.matchAll(/^# HELP (\w+) \S/gm)].map(([, name]) => name)
    expect(exported).toEqual(expect.arrayContaining(used.map((name) => name.replace(/_(bucket|count|sum)$/, ''))))
  },
)

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

test('with METRICS_TOKEN only requests with one of its tokens can read the metrics', async () => {
  const metricsToken = '0123456789abcdef0123456789abcdef'
  const next = 'fedcba9876543210fedcba9876543210'
  const guarded = await testServer({ url: server.url, trustProxy: 1, metricsTokens: [next, metricsToken] })
  const requestStatus = async (authorization: string, remoteAddress = '8.8.8.8') =>
    (await guarded.app.inject({ url: '/metrics', remoteAddress, headers: { authorization } })).statusCode

  expect(await requestStatus(`Bearer ${metricsToken}`)).toBe(200)
  expect(await requestStatus(`Bearer ${next}`)).toBe(200)
  const wrong = [
    '',
    'Bearer',
    'Bearer undefined',
    `Bearer ${metricsToken}0`,
    `Bearer ${metricsToken.slice(1)}`,
    metricsToken,
    `Bearer ${next},${metricsToken}`,
    'x'.repeat(9_000),
  ]
  for (const authorization of wrong) {
    expect(await requestStatus(authorization)).toBe(404)
    expect(await requestStatus(authorization, '127.0.0.1')).toBe(404)
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

  for (let i = 24; i < 48; i++) await wander(i)

  expect(await lines()).toBe(before)
})
