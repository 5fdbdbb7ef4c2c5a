import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeAll, expect, test } from 'vitest'
import { acceptedEncoding } from '../accepted-encoding.ts'

test.for([
  [undefined, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0.5,gzip ; q=0.4', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['br; q=0, gzip; q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['*;q=0, gzip;q=0.1', 'gzip'],
  ['identity', 'identity'],
  ['identity, br;q=0.5', 'identity'],
  ['identity;q=0.5, br;q=0.5', 'br'],
  ['identity;q=0', 'identity'],
  ['zstd, deflate', 'identity'],
  ['br;q=no', 'identity'],
  [';;, ,q=1', 'identity'],
] as const)('Accept-Encoding %j selects %s', ([accepted, encoding]) => {
  expect(acceptedEncoding(accepted)).toBe(encoding)
  expect(acceptedEncoding(accepted)).toBe(encoding)
})

const server = await sharedServer()
let here: TestTenant
let service: { id: number }
let port: number
beforeAll(async () => {
  here = await server.newTenant()
  service = await here.newService()
  port = await server.listen()
})

const one = () => `/api/client/services/${service.id}`
const page = () => `/client_service/${service.id}/booking`

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

/** The bytes of the response as sent. */
function ask(path: string, encoding: string, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<{ headers: object; body: Buffer }>()
  const headers = { host: here.domain, 'accept-encoding': encoding }
  request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk) => chunks.push(chunk))
    response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }))
  })
    .on('error', reject)
    .end()
  return promise
}

const kinds: [what: string, path: () => string, cacheControl: string, tag: RegExp | undefined][] = [
  ['a service', one, 'no-store', undefined],
  // Weak, since the same page has different bytes in each encoding.
  ['the page of a service', page, 'no-cache', /^W\/"/],
]

test.for(kinds)(
  '%s has the same content in each encoding and a correct content-encoding',
  async ([, path, cacheControl, tag]) => {
    const plain = await ask(path(), 'identity')
    expect(plain.headers).not.toHaveProperty('content-encoding')

    for (const encoding of ['br', 'gzip', 'identity'] as const) {
      const { headers, body } = await ask(path(), encoding)
      expect(headers).toMatchObject({
        vary: expect.stringContaining('accept-encoding'),
        'content-length': String(body.length),
        'cache-control': cacheControl,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      })
      expect(headers).toEqual(
        tag
          ? expect.objectContaining({ etag: expect.stringMatching(tag) })
          : expect.not.objectContaining({ etag: expect.anything() }),
      )
      expect(headers).not.toHaveProperty('transfer-encoding')
      expect(DECODERS[encoding](body).toString()).toBe(plain.body.toString())
    }
  },
)

test.for(kinds)('HEAD of %s has the headers of GET', async ([, path]) => {
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { headers } = await ask(path(), encoding)
    const head = await ask(path(), encoding, 'HEAD')
    expect({ ...head.headers, date: '' }).toEqual({ ...headers, date: '' })
    expect(head.body).toHaveLength(0)
  }
})

test.for(kinds)('a booking is visible at once in every encoding of %s', async ([, path]) => {
  for (const [visit_hour, encoding] of [
    ['09:00', 'br'],
    ['10:00', 'gzip'],
    ['11:00', 'identity'],
  ] as const) {
    const shows = async () => {
      const { body } = await ask(path(), encoding)
      return JSON.stringify(findMonday(DECODERS[encoding](body).toString())).includes(visit_hour)
    }
    expect(await shows()).toBe(true)
    const { hidden_id } = (await here.book(service.id, { visit_hour })).json()
    expect(await shows()).toBe(false)
    await here.delete(`/client/bookings/delete/${hidden_id}`)
    expect(await shows()).toBe(true)
  }
})

/** The slots of Monday in a response or in the data of a page. */
function findMonday(text: string) {
  const json = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(text)?.[1] ?? text
  const { service = JSON.parse(json) } = JSON.parse(json)
  return service.available_slots.find(({ date }: { date: string }) => date === '2026-11-23')
}

test('an error is sent without the encoding of the replaced response', async () => {
  const { headers, body } = await ask('/api/client/services/999999999', 'br')

  expect(headers).not.toHaveProperty('content-encoding')
  expect(JSON.parse(body.toString()).status).toBe(404)
})
