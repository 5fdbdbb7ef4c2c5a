import { openStream, type ReceivedEvent } from '@prenoto/test-support/http/event-stream.ts'
import { endUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import {
  aBooking,
  NOW,
  type TestServer,
  type TestTenant,
  testServer,
} from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

// Two processes on one database; only the first runs jobs.
let server: TestServer
let sibling: TestServer
let here: TestTenant
beforeAll(async () => {
  server = await testServer({ work: true })
  sibling = await testServer({ url: server.url })
  for (const { listen } of [server, sibling]) await listen()
})
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
})
afterAll(async () => {
  await sibling.close()
  await server.close()
})

type Staff = Awaited<ReturnType<TestTenant['as']>>

const listNotifications = async (staff: Staff) => (await staff.get('/notifications')).json()
const openStaffStream = (staff: Staff, at: TestServer, headers: object = {}) =>
  openStream(at.app, here.domain, '/notifications/stream', {
    authorization: `Bearer ${staff.token}`,
    'accept-encoding': 'br, gzip',
    ...headers,
  })
const arrival = (events: ReceivedEvent[], event: string, count = 1) =>
  expect.poll(() => events.filter((e) => e.event === event).length).toBeGreaterThanOrEqual(count)
const waitForNotified = (staff: Staff, count: number) =>
  expect.poll(async () => (await listNotifications(staff)).notifications).toHaveLength(count)

const request = {
  name: 'Ugo Riva',
  email: 'ugo@example.it',
  phone: '3331234567',
  message: 'Siete aperti?',
  privacy: true,
}

/** Process ids of the listening connections. */
async function listeners(): Promise<number[]> {
  const { rows } = await server.owner.query(
    `select pid from pg_stat_activity
     where application_name = 'prenoto listener' and datname = current_database() and query ilike 'listen%' and state = 'idle'`,
  )
  return rows.map(({ pid }) => pid)
}

describe('staff are notified', () => {
  test('each active user is notified once of a booking, cancellation or contact request by a visitor', {
    tags: ['4.40', '13.181'],
  }, async () => {
    const [one, other] = [await here.as('operator'), await here.as('admin')]
    await here.newUser({ is_disabled: true })
    await here.newUser({ deleted_at: NOW.toString() })
    const service = await here.newService()

    const { id, hidden_id } = (await here.book(service.id)).json()
    await waitForNotified(one, 1)
    await here.delete(`/client/bookings/delete/${hidden_id}`)
    await waitForNotified(one, 2)
    await here.post('/client/contact', request)
    await waitForNotified(one, 3)

    const list = await listNotifications(other)
    expect(list).toMatchObject({ unread_count: 3, has_more: false })
    expect(list.notifications).toMatchObject([
      {
        title: 'Nuova richiesta di contatto',
        message: 'Ugo Riva chiede di essere ricontattato: ugo@example.it, 3331234567.\nSiete aperti?',
        read: false,
      },
      {
        title: 'Prenotazione disdetta',
        message: 'Lunedì 23 novembre alle 09:00: Giulia Verdi ha disdetto Taglio.',
        booking_id: null,
      },
      {
        title: 'Nuova prenotazione',
        message: 'Lunedì 23 novembre alle 09:00: Giulia Verdi ha prenotato Taglio.',
        booking_id: id,
      },
    ])
    for (const { created_at } of list.notifications) expect(created_at).toMatch(/^\d\d-\d\d-20\d\d \d\d:\d\d$/)
    const users = await here.db.selectFrom('notifications').select('user_id').distinct().execute()
    expect(users).toHaveLength(3)
  })

  test('staff are notified of bookings that a colleague, named, creates, reschedules, edits or cancels', {
    tags: ['4.40'],
  }, async () => {
    const [marco, other] = [await here.as('operator', { name: 'Marco', surname: 'Riva' }), await here.as('admin')]
    const ada = await here.as('editor', { name: 'Ada', surname: 'Bianchi' })
    const service = await here.newService()
    const booking = {
      name: 'Anna',
      surname: 'Neri',
      email: 'anna.neri@example.it',
      telephone: '3331234567',
      service_id: service.id,
      visit_day: '2026-11-23',
      visit_hour: '09:00',
    }

    const { id } = (await marco.post('/bookings/create', booking)).json()
    await waitForNotified(other, 1)
    server.clock.now = NOW.add({ minutes: 1 })
    await marco.put(`/bookings/update/${id}`, { ...booking, visit_hour: '15:00' })
    await waitForNotified(other, 2)
    server.clock.now = NOW.add({ minutes: 2 })
    const corrected = { ...booking, visit_hour: '15:00', surname: 'Nerini' }
    await ada.put(`/bookings/update/${id}`, corrected)
    await waitForNotified(other, 3)
    await ada.put(`/bookings/update/${id}`, corrected)
    await marco.delete(`/bookings/delete/${id}`)
    await endUndoTime(server)
    await waitForNotified(other, 4)

    const { notifications, unread_count } = await listNotifications(other)
    expect(unread_count).toBe(4)
    expect(notifications.map(({ title, message }: Record<string, string>) => `${title}: ${message}`)).toEqual([
      'Prenotazione disdetta: Lunedì 23 novembre alle 15:00: Marco Riva ha disdetto la prenotazione di Anna Nerini (Taglio).',
      'Prenotazione modificata: Lunedì 23 novembre alle 15:00: Ada Bianchi ha modificato i dati della prenotazione di Anna Nerini (Taglio).',
      'Prenotazione spostata: Ora lunedì 23 novembre alle 15:00: Marco Riva ha spostato la prenotazione di Anna Nerini (Taglio).',
      'Nuova prenotazione: Lunedì 23 novembre alle 09:00: Marco Riva ha prenotato Taglio per Anna Nerini.',
    ])
    expect(await listNotifications(marco)).toMatchObject({ unread_count: 4 })
  })

  test('with the present data of the records, and without stored personal data', {
    tags: ['7.35'],
  }, async () => {
    const [ada, other] = [await here.as('admin', { name: 'Ada', surname: 'Bianchi' }), await here.as('operator')]
    const service = await here.newService()
    const { privacy: _, ...typed } = aBooking
    await here.book(service.id, { visit_hour: '10:00', notes: '' })
    await ada.post('/bookings/create', { ...typed, service_id: service.id })
    await here.post('/client/contact', request)
    await waitForNotified(other, 3)

    const stored = JSON.stringify(await here.db.selectFrom('notifications').selectAll().execute())
    for (const word of ['Giulia', 'Verdi', 'Ada', 'Bianchi', 'Ugo', aBooking.telephone, '@'])
      expect(stored).not.toContain(word)

    const erased = { name: 'Cliente', surname: 'cancellato', email: '', telephone: '' }
    await here.db.updateTable('bookings').set(erased).where('tenant_id', '=', here.id).execute()
    await here.db.deleteFrom('contact_requests').where('tenant_id', '=', here.id).execute()
    const { notifications } = await listNotifications(other)
    expect(notifications.map(({ message }: { message: string }) => message).sort()).toEqual([
      'La richiesta è stata cancellata.',
      'Lunedì 23 novembre alle 09:00: Ada Bianchi ha prenotato Taglio per Cliente cancellato.',
      'Lunedì 23 novembre alle 10:00: Cliente cancellato ha prenotato Taglio.',
    ])
  })

  test('staff are notified of every reschedule once', { tags: ['4.40', '13.84'] }, async () => {
    const staff = await here.as('operator')
    const service = await here.newService()
    const { id, hidden_id } = (await here.book(service.id)).json()
    await waitForNotified(staff, 1)
    const reschedule = (visit_hour: string) =>
      staff.put(`/bookings/update/${id}`, { ...aBooking, service_id: service.id, visit_hour })

    for (const [i, hour] of ['10:00', '11:00', '10:00'].entries()) {
      await reschedule(hour)
      await waitForNotified(staff, i + 2)
    }

    const ctx = here.ctx()
    await ctx.jobs.add(ctx, 'notify', { event: 'booking-changed', booking_id: id, concerns_customer: true })
    ctx.jobs.wake()
    await here.put(`/client/bookings/update/${hidden_id}`, { visit_day: '2026-11-24', visit_hour: '15:00' })
    await waitForNotified(staff, 5)
    await here.post('/client/contact', request)
    await waitForNotified(staff, 6)
    expect((await listNotifications(staff)).notifications).toMatchObject([
      { title: 'Nuova richiesta di contatto' },
      {
        title: 'Prenotazione spostata',
        message: 'Ora martedì 24 novembre alle 15:00: Giulia Verdi ha spostato Taglio.',
        booking_id: id,
      },
      {},
      {},
      {},
      {},
    ])
  })
})

describe('the job of a booking', () => {
  const findJobs = async (states: string[]) => {
    const { rows } = await server.owner.query(
      `select id from pgboss.job where name = 'notify' and data ->> 'tenant_id' = $1::text and state::text = any ($2)`,
      [here.id, states],
    )
    return rows.length
  }

  test('does not exist for a booking that is rejected or fails to commit', async () => {
    const service = await here.newService()
    await server.owner.query(`
      create function fail_late() returns trigger language plpgsql as $$ begin raise 'too late'; end $$;
      create constraint trigger fail_late after insert on bookings deferrable initially deferred
        for each row when (new.name = 'Sfortunata') execute function fail_late()`)

    const statuses = []
    for (const booking of [{ visit_hour: '09:10' }, { name: 'Sfortunata' }])
      statuses.push((await here.book(service.id, booking)).statusCode)

    expect(statuses).toEqual([409, 500])
    expect(await findJobs(['created', 'retry', 'active', 'completed'])).toBe(0)
    expect(await here.db.selectFrom('bookings').selectAll().execute()).toEqual([])
  })

  test('is retried until it has notified, and notifies only of the cancellation of a booking that was cancelled meanwhile', async () => {
    const service = await here.newService()
    await server.owner.query(`alter table notifications add constraint refuse check (tenant_id <> ${here.id})`)
    await here.book(service.id)
    const { hidden_id } = (await here.book(service.id, { visit_hour: '10:00' })).json()
    await expect.poll(() => findJobs(['retry'])).toBe(2)

    await here.delete(`/client/bookings/delete/${hidden_id}`)
    await server.owner.query('alter table notifications drop constraint refuse')
    await server.owner.query(`update pgboss.job set start_after = now() where data ->> 'tenant_id' = $1::text`, [
      here.id,
    ])
    await waitForJobs(server, here)

    const rows = await here.db.selectFrom('notifications').select('title').orderBy('title').execute()
    expect(rows.map(({ title }) => title)).toEqual(['Nuova prenotazione', 'Prenotazione disdetta'])
  })
})

describe('notifications', () => {
  const insert = (user: { id: number }, deduplication_key: string, row: object = {}) =>
    here.db
      .insertInto('notifications')
      .values({ tenant_id: here.id, user_id: user.id, title: 'T', message: 'M', deduplication_key, ...row })
      .returning('id')
      .executeTakeFirstOrThrow()

  test('have the local time of the business', { tags: ['3.16', '9.6'] }, async () => {
    const staff = await here.as('operator')
    await insert(staff, 'summer', { created_at: '2026-07-01T22:30:00Z' })
    await insert(staff, 'winter', { created_at: '2026-12-01T22:30:00Z' })
    const { notifications } = await listNotifications(staff)
    expect(notifications.map((n: { created_at: string }) => n.created_at)).toEqual([
      '01-12-2026 23:30',
      '02-07-2026 00:30',
    ])
  })

  test('are marked as read one by one and all at once, by their own user only', {
    tags: ['4.11', '4.12', '7.27'],
  }, async () => {
    const [staff, other] = [await here.as('operator'), await here.as('admin')]
    const ids = []
    for (const key of ['a', 'b', 'c']) ids.push((await insert(staff, key)).id)
    await insert(other, 'a')

    const read = await staff.patch(`/notifications/${ids[0]}/read`)
    expect(read.json()).toMatchObject({ id: ids[0], read: true })
    expect(await listNotifications(staff)).toMatchObject({ unread_count: 2 })
    expect((await staff.patch(`/notifications/${ids[0]}/read`)).statusCode).toBe(200)
    expect(await listNotifications(staff)).toMatchObject({ unread_count: 2 })

    expect((await other.patch(`/notifications/${ids[1]}/read`)).statusCode).toBe(404)
    expect((await staff.patch('/notifications/read-all')).statusCode).toBe(204)
    expect(await listNotifications(staff)).toMatchObject({ unread_count: 0 })
    expect(await listNotifications(other)).toMatchObject({ unread_count: 1 })
  })

  test('are listed in pages of twenty', { tags: ['7.26', '9.11'] }, async () => {
    const staff = await here.as('operator')
    for (let i = 0; i < 21; i++) await insert(staff, `${i}`)
    expect(await listNotifications(staff)).toMatchObject({
      has_more: true,
      unread_count: 21,
      notifications: { length: 20 },
    })
  })
})

describe('the stream', () => {
  test('sends events to the open dashboards of every process', { tags: ['4.41', '7.33'] }, async () => {
    const staff = await here.as('operator')
    const service = await here.newService()
    const streams = [await openStaffStream(staff, server), await openStaffStream(staff, sibling)]
    expect(streams[0]!.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    expect(streams[0]!.headers['content-encoding']).toBeUndefined()

    const woken = vi.spyOn(server.jobs.boss, 'notifyWorker')
    const { id } = (await here.book(service.id)).json()
    for (const { events } of streams) await arrival(events, 'bookings')

    const { notifications } = await listNotifications(staff)
    for (const { events, close } of streams) {
      close()
      expect(events).toEqual([
        { event: 'notification', data: { id: notifications[0].id }, id: String(notifications[0].id) },
        { event: 'bookings', data: { booking_id: id } },
      ])
    }
    // The worker is woken instead of waiting for its next poll.
    expect(woken).toHaveBeenCalledWith(server.jobs.workers.get('notify'))
  })

  test('sends nothing to another tenant, and a notification only to its user', async () => {
    const elsewhere = await server.newTenant()
    const foreign = await elsewhere.as('admin')
    const staff = await here.as('operator')
    const theirs = await openStream(server.app, elsewhere.domain, '/notifications/stream', {
      authorization: `Bearer ${foreign.token}`,
    })
    const [mine, other] = [
      await openStaffStream(staff, server),
      await openStaffStream(await here.as('operator'), server),
    ]
    await here.book((await here.newService()).id)
    await arrival(mine.events, 'bookings')
    await arrival(other.events, 'bookings')
    for (const { close } of [theirs, mine, other]) close()

    expect(theirs.events).toEqual([])
    const toIds = ({ events }: typeof mine) => events.filter(({ id }) => id).map(({ id }) => id)
    expect(toIds(mine)).toHaveLength(1)
    expect(toIds(other)).toHaveLength(1)
    expect(toIds(mine)).not.toEqual(toIds(other))
  })

  test('resumes after the last received notification', { tags: ['7.33'] }, async () => {
    const staff = await here.as('operator')
    const service = await here.newService()
    await here.book(service.id)
    await waitForNotified(staff, 1)
    await here.book(service.id, { visit_hour: '10:00' })
    await waitForNotified(staff, 2)
    const [second, first] = (await listNotifications(staff)).notifications

    const stream = await openStaffStream(staff, sibling, { 'last-event-id': String(first.id) })
    await arrival(stream.events, 'bookings')
    stream.close()

    // The second notification may arrive twice: as a missed one and as an event.
    const received = stream.events.filter(({ event }) => event === 'notification')
    expect(new Set(received.map(({ id }) => id))).toEqual(new Set([String(second.id)]))
    expect(stream.events).toContainEqual({ event: 'bookings', data: {} })
  })

  test('sends missed events after the database connection was lost', async () => {
    const staff = await here.as('operator')
    const service = await here.newService()
    const stream = await openStaffStream(staff, sibling)
    const previous = await listeners()
    await server.owner.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [previous])
    await here.book(service.id)

    await arrival(stream.events, 'notification')
    await arrival(stream.events, 'bookings')
    // The processes listen again.
    await expect.poll(listeners).toHaveLength(previous.length)
    expect((await listeners()).filter((pid) => previous.includes(pid))).toEqual([])
    await here.book(service.id, { visit_hour: '10:00' })
    await expect.poll(() => new Set(stream.events.map(({ id }) => id)).size).toBeGreaterThanOrEqual(3)
    stream.close()
  })

  test('answers with an error before the stream starts', async () => {
    const staff = await here.as('operator')
    const none = await openStream(server.app, here.domain, '/notifications/stream', {})
    const wrong = await openStaffStream(staff, server, { 'last-event-id': 'x' })
    expect([none.status, wrong.status]).toEqual([401, 422])
  })
})

test('a stopping process ends its streams', async () => {
  const third = await testServer({ url: server.url })
  await third.listen()
  const stream = await openStaffStream(await here.as('operator'), third)

  await third.close()

  await expect.poll(() => stream.ended).toBe(true)
})
