import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, type TestTenant, testServer } from '../../test/test-server.ts'

let server: TestServer
let here: TestTenant
beforeAll(async () => {
  server = await testServer()
  here = await server.newTenant()
  const { id: calendar_id } = await here.newCalendar()
  for (let i = 0; i < 20; i++) await here.newService({ calendar_id, description: 'Con shampoo e piega. '.repeat(10) })
})
afterAll(() => server.close())

const answers: [what: string, act: () => Promise<{ headers: Record<string, unknown> }>][] = [
  ['an answer', () => here.get('/client/configs')],
  ['a list', () => here.get('/client/services')],
  ['a refusal', () => here.get('/nothing')],
  ['an unknown domain', () => server.visit('unknown.example').get('/client/configs')],
  ['a created item', async () => here.book((await here.newService()).id)],
]

test.for(answers)('%s may be neither framed, sniffed, nor run as a page', async ([, act]) => {
  const { headers } = await act()

  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  })
  expect(headers['strict-transport-security']).toMatch(/max-age=\d{8}/)
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('set-cookie')
  expect(headers).not.toHaveProperty('access-control-allow-origin')
})

test('a page runs only scripts of its own origin, sends forms only there and is never framed', async () => {
  const { headers } = await here.page('/')

  const policy = String(headers['content-security-policy'])
  for (const rule of ["default-src 'none'", "script-src 'self'", "form-action 'self'", "base-uri 'none'"])
    expect(policy).toContain(rule)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:|\*/)
  expect(headers['cache-control']).toBe('no-store')
})

test.for([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('whoever takes %s gets the same answer, smaller', async ([encoding, unpack]) => {
  const plain = await here.get('/client/services?per_page=100')
  const packed = await here.get('/client/services?per_page=100', { 'accept-encoding': encoding })

  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(packed.headers['content-encoding']).toBe(encoding)
  expect(packed.headers.vary).toContain('accept-encoding')
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect(unpack(packed.rawPayload).toString()).toBe(plain.body)
})

test('small answers are sent as they are', async () => {
  const response = await here.get('/client/configs', { 'accept-encoding': 'br, gzip' })

  expect(response.headers).not.toHaveProperty('content-encoding')
})
