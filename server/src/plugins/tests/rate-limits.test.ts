import {
  aBooking,
  sharedServer,
  type TestServer,
  type TestTenant,
  testServer,
} from '@prenoto/test-support/server/test-server.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** Two servers on one database, the second behind a proxy. */
let server: TestServer
let second: TestServer
beforeAll(async () => {
  server = await testServer({ rateLimits: true })
  await server.owner.query(
    `insert into system.rate_limits (key, points, expire)
     select 'old:' || i, 1, 1000 from generate_series(1, 2500) i
     union all select 'new', 1, 1000 * extract(epoch from now() + interval '1 hour')`,
  )
  second = await testServer({ rateLimits: true, url: server.url, trustProxy: 1 })
})
afterAll(async () => {
  await second.close()
  await server.close()
})

const CONTACTS_WITHOUT_PROOF = 3
const CANCELLATION_LIMIT = 30
const WAITING_CHANCE_LIMIT = 120
const FEED_LIMIT = 120
const LOG_IN_LIMIT = 40

const aRequest = { name: 'Giulia', email: 'giulia@example.it', phone: '3331234567', privacy: true }

type From = { at?: TestServer; address?: string; payload?: object; headers?: object }

async function call(here: TestTenant, method: InjectOptions['method'], path: string, from: From = {}) {
  const { at = server, address = '203.0.113.7', payload, headers } = from
  return at.app.inject({
    method,
    url: `/api${path}`,
    headers: { host: here.domain, ...headers },
    remoteAddress: address,
    ...(payload && { payload }),
  })
}

const UNKNOWN_LINK = '/client/bookings/delete/AAAAAAAAAAAAAAAAAAAAAA'

/** Guesses the key of a private link: 404 until the limit is reached. */
const guess = (here: TestTenant, from: From = {}) => call(here, 'DELETE', UNKNOWN_LINK, from)

const contact = (here: TestTenant, from: From = {}) =>
  call(here, 'POST', '/client/contact', { payload: aRequest, ...from })

async function times<T>(count: number, act: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let i = 0; i < count; i++) results.push(await act())
  return results
}

/** Adds requests to the counters whose key begins like this. */
const addRequests = async (key: string, count: number) => {
  const { rowCount } = await server.owner.query(
    'update system.rate_limits set points = points + $2 where key like $1',
    [`${key}%`, count],
  )
  expect(rowCount).toBe(1)
}

const statuses = (responses: { statusCode: number }[]) => new Set(responses.map(({ statusCode }) => statusCode))

test('guessing private links is answered with 429 and a Retry-After until the period has passed', async () => {
  const here = await server.newTenant()

  const allowed = await times(CANCELLATION_LIMIT, () => guess(here))
  const refused = await guess(here)

  expect(statuses(allowed)).toEqual(new Set([404]))
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ status: 429, detail: 'Troppe richieste: riprova tra 10 minuti.' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600)

  await server.owner.query(`update system.rate_limits set expire = expire - 600000 where key like $1`, [
    `cancellation:${here.id}/%`,
  ])
  const again = await times(CANCELLATION_LIMIT, () => guess(here))
  expect(statuses(again)).toEqual(new Set([404]))
  expect((await guess(here)).statusCode).toBe(429)
})

test('concurrent requests at two processes are all counted, for one address at one tenant', async () => {
  const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]

  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => guess(here, { at: i % 2 ? server : second })))

  expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(CANCELLATION_LIMIT)
  expect((await guess(here, { address: '203.0.113.8' })).statusCode).toBe(404)
  expect((await guess(elsewhere)).statusCode).toBe(404)
})

test('a client cannot evade its limit with forged headers', async () => {
  const here = await server.newTenant()
  await guess(here)
  await addRequests(`cancellation:${here.id}/`, CANCELLATION_LIMIT - 1)

  const disguised = await guess(here, { headers: { 'x-forwarded-for': '198.51.100.1', 'x-real-ip': '198.51.100.1' } })

  expect(disguised.statusCode).toBe(429)
})

test('invalid forms do not count towards the limit', async () => {
  const here = await server.newTenant()

  const mistaken = await times(CONTACTS_WITHOUT_PROOF + 1, () => contact(here, { payload: { ...aRequest, email: '' } }))
  const corrected = await contact(here)

  expect(statuses(mistaken)).toEqual(new Set([422]))
  expect(corrected.statusCode).toBe(201)
})

test('too many requests about the waiting list are limited, and booking is still possible', {
  tags: ['13.138'],
}, async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const ask = () => call(here, 'GET', `/client/waiting-list/${service.id}?visit_day=2026-11-24`)

  expect((await ask()).statusCode).toBe(200)
  await addRequests('waiting-chance', WAITING_CHANCE_LIMIT - 2)
  expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([200, 429])
  const payload = { ...aBooking, visit_day: '2026-11-24' }
  expect((await call(here, 'POST', `/client/bookings/create/${service.id}`, { payload })).statusCode).toBe(201)
})

test('requests for feeds are limited by address', async () => {
  const here = await server.newTenant()
  const ask = () => call(here, 'GET', `/client/calendar-feeds/${'A'.repeat(43)}.ics`)

  expect((await ask()).statusCode).toBe(404)
  await addRequests('calendar-feed', FEED_LIMIT - 2)
  expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([404, 429])
})

test('each form has its own counter, and reading is not counted', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const contacted = await times(CONTACTS_WITHOUT_PROOF + 1, () => contact(here))

  const booked = await call(here, 'POST', `/client/bookings/create/${service.id}`, { payload: aBooking })
  const reads = await times(4, () => call(here, 'GET', `/client/services/${service.id}`))

  expect(contacted.at(-1)!.statusCode).toBe(429)
  expect(booked.statusCode).toBe(201)
  expect(statuses(reads)).toEqual(new Set([200]))
})

test('nothing is limited with RATE_LIMITS=off', async () => {
  const open = await sharedServer()
  const here = await open.newTenant()

  const responses = await times(CONTACTS_WITHOUT_PROOF + 2, () => contact(here, { at: open }))

  expect(statuses(responses)).toEqual(new Set([201]))
})

test('a key makes 120 requests a minute at all processes together, and learns how many are left', async () => {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  const newKey = async () => (await admin.post('/api_keys', { name: 'Cassa', rights: ['read'] })).json().key as string
  const [key, other] = [await newKey(), await newKey()]
  const ask = (at: TestServer, bearer = key) =>
    call(here, 'GET', '/calendars', { at, headers: { authorization: `Bearer ${bearer}` } })

  const first = await ask(server)
  await addRequests('api-key', 117)
  const allowed = [await ask(server), await ask(second)]
  const refused = await ask(second)

  expect(first.headers['ratelimit-policy']).toBe('"key";q=120;w=60')
  expect(first.headers.ratelimit).toBe('"key";r=119;t=60')
  expect(statuses(allowed)).toEqual(new Set([200]))
  expect(refused.statusCode).toBe(429)
  expect(refused.headers.ratelimit).toMatch(/^"key";r=0;t=\d+$/)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect((await ask(server, other)).statusCode).toBe(200)
})

test('processes whose clocks differ by an hour share one counter', async () => {
  const here = await server.newTenant()
  const askEarly = () => guess(here)
  const askLate = async () => {
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 3_600_000)
    return guess(here, { at: second }).finally(() => clock.mockRestore())
  }

  expect([(await askEarly()).statusCode, (await askLate()).statusCode]).toEqual([404, 404])
  await addRequests(`cancellation:${here.id}/`, CANCELLATION_LIMIT - 4)
  expect([(await askLate()).statusCode, (await askEarly()).statusCode]).toEqual([404, 404])
  for (const { statusCode, headers } of [await askLate(), await askEarly()]) {
    expect(statusCode).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(500)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600)
  }
})

test('a starting server deletes expired counters only', async () => {
  await second.app.ready()
  const counters = async () =>
    (await server.owner.query('select key from system.rate_limits')).rows.map(({ key }) => key)

  await expect.poll(counters).not.toContainEqual(expect.stringMatching(/^old:/))
  expect(await counters()).toContain('new')
})

test('log-ins behind a proxy are counted by the address that it forwards', async () => {
  const here = await server.newTenant()
  const logIn = async (forwarded: string) => {
    const payload = { email: `${Math.random()}@salone.it`, password: 'guess' }
    const headers = { 'x-forwarded-for': forwarded }
    return (await call(here, 'POST', '/login', { at: second, address: '10.1.1.1', headers, payload })).statusCode
  }

  expect(await logIn('2001:db8:7:7::1')).toBe(401)
  await addRequests(`log-in-address:${here.id}/2001:db8:7:7`, LOG_IN_LIMIT - 2)
  expect([await logIn('2001:db8:7:7::2'), await logIn('2001:db8:7:7::3')]).toEqual([401, 429])
  expect(await logIn('2001:db8:7:8::1')).toBe(401)
  expect(await logIn('x'.repeat(400))).toBe(401)
})
