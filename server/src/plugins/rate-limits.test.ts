import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking, type TestServer, type TestTenant, testServer } from '../../test/test-server.ts'

/** Two processes' worth of server on one database. */
let server: TestServer
let second: TestServer
let open: TestServer
beforeAll(async () => {
  server = await testServer({ rateLimits: true })
  second = await testServer({ rateLimits: true, url: server.url })
  open = await testServer({ rateLimits: false, url: server.url })
})
afterAll(async () => {
  await open.close()
  await second.close()
  await server.close()
})

const CONTACT_LIMIT = 5
const BOOKING_LIMIT = 20
const CANCELLATION_LIMIT = 30

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

const contact = (here: TestTenant, from: From = {}) =>
  call(here, 'POST', '/client/contact', { payload: aRequest, ...from })

async function times<T>(count: number, act: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let i = 0; i < count; i++) results.push(await act())
  return results
}

const statuses = (responses: { statusCode: number }[]) => new Set(responses.map(({ statusCode }) => statusCode))

test('whoever sends too many contact requests is asked to wait, and told for how long', async () => {
  const here = await server.newTenant()

  const allowed = await times(CONTACT_LIMIT, () => contact(here))
  const refused = await contact(here)

  expect(statuses(allowed)).toEqual(new Set([201]))
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ status: 429, detail: 'Troppe richieste: riprova tra qualche minuto.' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600)
  expect(await here.db.selectFrom('contact_requests').selectAll().execute()).toHaveLength(CONTACT_LIMIT)
})

test('another address and another business are not held', async () => {
  const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]
  await times(CONTACT_LIMIT + 1, () => contact(here))

  expect((await contact(here, { address: '203.0.113.8' })).statusCode).toBe(201)
  expect((await contact(elsewhere)).statusCode).toBe(201)
})

test('an address cannot pass itself off as another', async () => {
  const here = await server.newTenant()
  await times(CONTACT_LIMIT, () => contact(here))

  const disguised = await contact(here, { headers: { 'x-forwarded-for': '198.51.100.1', 'x-real-ip': '198.51.100.1' } })

  expect(disguised.statusCode).toBe(429)
})

test('a form with a mistake in it may be corrected as often as it takes', async () => {
  const here = await server.newTenant()

  const mistaken = await times(CONTACT_LIMIT * 2, () => contact(here, { payload: { ...aRequest, email: '' } }))
  const corrected = await contact(here)

  expect(statuses(mistaken)).toEqual(new Set([422]))
  expect(corrected.statusCode).toBe(201)
})

test('all processes count together', async () => {
  const here = await server.newTenant()

  await times(CONTACT_LIMIT - 2, () => contact(here))
  await times(2, () => contact(here, { at: second }))

  expect((await contact(here)).statusCode).toBe(429)
  expect((await contact(here, { at: second })).statusCode).toBe(429)
})

test('bookings are limited, whether they succeed or not', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const book = () => call(here, 'POST', `/client/bookings/create/${service.id}`, { payload: aBooking })

  const allowed = await times(BOOKING_LIMIT, book)

  expect(statuses(allowed)).toEqual(new Set([201, 409]))
  expect((await book()).statusCode).toBe(429)
})

test('guessing the keys of cancellations is limited', async () => {
  const here = await server.newTenant()
  const guess = () => call(here, 'DELETE', '/client/bookings/delete/AAAAAAAAAAAAAAAAAAAAAA')

  const allowed = await times(CANCELLATION_LIMIT, guess)

  expect(statuses(allowed)).toEqual(new Set([404]))
  expect((await guess()).statusCode).toBe(429)
})

test('each form is counted apart, and reading is not counted', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  await times(CONTACT_LIMIT + 1, () => contact(here))

  const booked = await call(here, 'POST', `/client/bookings/create/${service.id}`, { payload: aBooking })
  const reads = await times(50, () => call(here, 'GET', `/client/services/${service.id}`))

  expect(booked.statusCode).toBe(201)
  expect(statuses(reads)).toEqual(new Set([200]))
})

test('where the limits are off nobody is held', async () => {
  const here = await server.newTenant()

  const responses = await times(CONTACT_LIMIT * 3, () => contact(here, { at: open }))

  expect(statuses(responses)).toEqual(new Set([201]))
})
