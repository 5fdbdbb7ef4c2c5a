import { randomBytes } from 'node:crypto'
import { startPushService } from '@prenoto/test-support/http/push-service.ts'
import { aBooking, NOW, sharedServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { encryptionWith } from '../../../lib/encryption.ts'
import { pushKeysReader, reencryptPushKey } from './push-keys.ts'

const pushService = await startPushService()
const server = await sharedServer({ work: true, pushServices: [pushService.origin] })
const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0'

let here: TestTenant
let service: { id: number }
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
  service = await here.newService({ name: 'Taglio' })
})

type Staff = Awaited<ReturnType<TestTenant['as']>>

/** A new device on which the user has switched push notifications on. */
async function newSubscribedDevice(staff: Pick<Staff, 'post'>) {
  const device = pushService.newDevice()
  const { statusCode } = await staff.post('/notifications/push/devices', device.subscription, { 'user-agent': FIREFOX })
  expect(statusCode).toBe(204)
  return device
}

const listDevices = async (staff: Pick<Staff, 'get'>) => (await staff.get('/notifications/push')).json().devices

async function findJobs(queue: string, states: string[]) {
  const { rows } = await server.owner.query(
    `select id from pgboss.job where name = $1 and data ->> 'tenant_id' = $2::text and state::text = any ($3)`,
    [queue, here.id, states],
  )
  return rows.length
}

/** Waits until the jobs of the tenant are done, those that are retried included. */
async function everythingDone() {
  for (const queue of ['notify', 'send-push'])
    await expect
      .poll(async () => {
        await server.owner.query(
          `update pgboss.job set start_after = now() where state = 'retry' and data ->> 'tenant_id' = $1::text`,
          [here.id],
        )
        server.jobs.boss.notifyWorker(server.jobs.workers.get('send-push')!)
        return findJobs(queue, ['created', 'retry', 'active'])
      })
      .toBe(0)
}

const book = async (booking = {}) => (await here.book(service.id, booking)).json() as { id: number; hidden_id: string }

test('a booking sends one notification to each device of each user, without the name of the customer', async () => {
  const [ada, bruno] = [await here.as('operator'), await here.as('admin')]
  const devices = [await newSubscribedDevice(ada), await newSubscribedDevice(ada), await newSubscribedDevice(bruno)]
  const elsewhere = await (await server.newTenant()).as('admin')
  const foreign = await newSubscribedDevice(elsewhere)

  const { id } = await book()
  await everythingDone()

  for (const { received } of devices)
    expect(received).toEqual([
      {
        message: {
          title: 'Nuova prenotazione',
          body: 'Lunedì 23 novembre alle 09:00 · Taglio',
          path: `/appointments/${id}`,
          tag: `booking-${id}`,
          unread: 1,
        },
        ttl: 24 * 3600,
        topic: `booking-${id}`,
        urgency: 'high',
        subject: 'mailto:aiuto@prenoto.example',
        vapidKey: (await ada.get('/notifications/push')).json().public_key,
      },
    ])
  expect(JSON.stringify(devices)).not.toMatch(/Giulia|Verdi|3331234567/)
  expect(foreign.received).toEqual([])
})

test('a message waits as long as the push service asks for', async () => {
  const device = await newSubscribedDevice(await here.as('admin'))
  device.answers.push({ status: 503, retryAfter: '1800' })
  const waiting = async () => {
    const { rows } = await server.owner.query(
      `select extract(epoch from start_after - created_on)::integer as seconds from pgboss.job
       where name = 'send-push' and state = 'created' and data ->> 'tenant_id' = $1::text and start_after > now()`,
      [here.id],
    )
    return rows
  }

  await book()

  await expect.poll(waiting).toEqual([{ seconds: 1800 }])
  expect(device.received).toHaveLength(1)
  await server.owner.query(
    `update pgboss.job set start_after = now() where name = 'send-push' and data ->> 'tenant_id' = $1::text`,
    [here.id],
  )
  server.jobs.boss.notifyWorker(server.jobs.workers.get('send-push')!)
  await expect.poll(() => device.received).toHaveLength(2)
})

test('notifications of reschedules and cancellations live no longer than until the visit', async () => {
  const staff = await here.as('admin')
  const { hidden_id } = await book({ visit_day: '2026-11-23' })
  await everythingDone()
  const device = await newSubscribedDevice(staff)
  server.clock.now = NOW.add({ hours: 44 })

  await here.delete(`/client/bookings/delete/${hidden_id}`)
  await everythingDone()

  expect(device.received).toMatchObject([
    {
      message: { title: 'Prenotazione disdetta', path: '/dashboard?giorno=2026-11-23', unread: 2 },
      ttl: 3 * 3600 + 15 * 60,
    },
  ])
})

test('a user is told of the chosen causes only, and of nothing that they did', async () => {
  const [ada, bruno] = [await here.as('admin'), await here.as('admin')]
  const [hers, his] = [await newSubscribedDevice(ada), await newSubscribedDevice(bruno)]
  const causes = { created: false, moved: true, cancelled: true }
  expect((await bruno.put('/notifications/push/causes', causes)).statusCode).toBe(204)
  expect((await bruno.get('/notifications/push')).json().causes).toEqual(causes)
  expect((await ada.get('/notifications/push')).json().causes).toMatchObject({ created: true })

  const { hidden_id } = await book()
  await ada.post('/bookings/create', { ...aBooking, visit_hour: '11:00', service_id: service.id })
  await everythingDone()
  await here.delete(`/client/bookings/delete/${hidden_id}`)
  await everythingDone()

  const listTitles = ({ received }: typeof his) => received.map(({ message }) => (message as { title: string }).title)
  expect(listTitles(his)).toEqual(['Prenotazione disdetta'])
  expect(listTitles(hers).sort()).toEqual(['Nuova prenotazione', 'Prenotazione disdetta'])
})

test('a user sees and removes their own devices only, and a browser is that of the user who switched it on last', async () => {
  const [ada, bruno] = [await here.as('admin'), await here.as('admin')]
  await newSubscribedDevice(ada)
  const other = here.withToken(await here.newSession(ada.id))
  const current = await newSubscribedDevice(other)
  await book()
  await everythingDone()

  const listed = await listDevices(other)
  expect(listed).toMatchObject([
    { device: 'Firefox su Android', last_sent_at: '21-11-2026 09:45', is_current: true },
    { created_at: '21-11-2026 09:45', is_current: false },
  ])
  expect(JSON.stringify(listed)).not.toContain(pushService.origin)
  expect((await bruno.delete(`/notifications/push/devices/${listed[0].id}`)).statusCode).toBe(404)
  expect((await ada.delete(`/notifications/push/devices/${listed[0].id}`)).statusCode).toBe(204)
  expect(await listDevices(ada)).toHaveLength(1)

  const renewed = await other.put('/notifications/push/devices', { endpoint: current.subscription.endpoint })
  expect(renewed.json()).toMatchObject({ is_on: false })

  const shared = await newSubscribedDevice(ada)
  await bruno.post('/notifications/push/devices', shared.subscription)
  expect([await listDevices(ada), await listDevices(bruno)].map(({ length }) => length)).toEqual([1, 1])
})

test('a user has ten devices at most, and the oldest makes room', async () => {
  const staff = await here.as('admin')
  const oldest = await newSubscribedDevice(staff)
  for (let i = 0; i < 10; i++) {
    server.clock.now = server.clock.now.add({ seconds: 1 })
    await newSubscribedDevice(staff)
  }
  expect(await listDevices(staff)).toHaveLength(10)

  await book()
  await everythingDone()
  expect(oldest.received).toEqual([])
})

describe('push notifications end', () => {
  test('with the log-out, the end of the session on another device and the deletion of the user', async () => {
    const [ended, elsewhere, deleted] = [
      await here.as('operator'),
      await here.as('operator'),
      await here.as('operator'),
    ]
    const devices = [
      await newSubscribedDevice(ended),
      await newSubscribedDevice(elsewhere),
      await newSubscribedDevice(deleted),
    ]
    const answers = [
      await ended.post('/logout', {}),
      await here.withToken(await here.newSession(elsewhere.id)).delete('/sessions'),
      await (await here.as('admin')).delete(`/users/${deleted.id}`),
    ]
    for (const { statusCode } of answers) expect(statusCode).toBeLessThan(300)

    await book()
    await everythingDone()

    expect(devices.map(({ received }) => received)).toEqual([[], [], []])
    const { rows } = await server.owner.query('select from push_subscriptions where tenant_id = $1', [here.id])
    expect(rows).toEqual([])
  })

  test('after 30 days without a use of the device, but not with an expired session', async () => {
    const staff = await here.as('operator')
    const device = await newSubscribedDevice(staff)
    server.clock.now = NOW.add({ hours: 13 })
    expect((await staff.get('/notifications')).statusCode).toBe(401)
    await book({ visit_hour: '10:00' })
    await everythingDone()
    expect(device.received).toHaveLength(1)

    server.clock.now = NOW.add({ hours: 31 * 24 })
    await book({ visit_day: '2026-12-28' })
    await everythingDone()
    expect(device.received).toHaveLength(1)
  })

  test('when the push service answers 410', async () => {
    const staff = await here.as('operator')
    const device = await newSubscribedDevice(staff)
    device.answers.push(410)

    await book()
    await everythingDone()

    expect(device.received).toHaveLength(1)
    expect(await listDevices(staff)).toEqual([])
  })
})

test('a session that has expired keeps its device until the next log-in renews it', async () => {
  const staff = await here.as('operator')
  const device = await newSubscribedDevice(staff)
  server.clock.now = NOW.add({ hours: 13 })
  const next = here.withToken(await here.newSession(staff.id))
  const { endpoint } = device.subscription

  expect((await listDevices(next))[0].is_current).toBe(false)
  expect((await next.put('/notifications/push/devices', { endpoint })).json()).toMatchObject({ is_on: true })
  expect((await listDevices(next))[0].is_current).toBe(true)
})

test('a failed delivery is repeated for its device alone, unless the notification was read meanwhile', async () => {
  const staff = await here.as('operator')
  const [broken, cut, fine] = [
    await newSubscribedDevice(staff),
    await newSubscribedDevice(staff),
    await newSubscribedDevice(staff),
  ]
  broken.answers.push(500)
  cut.answers.push('none')

  await book()
  await everythingDone()

  expect([broken, cut, fine].map(({ received }) => received.length)).toEqual([2, 2, 1])
  expect(await listDevices(staff)).toHaveLength(3)

  broken.answers.push(500)
  await book({ visit_hour: '10:00' })
  await expect.poll(() => findJobs('send-push', ['retry'])).toBe(1)
  await staff.patch('/notifications/read-all')
  await everythingDone()
  expect(broken.received).toHaveLength(3)
})

test('another push service, or a key that is no point of the curve, is refused', async () => {
  const staff = await here.as('admin')
  const { subscription } = pushService.newDevice()
  const p256dh = Buffer.alloc(65, 4).toString('base64url')
  for (const [path, value] of [
    ['endpoint', 'https://push.example.it/abc'],
    ['p256dh', p256dh],
  ] as const) {
    const answer = await staff.post('/notifications/push/devices', { ...subscription, [path]: value })
    expect([answer.statusCode, answer.json().errors]).toMatchObject([422, [{ path }]])
  }
})

test('processes that start at once agree on the keys, which a rotation keeps; the private one is stored encrypted', async () => {
  await server.owner.query('delete from system.push_keys')
  const [before, after] = [randomBytes(32), randomBytes(32)]
  const pool = server.connections.app
  const [keys, same] = await Promise.all(
    [1, 2].map(() => pushKeysReader({ encryption: encryptionWith([before]), pool })()),
  )
  expect(keys).toEqual(same)
  const { rows } = await server.owner.query('select public_key, length(private_key) as length from system.push_keys')
  expect(rows).toEqual([{ public_key: keys!.publicKey, length: 64 }])
  expect(Buffer.from(keys!.publicKey, 'base64url')).toHaveLength(65)

  expect(await reencryptPushKey(server.owner, encryptionWith([after, before]))).toEqual({ renewed: 1, unreadable: 0 })
  expect(await pushKeysReader({ encryption: encryptionWith([after]), pool })()).toEqual(keys)
  expect(await reencryptPushKey(server.owner, encryptionWith([randomBytes(32)]))).toEqual({ renewed: 0, unreadable: 1 })
  await server.owner.query('delete from system.push_keys')
})

test('an installation without a secret key offers no push notifications', async () => {
  const keyless = await testServer({ url: server.url, encryption: encryptionWith([]) })
  onTestFinished(() => keyless.close())
  const staff = await (await keyless.newTenant()).as('admin')
  expect((await staff.get('/notifications/push')).json()).toMatchObject({ public_key: null, devices: [] })
})
