import { sendRaw } from '@prenoto/test-support/http/raw-http.ts'
import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { openLog } from '../../lib/log.ts'
import { handleErrors } from '../error-handler.ts'

const lines: string[] = []
const server = await sharedServer({ logTo: (line) => lines.push(line) })
let here: TestTenant
let port: number
beforeAll(async () => {
  here = await server.newTenant()
  port = await server.listen()
})

const send = (method: 'GET' | 'POST' | 'PUT', url: string, headers: object = {}, payload?: string) =>
  server.app.inject({ method, url, headers: { host: here.domain, ...headers }, ...(payload && { payload }) })

const json = { 'content-type': 'application/json' }

test.for([
  ['an unknown path', 404, 'La risorsa richiesta non esiste.', () => send('GET', '/api/nothing')],
  [
    'a method that the path does not have',
    404,
    'La risorsa richiesta non esiste.',
    () => send('PUT', '/api/client/configs', json, '{}'),
  ],
  ['a malformed path', 400, 'La richiesta non è leggibile.', () => send('GET', '/api/%zz')],
  ['malformed JSON', 400, 'La richiesta non è leggibile.', () => send('POST', '/api/client/contact', json, '{')],
  ['an empty JSON body', 400, 'La richiesta non è leggibile.', () => send('POST', '/api/client/contact', json)],
  [
    'another format',
    415,
    'Formato non supportato: invia i dati in JSON.',
    () => send('POST', '/api/client/contact', { 'content-type': 'text/plain' }, 'ciao'),
  ],
  [
    'a body that is too large',
    413,
    'La richiesta è troppo grande.',
    () => send('POST', '/api/client/contact', json, `"${'x'.repeat(65_536)}"`),
  ],
  ['a list instead of a form', 422, 'Valore non valido.', () => send('POST', '/api/client/contact', json, '[]')],
] as const)('%s is answered with %i: %s', { tags: ['7.36'] }, async ([, status, detail, act]) => {
  const response = await act()

  expect(response.statusCode).toBe(status)
  expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(response.json()).toMatchObject({ type: 'about:blank', title: expect.any(String), status, detail })
  expect(response.json()).not.toHaveProperty('request_id')
})

test.for([
  '/bookings/%zz',
  '/%zz',
  '/%',
  '/a/%E0%A4%A',
  '/%zz?a=/api/',
  '/assets/%zz',
  '/client_service/%c3%28/booking',
])('a person who opens %s, an address that cannot be read, gets a page', { tags: ['10.17'] }, async (address) => {
  const { statusCode, headers, body } = await send('GET', address)

  expect(statusCode).toBe(400)
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(body).toContain('<h1>Indirizzo non leggibile</h1>')
  expect(body).toContain('<a href="/">Vai alla pagina iniziale</a>')
})

test.for([
  ['input that is not HTTP', 400, 'CIAO\r\n\r\n'],
  ['a malformed header', 400, 'GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n'],
  ['headers that are too large', 431, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
  ['a host that is too long', 431, `GET /api/client/configs HTTP/1.1\r\nHost: ${'x'.repeat(100_000)}\r\n\r\n`],
] as const)('%s is answered with %i and a problem document', async ([, status, bytes]) => {
  const [head, body] = (await sendRaw(port, bytes)).split('\r\n\r\n')

  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('content-type: application/problem+json')
  expect(JSON.parse(body!)).toMatchObject({ status, detail: expect.stringMatching(/richiesta/) })
})

test('an unexpected error is answered without details, with the request id that is logged', async () => {
  await server.owner.query('alter table contact_requests rename to gone')
  lines.length = 0

  const response = await here.post('/client/contact', {
    name: 'Giulia',
    email: 'giulia@example.it',
    phone: '3331234567',
    privacy: true,
  })
  await server.owner.query('alter table gone rename to contact_requests')

  expect(response.statusCode).toBe(500)
  expect(response.json()).toEqual({
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    detail: 'Si è verificato un errore imprevisto. Riprova tra poco.',
    request_id: expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/),
  })
  const [entry, ...others] = lines.map((line) => JSON.parse(line))
  expect(others).toEqual([])
  expect(entry).toMatchObject({ level: 50, reqId: response.json().request_id })
  expect(JSON.stringify(entry.err)).toContain('contact_requests')
})

test('request ids are unique and cannot be chosen by the client', async () => {
  await server.owner.query('alter table contact_requests rename to gone')
  const fail = () =>
    here.post(
      '/client/contact',
      { name: 'Giulia', email: 'giulia@example.it', phone: '3331234567', privacy: true },
      { 'x-request-id': 'mine', 'request-id': 'mine' },
    )

  const responses = [await fail(), await fail()]
  await server.owner.query('alter table gone rename to contact_requests')

  const ids = responses.map((response) => response.json().request_id)
  expect(new Set(ids).size).toBe(2)
  expect(ids).not.toContain('mine')
})

test('a body that does not arrive in time is answered with 408 and not logged', { tags: ['10.17'] }, async () => {
  const logged: string[] = []
  const log = openLog('info', { write: (line) => logged.push(line) }) as FastifyBaseLogger
  const app = Fastify({ loggerInstance: log, logController: new LogController({ disableRequestLogging: true }) })
  handleErrors(app)
  app.post('/slow', { handlerTimeout: 50 }, async () => 'never')
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  logged.length = 0

  const head = 'POST /slow HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
  const answer = await sendRaw(Number(port), head)
  await app.close()

  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('La richiesta ha impiegato troppo tempo.')
  expect(logged).toEqual([])
})

test('responses with 503 are logged at most once a second', async () => {
  const business = await server.newTenant()
  const blocker = await server.owner.connect()
  await blocker.query('begin; lock table configurations in access exclusive mode')
  lines.length = 0
  const begun = performance.now()

  const refused: Awaited<ReturnType<typeof business.get>>[] = []
  const requests = Array.from({ length: 600 }, async () => {
    const response = await business.get('/client/configs')
    if (response.statusCode === 503) refused.push(response)
  })
  await expect.poll(() => refused.length).toBeGreaterThan(20)
  await blocker.query('rollback')
  blocker.release()
  await Promise.all(requests)

  expect(refused[0]!.headers['retry-after']).toMatch(/^\d+$/)
  expect(lines.length).toBeLessThanOrEqual((performance.now() - begun) / 1000 + 1)
})
