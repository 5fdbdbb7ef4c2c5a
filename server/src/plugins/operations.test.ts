import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type TestServer, testServer } from '../../test/test-server.ts'
import { openOwnerPool } from '../database/connection.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const get = (url: string, remoteAddress = '127.0.0.1') =>
  server.app.inject({ method: 'GET', url, remoteAddress, headers: { host: 'unknown.example' } })

test('the process says that it is up, whichever host it is asked by', async () => {
  const response = await get('/healthz')

  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ status: 'up' })
})

test('it is ready as long as its database is whole', async () => {
  expect((await get('/readyz')).statusCode).toBe(200)

  await server.owner.query(`delete from migrations.applied where name = '0001-foundations.sql'`)
  const incomplete = await get('/readyz')
  await server.owner.query(`insert into migrations.applied (name) values ('0001-foundations.sql')`)

  expect(incomplete.statusCode).toBe(503)
  expect(incomplete.json()).toEqual({ status: 'not ready' })
  expect((await get('/readyz')).statusCode).toBe(200)
})

test('it is not ready while its database is out of reach, and tells nothing of why', async () => {
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

test('a monitoring system in the house reads how many requests were answered, by route and status', async () => {
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

test.for(['8.8.8.8', '203.0.113.7', '172.32.0.1', '192.169.0.1', '11.0.0.1', '2001:db8::1', '::ffff:8.8.8.8'])(
  'the world (%s) does not read them',
  async (address) => {
    const response = await get('/metrics', address)

    expect(response.statusCode).toBe(404)
    expect(response.body).not.toContain('process_')
  },
)

test.for(['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '::1', 'fd00::1', '::ffff:10.0.0.1'])(
  'the house (%s) does',
  async (address) => {
    expect((await get('/metrics', address)).statusCode).toBe(200)
  },
)

test('nobody gets in by saying so', async () => {
  const response = await server.app.inject({
    method: 'GET',
    url: '/metrics',
    remoteAddress: '8.8.8.8',
    headers: { 'x-forwarded-for': '127.0.0.1', host: 'localhost' },
  })

  expect(response.statusCode).toBe(404)
})
