import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { aBooking, testServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'
import { openLog } from '../lib/log.ts'
import { startTracing } from '../lib/tracing.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = { name: string; traceId: string; parentSpanId?: string; spanId: string; attributes: Attribute[] }
type Export = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[] }

/** A collector on this computer that keeps what it receives. */
async function collector() {
  const received: Export[] = []
  const server = createServer(async (request, response) => {
    received.push((await json(request)) as Export)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    resources: () => received.flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => resource)),
    spans: () =>
      received.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: () => server.close(),
  }
}

const findAttribute = ({ attributes }: { attributes: Attribute[] }, key: string) => {
  const value = attributes.find((attribute) => attribute.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

/** Files of OpenTelemetry's SDK that this process has loaded; Vitest itself loads its API. */
const loadedPackages = () =>
  Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes('/@opentelemetry/sdk-'))

test('a booking is traced with its statements, jobs and e-mails, without personal data; packages are loaded for it', async () => {
  const telemetry = await collector()
  expect(loadedPackages()).toEqual([])
  const tracing = await startTracing(telemetry.url, openLog('silent'))
  expect(loadedPackages()).not.toEqual([])
  const server = await testServer({ work: true })
  const here = await server.newTenant()
  const service = await here.newService()

  const answer = await here.book(service.id, aBooking, { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` })
  const { hidden_id } = answer.json()
  await here.get(`/client/bookings/${hidden_id}`)
  await server.app.inject({ url: '/healthz' })
  await expect
    .poll(async () => (await here.db.selectFrom('messages').where('sent_at', 'is not', null).execute()).length)
    .toBe(1)
  await server.close()
  await tracing.stop()
  telemetry.close()

  const spans = telemetry.spans()
  const booking = spans.find(({ name }) => name === 'POST /api/client/bookings/create/:serviceId')!
  expect(telemetry.resources().map((resource) => findAttribute(resource, 'service.name'))).toContain('prenoto')
  expect(findAttribute(booking, 'http.response.status_code')).toBe(201)
  expect(findAttribute(booking, 'prenoto.tenant')).toBe(here.id)
  expect(booking.parentSpanId || undefined).toBeUndefined()
  expect(booking.traceId).not.toBe('a'.repeat(32))
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === booking.spanId)
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['insert', 'begin', 'commit']))
  expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['job notify', 'job send-email', 'deliver']))
  expect(spans.map(({ name }) => name)).not.toContain('GET /healthz')
  const text = JSON.stringify(telemetry.received)
  for (const secret of [hidden_id, aBooking.email, aBooking.surname, aBooking.telephone, here.domain])
    expect(text).not.toContain(secret)
})
