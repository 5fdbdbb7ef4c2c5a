import type { Endpoint } from '@prenoto/core/contract/endpoint.ts'
import { problem } from '@prenoto/core/contract/problem.ts'
import { declaredEndpoints, endpointName, endpointsByKind } from '@prenoto/test-support/http/endpoints.ts'
import {
  hostileHeader,
  hostileHost,
  hostileText,
  hostileValue,
  malformedJson,
} from '@prenoto/test-support/http/hostile-text.ts'
import { listFields, sampleBody } from '@prenoto/test-support/http/sample-body.ts'
import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterEach, beforeAll, expect, test } from 'vitest'

/**
 * A fixed seed makes every run send the same requests; `FUZZ_SEED=new FUZZ_RUNS=40` sends new and more ones. fast-check
 * prints the request that failed.
 */
const { FUZZ_SEED = '20261121', FUZZ_RUNS = '1' } = process.env
const SEED = FUZZ_SEED === 'new' ? Date.now() % 2 ** 31 : Number(FUZZ_SEED)
if (FUZZ_SEED === 'new') process.stdout.write(`FUZZ_SEED=${SEED}\n`)

const check = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, holds: (value: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(arbitrary, holds), {
    seed: SEED,
    numRuns: numRuns * Number(FUZZ_RUNS),
    endOnFailure: true,
  })

/** Runs a check for one endpoint after the other, and names the one that fails. */
async function forEach(endpoints: Endpoint[], run: (endpoint: Endpoint) => Promise<void>) {
  for (const endpoint of endpoints)
    await run(endpoint).catch((error: Error) => {
      throw new Error(`${endpointName(endpoint)}: ${error.message}`, { cause: error })
    })
}

const server = await sharedServer()
let here: TestTenant
let ids: Record<string, string | number>
let token: string
beforeAll(async () => {
  here = await server.newTenant()
  const service = await here.newService()
  const { hidden_id } = (await here.book(service.id)).json()
  ids = { serviceId: service.id, hiddenId: hidden_id }
  await logIn()
})

async function logIn() {
  token = (await here.as('admin')).token
}

/** A visitor for public endpoints, an admin for the others; endless streams are called without a session. */
const callerHeaders = ({ access, path }: Endpoint) =>
  access === 'visitor' || path.endsWith('/stream') ? {} : { authorization: `Bearer ${token}` }

/** A body in which some fields are valid and at least one is not. */
const spoiledBody = (endpoint: Endpoint) => {
  const fields = listFields(endpoint.body)
  const valid = sampleBody(endpoint)
  const spoiled = fc.dictionary(fc.constantFrom(...fields), hostileValue, { minKeys: 1, maxKeys: 3 })
  const strange = fc.dictionary(hostileText, hostileValue, { maxKeys: 3 })
  return fc.oneof(
    { weight: 5, arbitrary: spoiled.map((some) => ({ ...valid, ...some })) },
    { weight: 1, arbitrary: fc.constantFrom(...fields).map((field) => ({ ...valid, [field]: undefined })) },
    { weight: 1, arbitrary: strange },
    { weight: 1, arbitrary: hostileValue },
  )
}

const fillPath = ({ path }: Endpoint, values: Record<string, unknown> = ids) =>
  `/api${path.replaceAll(/:(\w+)/g, (_, name: string) => String(values[name] ?? 1))}`

const pathParameters = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

/** Like `encodeURIComponent`, but also accepts lone surrogates. */
const encodeText = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80')

const isServed = ({ method, path }: Endpoint) => server.app.hasRoute({ method, url: `/api${path}` })

let counting: string
/** The number of rows of each table. */
async function rows() {
  counting ??= await countingStatement()
  return (await server.owner.query({ name: 'rows', text: counting })).rows
}

async function countingStatement() {
  const { rows: tables } = await server.owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  // The audit trail records failed log-ins.
  const counted = (name: string) =>
    name === 'public.audit_entries' ? `${name} where action <> 'session.log_in_failed'` : name
  return tables
    .map(({ name }) => `select '${name}' as name, count(*) as rows from ${counted(name)}`)
    .join(' union all ')
}

const INTERNALS =
  /\bat .+:\d+|node_modules|\.ts\b|\.js\b|\bselect\b|\binsert\b|constraint|relation|syntax|FST_|\bzod|postgres|kysely|fastify|ECONN|\bpg_|undefined|\bNaN\b|object Object/i
const ENGLISH =
  /\b(invalid|expected|received|required|unexpected|must|should|error|bad|request|body|not|string|object|array|number|boolean)\b/i

/** The numbers of rows before the rejected requests that are not verified yet; no other test changes them. */
let before: Awaited<ReturnType<typeof rows>> | undefined
let unverified = 0

/** Expects that the rejected requests since the last accepted one have added or removed no rows. */
async function verifyRows() {
  if (unverified > 0) expect(await rows()).toEqual(before)
  unverified = 0
}
afterEach(verifyRows)

function forgetRows() {
  before = undefined
  unverified = 0
}

/** Sends a request that may be invalid. Expects any error to be a problem document without internals, and no new rows. */
async function send(endpoint: Endpoint, request: Omit<InjectOptions, 'method'>): Promise<LightMyRequestResponse> {
  const { method } = endpoint
  before ??= await rows()
  const call = () =>
    server.app.inject({
      method,
      ...request,
      headers: { host: here.domain, ...callerHeaders(endpoint), ...request.headers },
    })
  let response = await call()
  // A caller who has logged out or changed their own password logs in again.
  if (response.statusCode === 401 && 'authorization' in callerHeaders(endpoint)) {
    await logIn()
    forgetRows()
    before = await rows()
    response = await call()
  }

  expect(response.statusCode).toBeLessThan(500)
  if (response.statusCode >= 400) {
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
    const { status, detail, errors = [] } = problem.parse(response.json())
    expect(status).toBe(response.statusCode)
    for (const words of [detail, ...errors.map(({ message }) => message)]) {
      expect(words).toMatch(/\p{Letter}{3}/u)
      expect(words).not.toMatch(ENGLISH)
    }
    if (status === 422) expect(errors.length).toBeGreaterThan(0)
    expect(response.body).not.toMatch(INTERNALS)
    unverified += 1
    // Counting all rows takes longer than a request.
    if (unverified === 20) await verifyRows()
  } else forgetRows()
  return response
}

const json = { 'content-type': 'application/json' }
const withBody = ({ body }: Endpoint) => body !== undefined

/** A complete body that stores nothing where consent is needed. */
const refusableBody = (endpoint: Endpoint) =>
  endpoint.body ? { payload: { ...sampleBody(endpoint), privacy: false } } : {}

test('rejects a body of the wrong shape and names the fault', { tags: ['7.36'] }, () =>
  forEach(declaredEndpoints.filter(withBody), (endpoint) =>
    check(spoiledBody(endpoint), 3, async (body) => {
      const payload = JSON.stringify(body) ?? ''
      const response = await send(endpoint, { url: fillPath(endpoint), headers: json, payload })

      const isValid = payload !== '' && endpoint.body!.safeParse(JSON.parse(payload)).success
      if (!isValid && isServed(endpoint)) expect([400, 422]).toContain(response.statusCode)
    }),
  ),
)

// The parser of bodies is the framework's, so one endpoint of each kind shows how it is set up.
const kindsWithBody = endpointsByKind.filter(withBody)

test('rejects a body that is not JSON', { tags: ['7.36'] }, () =>
  forEach(kindsWithBody, (endpoint) =>
    check(malformedJson, 5, async (payload) => {
      const response = await send(endpoint, { url: fillPath(endpoint), headers: json, payload })
      expect([400, 401, 404]).toContain(response.statusCode)
    }),
  ),
)

test('rejects a body in another format', () =>
  forEach(kindsWithBody, async (endpoint) => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'x',
      '',
      ';',
      'application/jsonx',
    ]
    for (const type of types) {
      const payload = JSON.stringify(sampleBody(endpoint))
      const response = await send(endpoint, { url: fillPath(endpoint), headers: { 'content-type': type }, payload })
      expect([415, 422]).toContain(response.statusCode)
    }
  }))

test('rejects a body that is too large', () =>
  forEach(kindsWithBody, async (endpoint) => {
    const payload = { ...sampleBody(endpoint), name: 'x'.repeat(70_000) }
    expect([401, 404, 413]).toContain((await send(endpoint, { url: fillPath(endpoint), payload })).statusCode)
  }))

test('rejects a missing body', () =>
  forEach(kindsWithBody, async (endpoint) => {
    for (const headers of [{}, json, { ...json, 'content-length': '0' }])
      expect((await send(endpoint, { url: fillPath(endpoint), headers })).statusCode).toBeGreaterThanOrEqual(400)
  }))

test('rejects a malformed id', { tags: ['7.36'] }, () =>
  forEach(
    declaredEndpoints.filter(({ path }) => path.includes(':')),
    (endpoint) => {
      const values = fc.record(
        Object.fromEntries(pathParameters(endpoint).map((name) => [name, hostileText.map(encodeText)])),
      )
      return check(values, 2, async (params) => {
        await send(endpoint, { url: fillPath(endpoint, params), ...refusableBody(endpoint) })
      })
    },
  ),
)

test('accepts or rejects any query without a server error', () =>
  forEach(
    declaredEndpoints.filter(({ query }) => query),
    (endpoint) => {
      const value = fc.oneof(
        hostileText.map(encodeText),
        fc.constantFrom('1', '100', '101', '%', '%zz', '%ff', '1&', '1='),
      )
      const name = fc.oneof(fc.constantFrom(...listFields(endpoint.query)), hostileText.map(encodeText))
      const pairs = fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 4 })
      return check(pairs, 2, async (some) => {
        const query = some.map(([name, value]) => `${name}=${value}`).join('&')
        const response = await send(endpoint, { url: `${fillPath(endpoint)}?${query}` })
        expect([200, 400, 401, 404, 409, 415, 422]).toContain(response.statusCode)
      })
    },
  ))

test('accepts or rejects unusual headers without a server error', { tags: ['7.36'] }, () =>
  forEach(declaredEndpoints, (endpoint) => {
    const names = [...listFields(endpoint.headers), 'accept', 'accept-encoding', 'authorization', 'cookie', 'origin']
    const headers = fc.dictionary(fc.constantFrom(...names), hostileHeader, { minKeys: 1 })
    return check(headers, 1, async (some) => {
      await send(endpoint, { url: fillPath(endpoint, {}), headers: some, ...refusableBody(endpoint) })
    })
  }),
)

test('rejects an unknown or malformed host', () =>
  forEach(endpointsByKind, (endpoint) =>
    check(hostileHost, 5, async (host) => {
      const response = await send(endpoint, { url: fillPath(endpoint), headers: { host } })
      expect([400, 403]).toContain(response.statusCode)
    }),
  ))

/** Never stored: passwords that are compared, and the field that only robots fill in. */
const UNSTORED = /^(password|extra)$/

test('no field lets a NUL character through, which PostgreSQL cannot store', () => {
  const open = declaredEndpoints.flatMap((endpoint) =>
    [endpoint.body, endpoint.query, endpoint.params].flatMap((schema) =>
      listFields(schema)
        .filter((field) => {
          const { data } = schema!.safeParse({ ...ids, ...sampleBody(endpoint), [field]: 'a\0b' })
          return !UNSTORED.test(field) && JSON.stringify(data ?? null).includes('\\u0000')
        })
        .map((field) => `${endpointName(endpoint)} ${field}`),
    ),
  )

  expect(open).toEqual([])
})

test('unknown addresses are answered with 404', async () => {
  const methods = fc.constantFrom<Endpoint['method']>('GET', 'POST', 'PUT', 'PATCH', 'DELETE')
  const paths = fc.array(hostileText.map(encodeText), { maxLength: 4 })
  await check(fc.tuple(methods, paths), 40, async ([method, parts]) => {
    const nobody: Endpoint = { method, path: '/nothing', summary: '', access: 'visitor', status: 200 }
    const response = await send(nobody, { url: `/api/nothing/${parts.join('/')}` })
    expect([400, 404]).toContain(response.statusCode)
  })
})

test('a valid request adds a row that the check detects', async () => {
  const endpoint = declaredEndpoints.find(({ path }) => path === '/client/contact')!
  // The requests above may have used up the limit of the business.
  here = await server.newTenant()
  const before = await rows()

  const response = await send(endpoint, { url: fillPath(endpoint), payload: sampleBody(endpoint) })

  expect(response.statusCode).toBe(201)
  expect(await rows()).not.toEqual(before)
})
