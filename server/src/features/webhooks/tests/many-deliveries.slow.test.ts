import { randomBytes } from 'node:crypto'
import { type ReceivedWebhook, webhookReceiver } from '@prenoto/test-support/http/webhook-receiver.ts'
import { spawnWorker } from '@prenoto/test-support/processes/worker-process.ts'
import { type TestServer, testServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'
import { encryptionWith } from '../../../lib/encryption.ts'

/** Of all webhooks together; WEBHOOK_DELIVERIES=10000 sends as many. */
const DELIVERIES = Number(process.env.WEBHOOK_DELIVERIES ?? 90)
const WEBHOOKS = 10
const EVENTS_OF_BOOKING = 3
const BOOKINGS = Math.ceil(DELIVERIES / WEBHOOKS / EVENTS_OF_BOOKING)
const FAILING = '/0'

/** The sequences of each booking at each webhook in the order of their first arrival. */
const groupArrivals = (received: ReceivedWebhook[]) => {
  const first = [
    ...new Map(received.toReversed().map((one) => [`${one.path} ${one.headers['webhook-id']}`, one])).values(),
  ]
  return Map.groupBy(
    first.toReversed().map(({ path, body }) => ({ path, ...JSON.parse(body).data })),
    ({ path, booking_id }) => `${path} ${booking_id}`,
  )
}

test('no delivery is lost and each booking keeps its order, when one receiver in ten fails and a worker is killed', {}, async () => {
  const key = randomBytes(32)
  const encryption = encryptionWith([key])
  const server = await testServer({ encryption })
  const receiver = await webhookReceiver()
  const countDelivered = () => receiver.received.filter(({ status }) => status === 204).length
  const delivered = BOOKINGS * EVENTS_OF_BOOKING * (WEBHOOKS - 1)
  /** The answers to the killed worker, after a third of the deliveries. */
  const kill = Promise.withResolvers<number>()
  receiver.answer = (path) => {
    if (path === FAILING) return 500
    return countDelivered() >= delivered / 3 ? kill.promise : 204
  }
  const worker = spawnWorker({
    DATABASE_URL: server.url,
    SECRET_KEYS: key.toString('hex'),
    OUTGOING_ALLOW: '127.0.0.0/8',
  })
  let successor: TestServer | undefined
  const here = await server.newTenant()
  try {
    const admin = await here.as('admin')
    for (let i = 0; i < WEBHOOKS; i++)
      await admin.post('/webhooks', { url: `${receiver.url}/${i}`, events: ['booking.created'] })
    await worker.ready()
    await server.owner.query(
      `insert into webhook_deliveries (tenant_id, webhook_id, event, booking_id, happened_at, data, next_attempt_at)
       select w.tenant_id, w.id, 'booking.rescheduled', b, now(), jsonb_build_object('booking_id', b, 'sequence', n), now()
       from generate_series(1, ${EVENTS_OF_BOOKING}) n, generate_series(1, $2::integer) b, webhooks w
       where w.tenant_id = $1 order by n, b, w.id`,
      [here.id, BOOKINGS],
    )
    const begun = performance.now()
    const send = () => server.jobs.add(here.ctx(), 'send-webhook', {})
    await send()

    await expect.poll(countDelivered, { interval: 20 }).toBeGreaterThanOrEqual(delivered / 3)
    await worker.end('SIGKILL')
    const atKill = countDelivered()
    kill.resolve(204)
    receiver.answer = (path) => (path === FAILING ? 500 : 204)
    // As after the time of a lease.
    await server.owner.query('update webhook_deliveries set leased_until = null where tenant_id = $1', [here.id])
    successor = await testServer({ work: true, url: server.url, encryption })
    await send()
    const countWaiting = async () =>
      (
        await server.owner.query(
          `select webhook_id, count(*)::int as count from webhook_deliveries
           where tenant_id = $1 and state = 'waiting' group by 1 order by 1`,
          [here.id],
        )
      ).rows
    await expect
      .poll(async () => (await countWaiting()).map(({ count }) => count), { timeout: 60_000 })
      .toEqual([BOOKINGS * EVENTS_OF_BOOKING])
    const seconds = (performance.now() - begun) / 1000

    receiver.answer = () => 204
    await server.owner.query(
      `update webhook_deliveries set next_attempt_at = now() where tenant_id = $1 and state = 'waiting'`,
      [here.id],
    )
    await send()
    await expect.poll(countWaiting, { timeout: 60_000 }).toEqual([])

    const arrivals = groupArrivals(receiver.received.filter(({ status }) => status === 204))
    expect(arrivals.size).toBe(BOOKINGS * WEBHOOKS)
    for (const [name, events] of arrivals)
      expect([name, events.map(({ sequence }) => sequence)]).toEqual([name, [1, 2, 3]])
    if (process.env.WEBHOOK_DELIVERIES)
      process.stdout.write(
        `${DELIVERIES} deliveries: ${delivered} in ${seconds.toFixed(1)} s, ${atKill} of them before the kill, ` +
          `${countDelivered() - arrivals.size * EVENTS_OF_BOOKING} twice, ` +
          `${receiver.received.length - countDelivered()} attempts refused\n`,
      )
  } finally {
    await worker.end('SIGKILL')
    await successor?.close()
    await receiver.close()
    await server.close()
  }
})
