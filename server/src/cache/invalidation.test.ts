import { once } from 'node:events'
import { connect } from 'node:net'
import { countLockWaits } from '@prenoto/test-support/database/count-lock-waits.ts'
import { countCheckouts } from '@prenoto/test-support/database/count-queries.ts'
import { roleUrlsAt } from '@prenoto/test-support/database/test-database.ts'
import { type TestServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Listener, openListener } from '../database/listener.ts'
import { openLog } from '../lib/log.ts'
import { INVALIDATION_CHANNEL } from './caches.ts'

const FOR_EVER = 24 * 3600 * 1000

let server: TestServer
let second: TestServer
let listener: Listener
let heard: string[] = []
beforeAll(async () => {
  server = await testServer({ trustedFor: FOR_EVER })
  second = await testServer({ url: server.url, trustedFor: FOR_EVER })
  const subscriber = { message: (payload: string) => heard.push(payload), reconnected() {} }
  listener = await openListener(roleUrlsAt(server.url), { [INVALIDATION_CHANNEL]: subscriber }, openLog('silent'))
})
afterAll(async () => {
  await listener.close()
  await second.close()
  await server.close()
})
const MARK = 'until here'

/** The notifications that every process has received since the last call, in the order in which they were sent. */
async function receivedNotifications() {
  await server.owner.query('select pg_notify($1, $2)', [INVALIDATION_CHANNEL, MARK])
  await expect.poll(() => heard).toContain(MARK)
  const received = heard.filter((payload) => payload !== MARK)
  heard = []
  return received
}

const closure = { day_from: '2026-11-23', hour_from: '00:00', day_to: '2026-11-23', hour_to: '14:00', reason: 'Ferie' }

/** A business with a service, and its free slots of Monday at the second server. */
async function business() {
  const here = await server.newTenant()
  const service = await here.newService()
  const there = second.visit(here.domain)
  const slots = async (of: { get: TestTenant['get'] } = there): Promise<string[]> => {
    const { available_slots } = (await of.get(`/client/services/${service.id}`)).json()
    return available_slots.find(({ date }: { date: string }) => date === '2026-11-23').slots
  }
  for (const one of [server, second]) await one.waitForInvalidations()
  await receivedNotifications()
  return { here, service, slots, dayOff: { ...closure, calendar_id: service.calendar_id } }
}

test('a change sends one notification', async () => {
  const { here, dayOff } = await business()
  const editor = await here.as('editor')

  expect((await editor.post('/days_off', dayOff)).statusCode).toBe(201)

  expect(await receivedNotifications()).toEqual([String(here.id)])
})

test('a rejected request notifies no process', async () => {
  const { here, service, dayOff } = await business()
  const [operator, editor, admin] = [await here.as('operator'), await here.as('editor'), await here.as('admin')]

  const statuses = [
    await here.post('/days_off', dayOff),
    await here.withToken('A'.repeat(43)).post('/days_off', dayOff),
    await operator.post('/days_off', dayOff),
    await editor.put('/days_off/999999', dayOff),
    await editor.delete('/services/999999'),
    await editor.post('/days_off', { ...dayOff, reason: '' }),
    await editor.post('/days_off', 'no JSON', { 'content-type': 'application/json' }),
    await editor.post('/days_off', '<a/>', { 'content-type': 'text/xml' }),
    await editor.delete(`/calendars/${service.calendar_id}`),
    await admin.delete(`/users/${admin.id}`),
  ].map(({ statusCode }) => statusCode)

  expect(statuses).toEqual([401, 401, 404, 404, 404, 422, 400, 415, 409, 409])
  expect(await receivedNotifications()).toEqual([])
})

test('a rejected booking causes no further database query', async () => {
  const { here, service } = await business()
  const read = () => here.get(`/client/services/${service.id}`)
  await read()

  const refused = [
    await here.book(service.id, { privacy: false }),
    await here.book(999_999),
    await here.delete('/client/bookings/delete/AAAAAAAAAAAAAAAAAAAAAA'),
    await here.post('/client/contact', {}),
    await here.post('/login', { email: 'nobody@salone.it', password: 'x' }),
    await here.post('/services', {}),
  ].map(({ statusCode }) => statusCode)

  expect(refused).toEqual([422, 404, 404, 422, 401, 401])
  expect(await countCheckouts(server, read)).toBe(0)
})

test('a visitor who has lost a slot sees at once that it is taken', async () => {
  const { here, service, slots } = await business()
  expect((await slots(here))[0]).toBe('09:00:00')
  await second.visit(here.domain).book(service.id)

  expect((await here.book(service.id)).statusCode).toBe(409)

  expect((await slots(here))[0]).toBe('10:00:00')
})

test('a change sends a notification also when its response could not be written', async () => {
  const { here, slots, dayOff } = await business()
  const editor = await here.as('editor')
  expect((await slots())[0]).toBe('09:00:00')
  await server.owner.query(`
    alter table calendar_exceptions alter column reason drop not null;
    create function spoil() returns trigger language plpgsql as 'begin new.reason = null; return new; end';
    create trigger spoil before insert on calendar_exceptions for each row execute function spoil()`)

  const { statusCode } = await editor.post('/days_off', dayOff)
  await server.owner.query('drop function spoil cascade')

  expect(statusCode).toBe(500)
  expect(await receivedNotifications()).toEqual([String(here.id)])
  await second.waitForInvalidations()
  expect((await slots())[0]).toBe('15:00:00')
})

test('a change sends a notification even if its client has disconnected', async () => {
  const { here, service, slots, dayOff } = await business()
  const editor = await here.as('editor')
  expect((await slots())[0]).toBe('09:00:00')
  const port = await server.listen()
  const blocker = await server.owner.connect()
  await blocker.query('begin')
  await blocker.query('select from calendars where id = $1 for update', [service.calendar_id])

  const body = JSON.stringify(dayOff)
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /api/days_off HTTP/1.1\r\nHost: ${here.domain}\r\nAuthorization: Bearer ${editor.token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  await expect.poll(() => countLockWaits(server.owner)).toBe(1)
  socket.destroy()
  await once(socket, 'close')
  await blocker.query('commit')
  blocker.release()

  await expect.poll(() => heard).toEqual([String(here.id)])
  await second.waitForInvalidations()
  expect((await slots())[0]).toBe('15:00:00')
})
