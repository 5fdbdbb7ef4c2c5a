import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { sharedServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { openLog } from '../lib/log.ts'
import { handleErrors } from '../plugins/error-handler.ts'

const lines: string[] = []
const server = await sharedServer({ work: true, logTo: (line) => lines.push(line) })
let here: TestTenant
beforeAll(async () => {
  here = await server.newTenant()
})

const person = {
  name: 'Ermenegilda',
  surname: 'Sparapani',
  email: 'ermenegilda.sparapani@example.it',
  telephone: '3479988776',
  notes: 'Suonare Sparapani, interno 12',
}

const logText = () => lines.join('')

/** The log lines of requests, without those of jobs. */
const ofRequests = () => lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId)

function expectNothingPersonal() {
  for (const fact of Object.values(person)) expect(logText()).not.toContain(fact)
}

test('bookings, contact requests and cancellations leave nothing personal in the log', {
  tags: ['13.69'],
}, async () => {
  const service = await here.newService({ allow_patient_notes: true })

  const { hidden_id } = (await here.book(service.id, person)).json()
  await here.book(service.id, person)
  await here.book(service.id, { ...person, privacy: false })
  await here.post('/client/contact', { ...person, phone: person.telephone, message: person.surname, privacy: true })
  await here.delete(`/client/bookings/delete/${hidden_id}`)

  expectNothingPersonal()
  expect(logText()).not.toContain(hidden_id)
})

test('a failure of the database is logged without the row that caused it', async () => {
  const service = await here.newService({ allow_patient_notes: true })
  await server.owner.query(`alter table bookings add constraint never check (tenant_id <> ${here.id}) not valid`)
  lines.length = 0

  const response = await here.book(service.id, person)
  await server.owner.query('alter table bookings drop constraint never')

  expect(response.statusCode).toBe(500)
  expect(logText()).toContain(response.json().request_id)
  expect(logText()).toContain('never')
  expectNothingPersonal()
})

test('a failure is logged with its request id, route, tenant and duration', async () => {
  const service = await here.newService({ allow_patient_notes: true })
  await server.owner.query(`alter table bookings add constraint never check (tenant_id <> ${here.id}) not valid`)
  lines.length = 0

  const response = await here.book(service.id, person)
  const page = await server.app.inject({ url: '/client_service?from=Ermenegilda', headers: { host: here.domain } })
  await server.owner.query('alter table bookings drop constraint never')

  expect([response.statusCode, page.statusCode]).toEqual([500, 200])
  expect(ofRequests()).toEqual([
    expect.objectContaining({
      msg: 'request failed',
      reqId: response.json().request_id,
      route: 'POST /api/client/bookings/create/:serviceId',
      tenant: here.id,
      ms: expect.any(Number),
    }),
  ])
})

test('with ACCESS_LOG every response has one line with route, status, duration and tenant', async () => {
  const written: string[] = []
  const logging = await testServer({ url: server.url, accessLog: true, logTo: (line) => written.push(line) })
  const { hidden_id } = (await here.book((await here.newService({ allow_patient_notes: true })).id, person)).json()
  const headers = { host: here.domain }
  for (const url of [`/api/client/bookings/${hidden_id}`, '/client_service?from=Ermenegilda', '/api/no', '/healthz'])
    await logging.app.inject({ url, headers })
  await logging.close()

  const line = { msg: 'request', level: 30, reqId: expect.any(String), ms: expect.any(Number), tenant: here.id }
  expect(written.map((text) => JSON.parse(text))).toEqual([
    expect.objectContaining({ ...line, status: 200, route: 'GET /api/client/bookings/:hiddenId' }),
    expect.objectContaining({ ...line, status: 200, route: 'GET /client_service' }),
    expect.objectContaining({ ...line, status: 404, route: 'GET /api/*' }),
  ])
  expect(written.join('')).not.toMatch(new RegExp(`${hidden_id}|Ermenegilda|example`))
})

test('clients that disconnect leave no line in the log, whatever they requested', async () => {
  const port = await server.listen()
  const { token } = await here.as('admin')
  const request = (line: string, ...more: string[]) =>
    [`${line} HTTP/1.1`, `host: ${here.domain}`, `authorization: Bearer ${token}`, ...more].join('\r\n')
  const form = 'content-type: multipart/form-data; boundary=B'
  lines.length = 0

  // Repeated, since the server may notice the disconnect before or after it has read the request.
  const abandonedRequests = [
    request('GET /', '', ''),
    request('GET /metrics', '', ''),
    request('GET /api/notifications/stream', '', ''),
    request('POST /api/client/contact', 'content-type: application/json', 'content-length: 500', '', '{"name":'),
    request('POST /api/upload', form, 'content-length: 5000', '', '--B\r\ncontent-disposition: form-data; name="file"'),
    request('GET /api/cli'),
  ].flatMap((bytes) => Array.from({ length: 8 }, (_, i) => leave(Number(port), bytes, i % 2 === 0)))
  await Promise.all(abandonedRequests)
  const connections = promisify(server.app.server.getConnections.bind(server.app.server))
  await expect.poll(() => connections()).toBe(0)

  expect(ofRequests()).toEqual([])
})

/** Sends bytes and disconnects before the response, with a reset if `withReset`. */
async function leave(port: number, bytes: string, withReset: boolean) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  await new Promise((sent) => socket.write(bytes, sent))
  if (withReset) socket.resetAndDestroy()
  else socket.destroy()
  await once(socket, 'close')
}

test('a client that disconnects while a route reads the body is not logged as a failure', async () => {
  const app = Fastify({ loggerInstance: openLog('info', { write: (line) => lines.push(line) }) as FastifyBaseLogger })
  const { promise: ended, resolve: end } = Promise.withResolvers<number>()
  handleErrors(app)
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.addHook('onSend', async (_request, reply) => end(reply.statusCode))
  app.post('/read', { logLevel: 'warn' }, async (request) => {
    for await (const _ of request.raw);
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  lines.length = 0

  await leave(
    Number(port),
    'POST /read HTTP/1.1\r\nhost: a\r\ncontent-type: a/b\r\ncontent-length: 9\r\n\r\nciao',
    true,
  )

  expect(await ended).toBe(400)
  expect(lines.filter((line) => line.includes('request failed'))).toEqual([])
  await app.close()
})

test('a failed job is logged without the row that caused it', async () => {
  const service = await here.newService({ allow_patient_notes: true })
  await server.owner.query(`alter table notifications add constraint never check (tenant_id <> ${here.id}) not valid`)
  lines.length = 0

  await here.book(service.id, { ...person, visit_hour: '10:00' })
  await expect.poll(logText).toContain('job failed')
  await server.owner.query('alter table notifications drop constraint never')

  expect(logText()).toContain('notify')
  expectNothingPersonal()
})

test('refused log-ins, roles, input and limits are logged with route and business, and nothing personal', async () => {
  const operator = await here.as('operator')
  lines.length = 0

  await here.post('/login', { email: person.email, password: person.surname })
  await operator.get('/users')
  // One invalid request a second is logged, and an earlier test may have caused one.
  await expect
    .poll(async () => {
      await here.post('/client/contact', { ...person, phone: '', privacy: false })
      return ofRequests().length
    })
    .toBe(3)
  await server.app.inject({
    method: 'POST',
    url: '/',
    headers: { host: here.domain, origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ name: person.name, email: person.email }).toString(),
  })
  let status = 0
  while (status !== 429) status = (await here.post('/client/forgot-password', { email: person.email })).statusCode

  const tenant = here.id
  expect(ofRequests()).toEqual([
    expect.objectContaining({ msg: 'log-in failed', route: 'POST /api/login', tenant }),
    expect.objectContaining({ msg: 'role too low', route: 'GET /api/users', tenant, user: operator.id }),
    expect.objectContaining({ msg: 'invalid request', route: 'POST /api/client/contact', tenant, invalid: 'body' }),
    expect.objectContaining({ msg: 'form of another site', route: 'POST /', tenant }),
    expect.objectContaining({ msg: 'limit reached', route: 'POST /api/client/forgot-password', tenant }),
  ])
  expectNothingPersonal()
})

test('a value with line breaks stays within the JSON of one line, whose time is in UTC', () => {
  const written: string[] = []

  openLog('info', { write: (line) => written.push(line) }).info({ value: 'a\n{"level":60}\u2028' }, 'b\nc')

  expect(written).toHaveLength(1)
  expect(written[0]!.trimEnd()).not.toContain('\n')
  expect(JSON.parse(written[0]!)).toMatchObject({ level: 30, msg: 'b\nc', time: expect.any(Number) })
})
