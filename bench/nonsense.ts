import type { Endpoint } from '@prenoto/core/endpoint.ts'
import fc from 'fast-check'
import { declaredEndpoints } from '../server/test/endpoints.ts'
import { malformedJson, nastyHeader, nastyHost, nastyText, nastyValue } from '../server/test/nasty.ts'
import { fieldsOf, sampleBody } from '../server/test/sample-body.ts'
import type { Call } from './http-client.ts'

/** How many requests are thought of at a time. */
const BATCH = 100

const json = { 'content-type': 'application/json' }

const withBody = declaredEndpoints.filter(({ body }) => body)

/** encodeURIComponent, also of what is no text. */
const encoded = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80')

/** The endpoint's address, for records that are not there unless said otherwise. */
const pathOf = ({ path }: Endpoint, id = '999999999') => `/api${path.replaceAll(/:\w+/g, id)}`

/** What an admin may be let in to: neither what would end the session nor what would never answer. */
const isForStaff = ({ access, path }: Endpoint) =>
  access !== 'visitor' && !/^\/(logout|user\/update|user\/update-password|notifications\/stream)$/.test(path)

const spoiledBody = (endpoint: Endpoint) => {
  const spoiled = fc.dictionary(fc.constantFrom(...fieldsOf(endpoint.body)), nastyValue, { minKeys: 1, maxKeys: 3 })
  return fc.oneof(
    { weight: 5, arbitrary: spoiled.map((some) => ({ ...sampleBody(endpoint), ...some })) },
    { weight: 1, arbitrary: nastyValue },
  )
}

/** Requests that are wrong in some way; with a `token`, those for the staff come from somebody who may. */
function strangeCall(token?: string): fc.Arbitrary<Call> {
  const callOf = (endpoint: Endpoint, call: Partial<Call>): Call => ({
    method: endpoint.method,
    path: pathOf(endpoint),
    ...call,
    headers: { ...(token && isForStaff(endpoint) && { authorization: token }), ...call.headers },
  })
  const any = fc.constantFrom(...declaredEndpoints)
  const anyWithBody = fc.constantFrom(...withBody)
  const texts = (maxLength: number) => fc.array(nastyText.map(encoded), { maxLength })
  const names = ['accept', 'accept-encoding', 'authorization', 'cookie', 'origin', 'idempotency-key', 'range']
  const strangeHeaders = fc.dictionary(fc.constantFrom(...names), nastyHeader, { minKeys: 1 })

  return fc.oneof(
    {
      weight: 6,
      arbitrary: anyWithBody.chain((endpoint) =>
        spoiledBody(endpoint).map((body) => callOf(endpoint, { headers: json, body: JSON.stringify(body) ?? '' })),
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(anyWithBody, malformedJson)
        .map(([endpoint, body]) => callOf(endpoint, { headers: json, body })),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(any, nastyText.map(encoded), texts(3))
        .map(([endpoint, id, query]) => callOf(endpoint, { path: `${pathOf(endpoint, id)}?${query.join('&')}` })),
    },
    { weight: 2, arbitrary: fc.tuple(any, strangeHeaders).map(([endpoint, headers]) => callOf(endpoint, { headers })) },
    {
      weight: 1,
      arbitrary: fc.tuple(any, nastyHost).map(([endpoint, host]) => callOf(endpoint, { headers: { host } })),
    },
    {
      weight: 2,
      arbitrary: texts(4).map((parts) => ({ path: `/${parts.join('/')}`, headers: { 'accept-encoding': 'br, gzip' } })),
    },
  )
}

/** Requests that are wrong in some way, without end, the same for each seed. */
export function* nonsense(seed: number, token?: string): Generator<Call, never> {
  const arbitrary = strangeCall(token)
  for (let batch = 0; ; batch++) yield* fc.sample(arbitrary, { seed: seed * 1_000_003 + batch, numRuns: BATCH })
}
