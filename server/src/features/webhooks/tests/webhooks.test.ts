import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebhookEvent, webhookEvents } from '@prenoto/core/webhooks/webhook-events.ts'
import type { WebhookDelivery } from '@prenoto/core/webhooks/webhooks.endpoints.ts'
import { webhookReceiver } from '@prenoto/test-support/http/webhook-receiver.ts'
import { endUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import { runDelayedJobs } from '@prenoto/test-support/server/run-delayed-jobs.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { receiveWebhooks } from '../../../../../docs/developers/webhook-receiver.ts'

const server = await sharedServer({ work: true })
const receiver = await webhookReceiver()
afterAll(() => receiver.close())
beforeEach(() => {
  server.clock.now = NOW
  receiver.received.length = 0
  receiver.answer = () => 204
})

const { privacy: _, ...giulia } = aBooking

type Business = Awaited<ReturnType<typeof aBusiness>>

/** A business whose events go to a path of the receiver. */
async function aBusiness({ events = [...webhookEvents] as WebhookEvent[], contacts = false } = {}) {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  const service = await here.newService()
  const url = `${receiver.url}/${here.id}`
  const { secret, ...webhook } = (await admin.post('/webhooks', { url, events, contacts })).json()
  const listReceived = () =>
    receiver.received
      .filter(({ path }) => path === `/${here.id}`)
      .map(({ body, headers, status }) => ({ ...JSON.parse(body), id: headers['webhook-id'], status }))
  const book = async (visit_hour: string) =>
    (await admin.post('/bookings/create', { ...giulia, service_id: service.id, visit_hour })).json() as { id: number }
  const listDeliveries = async (): Promise<WebhookDelivery[]> =>
    (await admin.get(`/webhooks/${webhook.id}/deliveries?per_page=50`)).json().deliveries
  return { here, admin, service, url, webhook: webhook as { id: number }, secret, listReceived, book, listDeliveries }
}

const listTypes = (b: Business) => b.listReceived().map(({ type }) => type)

/** Changes columns of the waiting deliveries, and sends those that are due. */
async function retry(
  { here, webhook }: { here: TestTenant; webhook: { id: number } },
  set = 'next_attempt_at = now()',
) {
  await server.owner.query(`update webhook_deliveries set ${set} where tenant_id = $1 and state = 'waiting'`, [here.id])
  await server.owner.query('update webhooks set queued_at = null where tenant_id = $1 and id = $2', [
    here.id,
    webhook.id,
  ])
  await server.checkWebhooks()
  await runDelayedJobs(server)
}

test('a delivery is signed, with ids and times and without contacts; the receiver for developers hands it on once', async () => {
  const b = await aBusiness()
  const { id, customer_id } = (await b.here.book(b.service.id)).json()

  await expect.poll(b.listReceived).toHaveLength(1)

  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]]
  expect(b.secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(new Webhook(b.secret).verify(body, headers as Record<string, string>)).toEqual({
    type: 'booking.created',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    data: {
      booking_id: id,
      sequence: 1,
      customer_id: customer_id ?? expect.any(Number),
      calendar_id: b.service.calendar_id,
      services: [{ id: b.service.id, name: 'Taglio' }],
      visit_day: '2026-11-23',
      visit_hour: '09:00:00',
      starts_at: '2026-11-23T08:00:00Z',
      ends_at: '2026-11-23T09:00:00Z',
      status: 'booked',
    },
  })
  expect(() => new Webhook(b.secret).verify(`${body} `, headers as Record<string, string>)).toThrow()
  expect((await b.admin.get('/webhooks')).body).not.toContain(b.secret.slice(6))
  const { rows } = await server.owner.query('select secret from webhooks where tenant_id = $1', [b.here.id])
  expect(rows[0].secret.toString('latin1')).not.toContain(b.secret.slice(6))

  const events: unknown[] = []
  const program = receiveWebhooks(b.secret, async ({ type }) => void events.push(type)).listen(0, '127.0.0.1')
  await once(program, 'listening')
  const send = async (text: string) => {
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
    const sent = Object.fromEntries(names.map((name) => [name, String(headers[name])]))
    const { port } = program.address() as AddressInfo
    return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers: sent, body: text })).status
  }

  expect([await send(body), await send(body), await send(`${body} `)]).toEqual([204, 204, 400])
  expect(events).toEqual(['booking.created'])
  program.close()
})

test('each change of a booking is told in its order, with a growing sequence', async () => {
  const b = await aBusiness()
  const { id } = (
    await b.admin.post('/bookings/create', {
      ...giulia,
      service_id: b.service.id,
      visit_day: '2026-11-21',
      visit_hour: '11:00',
    })
  ).json()
  const visit = { ...giulia, service_id: b.service.id, visit_day: '2026-11-21', visit_hour: '12:00' }
  await b.admin.put(`/bookings/update/${id}`, visit)
  for (const attendance of ['arrived', 'completed', 'no_show'])
    await b.admin.put(`/bookings/attendance/${id}`, { attendance })
  await b.admin.delete(`/bookings/delete/${id}`)
  await endUndoTime(server)
  await retry(b)

  await expect
    .poll(() => listTypes(b))
    .toEqual(webhookEvents.filter((event) => event !== 'customer.erased').toSorted(byOrder))
  const received = b.listReceived()
  expect(received.map(({ data }) => data.sequence)).toEqual([1, 2, 3, 4, 5, 6])
  expect(received.map(({ data }) => data.visit_hour)).toEqual(['11:00:00', ...Array(5).fill('12:00:00')])
  expect(received.at(-1)!.data.status).toBe('cancelled')
})

const ORDER = ['created', 'rescheduled', 'arrived', 'completed', 'no_show', 'cancelled']
const byOrder = (one: string, other: string) => ORDER.indexOf(one.split('.')[1]!) - ORDER.indexOf(other.split('.')[1]!)

test('a cancellation that staff undo is never told, and one by a customer at once', async () => {
  const b = await aBusiness({ events: ['booking.cancelled'] })
  const { id } = await b.book('10:00')
  await b.admin.delete(`/bookings/delete/${id}`)
  expect(await b.listDeliveries()).toMatchObject([{ event: 'booking.cancelled', state: 'waiting', attempts: 0 }])

  await b.admin.post(`/bookings/restore/${id}`, undefined)
  expect(await b.listDeliveries()).toEqual([])
  const { hidden_id } = (await b.here.book(b.service.id, { visit_hour: '11:00' })).json()
  await b.here.delete(`/client/bookings/delete/${hidden_id}`)

  await expect.poll(() => listTypes(b)).toEqual(['booking.cancelled'])
})

test('contacts are sent only where they are switched on, and only events that were chosen', async () => {
  const b = await aBusiness({ events: ['booking.rescheduled'], contacts: true })
  const { id } = await b.book('10:00')
  await b.admin.put(`/bookings/update/${id}`, { ...giulia, service_id: b.service.id, visit_hour: '11:00' })

  await expect.poll(() => listTypes(b)).toEqual(['booking.rescheduled'])
  const { name, surname, email, telephone } = aBooking
  expect(b.listReceived()[0]!.data.contacts).toEqual({ name, surname, email, telephone })
})

test('an erased customer is told by the id alone', async () => {
  const b = await aBusiness()
  const { name, surname, email, telephone } = aBooking
  const { id } = (await b.admin.post('/customers', { name, surname, email, telephone })).json()

  expect((await b.admin.delete(`/customers/${id}`)).statusCode).toBe(204)
  await retry(b)

  await expect.poll(b.listReceived).toMatchObject([{ type: 'customer.erased', data: { customer_id: id } }])
})

test('a failure is retried later and holds back the same booking only; the log says so', async () => {
  const b = await aBusiness()
  receiver.answer = () => 500
  const { id } = await b.book('10:00')
  await expect.poll(b.listDeliveries).toMatchObject([{ state: 'waiting', failure: 'status', status: 500, attempts: 1 }])
  await b.admin.put(`/bookings/update/${id}`, { ...giulia, service_id: b.service.id, visit_hour: '11:00' })
  receiver.answer = () => 204
  const other = await b.book('15:00')

  await expect.poll(b.listReceived).toHaveLength(2)
  expect(b.listReceived().map(({ data, status }) => [data.booking_id, status])).toEqual([
    [id, 500],
    [other.id, 204],
  ])
  const { rows } = await server.owner.query(
    `select extract(epoch from next_attempt_at - now())::int as seconds from webhook_deliveries
     where tenant_id = $1 and attempts = 1 and state = 'waiting'`,
    [b.here.id],
  )
  expect(rows[0].seconds).toBeGreaterThan(30)
  expect(rows[0].seconds).toBeLessThanOrEqual(60)
  await retry(b)

  await expect.poll(b.listReceived).toHaveLength(4)
  const [failed, , again, later] = b.listReceived()
  expect(again).toMatchObject({ type: 'booking.created', id: failed!.id, status: 204 })
  expect(later).toMatchObject({ type: 'booking.rescheduled', data: { booking_id: id, visit_hour: '11:00:00' } })
})

test('after three days without success a webhook is paused and administrators learn of it once; resuming sends what waits', async () => {
  const b = await aBusiness()
  const editor = await b.here.as('editor')
  receiver.answer = () => 503
  await b.book('10:00')
  await expect.poll(b.listReceived).toHaveLength(1)
  await b.book('11:00')
  await expect.poll(b.listReceived).toHaveLength(2)
  await server.owner.query(`update webhooks set failing_since = now() - interval '3 days' where tenant_id = $1`, [
    b.here.id,
  ])
  await retry(b, `next_attempt_at = now(), first_attempt_at = now() - interval '3 days'`)

  const readWebhook = async () => (await b.admin.get('/webhooks')).json().webhooks[0]
  await expect.poll(readWebhook).toMatchObject({ paused_by: 'failures', paused_at: expect.any(String) })
  const titles = async (user: typeof editor) =>
    (await user.get('/notifications')).json().notifications.map(({ title }: { title: string }) => title)
  await expect.poll(() => titles(b.admin)).toContain('Programma non raggiunto')
  expect((await titles(b.admin)).filter((title: string) => title === 'Programma non raggiunto')).toHaveLength(1)
  expect(await titles(editor)).not.toContain('Programma non raggiunto')

  receiver.answer = () => 204
  await b.book('15:00')
  await expect.poll(b.listDeliveries).toMatchObject([{ state: 'waiting', attempts: 0, next_attempt_at: null }, {}, {}])
  const { url } = b
  await b.admin.put(`/webhooks/${b.webhook.id}`, { url, events: ['booking.created'], is_paused: false })
  // A busy machine may need a second attempt.
  const readAfterRetry = async () => {
    await retry(b)
    return readWebhook()
  }
  await expect.poll(readAfterRetry, { interval: 1_000 }).toMatchObject({ paused_by: null, waiting: 0 })
  expect((await b.listDeliveries())[0]).toMatchObject({ state: 'delivered' })
})

test('a program that answers 410 gets nothing any more', async () => {
  const b = await aBusiness()
  receiver.answer = () => 410
  await b.book('10:00')

  await expect.poll(async () => (await b.admin.get('/webhooks')).json().webhooks[0].paused_by).toBe('gone')
  expect(await b.listDeliveries()).toMatchObject([{ state: 'failed', status: 410 }])
})

test('without a webhook nothing is stored; a trial and a delivery that is sent again arrive, the latter with the same id', async () => {
  const here = await server.newTenant()
  await here.book((await here.newService()).id)
  const { rows } = await server.owner.query('select from webhook_deliveries where tenant_id = $1', [here.id])
  expect(rows).toEqual([])

  const b = await aBusiness()
  const path = `/webhooks/${b.webhook.id}`
  const trial = (await b.admin.post(`${path}/trial`, undefined)).json()
  await expect.poll(() => listTypes(b)).toEqual(['webhook.trial'])
  await expect.poll(b.listDeliveries).toMatchObject([{ state: 'delivered', status: 204 }])

  await b.admin.post(`${path}/deliveries/${trial.id}/replay`, undefined)

  await expect.poll(b.listReceived).toHaveLength(2)
  expect(b.listReceived()[1]!.id).toBe(b.listReceived()[0]!.id)
  expect((await b.admin.post(`${path}/deliveries/999999/replay`, undefined)).statusCode).toBe(404)
})

test('an address that is not public or no web address is refused, contacts leave by https only, and a business has ten', async () => {
  const b = await aBusiness()
  const add = (url: string) => b.admin.post('/webhooks', { url, events: ['booking.created'] })
  for (const url of ['http://10.0.0.1/', 'http://[::ffff:192.168.1.1]/', 'ftp://till.example', 'till', '']) {
    const answer = await add(url)
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, 'url'])
  }
  const changed = await b.admin.put(`/webhooks/${b.webhook.id}`, {
    url: 'http://10.0.0.1/',
    events: ['booking.created'],
  })
  expect(changed.statusCode).toBe(422)
  const plain = { url: 'http://avvisi.example/', events: ['booking.created'], contacts: true }
  expect((await b.admin.post('/webhooks', plain)).json().errors).toEqual([
    { path: 'contacts', message: 'I recapiti partono solo verso un indirizzo che comincia con https://.' },
  ])

  const answers = await Promise.all(Array.from({ length: 11 }, () => add(b.url)))

  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(9)
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2)
})
