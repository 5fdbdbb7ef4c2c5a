import type { Endpoint } from '@prenoto/core/endpoint.ts'
import { problem } from '@prenoto/core/problem.ts'
import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { declaredEndpoints, nameOf } from '../test/endpoints.ts'
import { malformedJson, nastyHeader, nastyHost, nastyText, nastyValue } from '../test/nasty.ts'
import { aBooking, type TestServer, type TestTenant, testServer } from '../test/test-server.ts'

/** The same requests in every run; fast-check prints the one that failed and how to repeat it. */
const SEED = 20_261_121
const check = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, holds: (value: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(arbitrary, holds), { seed: SEED, numRuns, endOnFailure: true })

let server: TestServer
let here: TestTenant
let ids: Record<string, string | number>
beforeAll(async () => {
  server = await testServer()
  here = await server.newTenant()
  const service = await here.newService()
  const { hidden_id } = (await here.book(service.id)).json()
  ids = { serviceId: service.id, hiddenId: hidden_id }
})
afterAll(() => server.close())

/** What a well-meaning caller would send in a field of this name. */
const VALID: Record<string, unknown> = { ...aBooking, phone: '3331234567', message: 'Buongiorno', visit_hour: '10:00' }

/** The fields of a schema, by their names. */
const fieldsOf = (schema: z.ZodMiniType | undefined) => {
  if (!schema) return []
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties)
}

/** A body in which some fields are as they should be and at least one is not. */
const spoiledBody = (endpoint: Endpoint) => {
  const fields = fieldsOf(endpoint.body)
  const valid = Object.fromEntries(fields.flatMap((field) => (field in VALID ? [[field, VALID[field]]] : [])))
  const spoiled = fc.dictionary(fc.constantFrom(...fields), nastyValue, { minKeys: 1, maxKeys: 3 })
  const strange = fc.dictionary(nastyText, nastyValue, { maxKeys: 3 })
  return fc.oneof(
    { weight: 5, arbitrary: spoiled.map((some) => ({ ...valid, ...some })) },
    { weight: 1, arbitrary: fc.constantFrom(...fields).map((field) => ({ ...valid, [field]: undefined })) },
    { weight: 1, arbitrary: strange },
    { weight: 1, arbitrary: nastyValue },
  )
}

const pathOf = ({ path }: Endpoint, values: Record<string, unknown> = ids) =>
  `/api${path.replaceAll(/:(\w+)/g, (_, name: string) => String(values[name] ?? 1))}`

const parametersOf = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

/** encodeURIComponent, also of what is no text. */
const encoded = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80')

const isServed = ({ method, path }: Endpoint) => server.app.hasRoute({ method, url: `/api${path}` })

async function rows() {
  const { rows: tables } = await server.owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss', 'system')`,
  )
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*) as rows from ${name}`)
  return (await server.owner.query(counts.join(' union all '))).rows
}

const INTERNALS =
  /\bat .+:\d+|node_modules|\.ts\b|\.js\b|\bselect\b|\binsert\b|constraint|relation|syntax|FST_|\bzod|postgres|kysely|fastify|ECONN|\bpg_|undefined|\bNaN\b|object Object/i
const ENGLISH =
  /\b(invalid|expected|received|required|unexpected|must|should|error|bad|request|body|not|string|object|array|number|boolean)\b/i

/** Sends a request that is wrong in some way: the answer is a problem document that tells nothing of the inside. */
async function send(request: InjectOptions): Promise<LightMyRequestResponse> {
  const before = await rows()
  const response = await server.app.inject({ ...request, headers: { host: here.domain, ...request.headers } })

  expect(response.statusCode).toBeLessThan(500)
  if (response.statusCode >= 400 && request.method !== 'HEAD') {
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
    const { status, detail, errors = [] } = problem.parse(response.json())
    expect(status).toBe(response.statusCode)
    for (const words of [detail, ...errors.map(({ message }) => message)]) {
      expect(words).toMatch(/\p{Letter}{3}/u)
      expect(words).not.toMatch(ENGLISH)
    }
    if (status === 422) expect(errors.length).toBeGreaterThan(0)
    expect(response.body).not.toMatch(INTERNALS)
    expect(await rows()).toEqual(before)
  }
  return response
}

const json = { 'content-type': 'application/json' }
const named = (endpoints: Endpoint[]) => endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const)

describe.for(named(declaredEndpoints.filter(({ body }) => body)))('%s', ([, endpoint]) => {
  const { method } = endpoint

  test('a body of the wrong shape is refused for what is wrong with it', async () => {
    await check(spoiledBody(endpoint), 200, async (body) => {
      const payload = JSON.stringify(body) ?? ''
      const response = await send({ method, url: pathOf(endpoint), headers: json, payload })

      const isValid = payload !== '' && endpoint.body!.safeParse(JSON.parse(payload)).success
      if (!isValid && endpoint.access === 'visitor' && isServed(endpoint))
        expect([400, 422]).toContain(response.statusCode)
    })
  })

  test('what is not JSON is refused', async () => {
    await check(malformedJson, 100, async (payload) => {
      const response = await send({ method, url: pathOf(endpoint), headers: json, payload })
      expect([400, 401, 404]).toContain(response.statusCode)
    })
  })

  test('another format is refused', async () => {
    const types = [
      'text/plain',
      'text/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'application/octet-stream',
      'image/png',
      'x',
      '',
      ';',
      'application/jsonx',
    ]
    for (const type of types) {
      const payload = JSON.stringify({ ...VALID, privacy: false })
      const response = await send({ method, url: pathOf(endpoint), headers: { 'content-type': type }, payload })
      expect([400, 401, 404, 415, 422]).toContain(response.statusCode)
    }
  })

  test('a body that is too large is refused', async () => {
    for (const size of [70_000, 5_000_000]) {
      const response = await send({ method, url: pathOf(endpoint), payload: { ...VALID, name: 'x'.repeat(size) } })
      expect([401, 404, 413]).toContain(response.statusCode)
    }
  })

  test('a body that is not there is refused', async () => {
    for (const headers of [{}, json, { ...json, 'content-length': '0' }])
      expect((await send({ method, url: pathOf(endpoint), headers })).statusCode).toBeGreaterThanOrEqual(400)
  })
})

describe.for(named(declaredEndpoints.filter(({ path }) => path.includes(':'))))('%s', ([, endpoint]) => {
  const { method } = endpoint

  test('an id that is none names nothing', async () => {
    const values = fc.record(Object.fromEntries(parametersOf(endpoint).map((name) => [name, nastyText.map(encoded)])))
    await check(values, 150, async (params) => {
      const payload = endpoint.body ? { ...VALID, privacy: false } : undefined
      await send({ method, url: pathOf(endpoint, params), ...(payload && { payload }) })
    })
  })
})

describe.for(named(declaredEndpoints.filter(({ query }) => query)))('%s', ([, endpoint]) => {
  const { method } = endpoint

  test('a query is taken or refused, never stumbled over', async () => {
    const value = fc.oneof(nastyText.map(encoded), fc.constantFrom('1', '100', '101', '%', '%zz', '%ff', '1&', '1='))
    const name = fc.oneof(fc.constantFrom(...fieldsOf(endpoint.query)), nastyText.map(encoded))
    const pairs = fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 4 })
    await check(pairs, 200, async (some) => {
      const query = some.map(([name, value]) => `${name}=${value}`).join('&')
      const response = await send({ method, url: `${pathOf(endpoint)}?${query}` })
      expect([200, 400, 401, 404, 422]).toContain(response.statusCode)
    })
  })
})

describe.for(named(declaredEndpoints))('%s', ([, endpoint]) => {
  const { method } = endpoint

  test('strange headers are taken or refused', async () => {
    const names = [...fieldsOf(endpoint.headers), 'accept', 'accept-encoding', 'authorization', 'cookie', 'origin']
    const headers = fc.dictionary(fc.constantFrom(...names), nastyHeader, { minKeys: 1 })
    await check(headers, 60, async (some) => {
      const payload = endpoint.body ? { ...VALID, privacy: false } : undefined
      await send({ method, url: pathOf(endpoint, {}), headers: some, ...(payload && { payload }) })
    })
  })

  test('a host that no business has is refused', async () => {
    await check(nastyHost, 40, async (host) => {
      const response = await send({ method, url: pathOf(endpoint), headers: { host } })
      expect(response.statusCode).toBe(403)
    })
  })
})

test('addresses that nobody serves are not found', async () => {
  const methods = fc.constantFrom<InjectOptions['method']>('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS')
  await check(fc.tuple(methods, fc.array(nastyText.map(encoded), { maxLength: 4 })), 200, async ([method, parts]) => {
    const response = await send({ method, url: `/api/nothing/${parts.join('/')}` })
    expect([400, 404]).toContain(response.statusCode)
  })
})

test('the checks of this file would notice', async () => {
  const [endpoint] = declaredEndpoints.filter(({ path }) => path === '/client/contact')
  const before = await rows()

  const response = await send({ method: 'POST', url: pathOf(endpoint!), payload: VALID })

  expect(response.statusCode).toBe(201)
  expect(await rows()).not.toEqual(before)
})
