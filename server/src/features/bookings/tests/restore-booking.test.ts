import { setTimeout as sleep } from 'node:timers/promises'
import { findOverbooked } from '@prenoto/test-support/database/find-overbooked.ts'
import { endUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import { runDelayedJobs } from '@prenoto/test-support/server/run-delayed-jobs.ts'
import {
  aBooking,
  NOW,
  type TestServer,
  type TestTenant,
  testServer,
} from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queueMessages } from '../../../outbox/queue-message.ts'

/** Two servers on one database, each with its own caches; neither runs jobs. */
let server: TestServer
let second: TestServer
beforeAll(async () => {
  server = await testServer()
  second = await testServer({ url: server.url })
})
afterEach(() => {
  for (const { clock } of [server, second]) clock.now = NOW
})
afterAll(async () => {
  await second.close()
  await server.close()
})

async function aSalon(capacity = 1) {
  const here = await server.newTenant({ app_simultaneous_bookings_enabled: capacity > 1 })
  const { id: calendar_id } = await here.newCalendar({ simultaneous_bookings_number: capacity })
  const service = await here.newService({ calendar_id })
  const staff = await here.as('operator')
  const elsewhere = second.visit(here.domain, { authorization: `Bearer ${staff.token}` })
  return { here, service, staff, elsewhere }
}

type Site = Pick<TestTenant, 'get'>

async function isOffered({ get }: Site, serviceId: number) {
  const one = (await get(`/client/services/${serviceId}`)).json().available_slots
  return one.some(
    ({ date, slots }: { date: string; slots: string[] }) =>
      date === aBooking.visit_day && slots.includes(aBooking.visit_hour),
  )
}

const listDay = async (staff: { post: TestTenant['post'] }) =>
  (await staff.post('/bookings/events', { from: aBooking.visit_day, to: aBooking.visit_day })).json()

/** Runs `then` with a worker that has finished the jobs of the businesses that are due, and no others. */
async function withWorker(businesses: TestTenant[], then: (worker: TestServer) => Promise<unknown>) {
  const worker = await testServer({ url: server.url, work: true })
  try {
    await then(worker)
    for (const business of businesses) await waitForJobs(worker, business)
  } finally {
    await worker.close()
  }
}

/** The number of jobs that wait for a retry. */
async function retries(here: TestTenant) {
  const { rows } = await server.owner.query(
    `select from pgboss.job where state = 'retry' and data ->> 'tenant_id' = $1::text`,
    [here.id],
  )
  return rows.length
}

const sentMessages = async (here: TestTenant) => ({
  messages: (
    await here.db
      .selectFrom('messages')
      .select(['kind', 'drop_reason', 'sent_at'])
      .orderBy('kind')
      .orderBy('id')
      .execute()
  ).map(({ kind, drop_reason, sent_at }) => `${kind} ${drop_reason ?? (sent_at ? 'sent' : 'waits')}`),
  titles: (await here.db.selectFrom('notifications').select('title').distinct().orderBy('title').execute()).map(
    ({ title }) => title,
  ),
})

test('a restored booking is as before, with its id and link', {
  tags: ['13.27'],
}, async () => {
  const { here, service, staff } = await aSalon()
  const booking = (await here.book(service.id)).json()
  const before = await listDay(staff)

  expect((await staff.delete(`/bookings/delete/${booking.id}`)).statusCode).toBe(204)
  expect(await listDay(staff)).toEqual([])
  const restored = await staff.post(`/bookings/restore/${booking.id}`, undefined)

  expect(restored.statusCode).toBe(200)
  // The version has grown by two, so open forms notice both changes.
  expect(restored.json()).toEqual({ ...before[0], version: 2 })
  expect(await listDay(staff)).toEqual([restored.json()])
  expect((await here.delete(`/client/bookings/delete/${booking.hidden_id}`)).statusCode).toBe(204)
})

test('the slot of a deleted booking is held until the undo ends, then free in every process, also without jobs', {
  tags: ['13.28'],
}, async () => {
  const { here, service, staff, elsewhere } = await aSalon()
  const booking = (await here.book(service.id)).json()
  const other = (await here.book(service.id, { visit_hour: '10:00:00' })).json()
  const sites = [staff, elsewhere]

  await staff.delete(`/bookings/delete/${booking.id}`)

  for (const site of sites) {
    expect(await isOffered(site, service.id)).toBe(false)
    expect((await site.book(service.id)).statusCode).toBe(409)
    const sameSlot = { ...aBooking, service_id: service.id }
    expect((await site.put(`/bookings/update/${other.id}`, sameSlot)).statusCode).toBe(409)
  }

  await endUndoTime(server)
  second.clock.now = server.clock.now

  for (const site of sites) expect(await isOffered(site, service.id)).toBe(true)
  expect((await elsewhere.book(service.id)).statusCode).toBe(201)
  const late = await staff.post(`/bookings/restore/${booking.id}`, undefined)
  expect(late.statusCode).toBe(409)
  expect(late.json().detail).toBe('È passato troppo tempo: la prenotazione è disdetta e non può più tornare.')
})

test('the list of today’s slots also updates when a hold ends', async () => {
  const { here, service, staff } = await aSalon()
  const today = { visit_day: '2026-11-21', visit_hour: '11:00:00' }
  const booking = (await here.book(service.id, today)).json()
  const slots = async () => (await here.get('/client/services')).json().services[0].available_slots[0].slots
  await staff.delete(`/bookings/delete/${booking.id}`)
  expect(await slots()).not.toContain('11:00:00')

  await endUndoTime(server)

  expect(await slots()).toContain('11:00:00')
})

test('a repeated restore changes nothing; a visitor’s own cancellation cannot be restored', {
  tags: ['13.28'],
}, async () => {
  const { here, service, staff, elsewhere } = await aSalon()
  const booking = (await here.book(service.id)).json()
  const path = `/bookings/restore/${booking.id}`
  expect((await staff.post(path, undefined)).statusCode).toBe(200)
  await staff.delete(`/bookings/delete/${booking.id}`)

  const answers = await Promise.all([1, 2, 3, 4].map((i) => (i % 2 ? staff : elsewhere).post(path, undefined)))

  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200])
  const { sequence } = await here.db.selectFrom('bookings').select('sequence').executeTakeFirstOrThrow()
  expect(sequence).toBe(2)
  expect((await staff.post('/bookings/restore/999999', undefined)).statusCode).toBe(404)
  await here.delete(`/client/bookings/delete/${booking.hidden_id}`)
  expect((await staff.post(path, undefined)).statusCode).toBe(409)
})

test('jobs of a booking that can be restored wait until that is decided, and send one e-mail or none', {
  tags: ['13.27'],
}, async () => {
  const [deleted, restored] = [await aSalon(), await aSalon()]
  const [again, back] = await Promise.all(
    [deleted, restored].map(async ({ here, service }) => (await here.book(service.id)).json()),
  )
  await deleted.staff.delete(`/bookings/delete/${again.id}`)
  await deleted.staff.post(`/bookings/restore/${again.id}`, undefined)
  // Makes the first job due.
  await server.owner.query(
    `update pgboss.job set start_after = now() where state = 'created' and data ->> 'tenant_id' = $1::text`,
    [deleted.here.id],
  )
  await deleted.staff.delete(`/bookings/delete/${again.id}`)
  await queueMessages(restored.here.ctx(), [{ kind: 'confirmation', record_id: back.id }])
  await restored.staff.delete(`/bookings/delete/${back.id}`)

  await withWorker([deleted.here, restored.here], async (worker) => {
    for (const { here } of [deleted, restored]) await expect.poll(() => retries(here)).toBe(2)
    expect(await sentMessages(deleted.here)).toEqual({ messages: [], titles: [] })
    expect((await restored.staff.post(`/bookings/restore/${back.id}`, undefined)).statusCode).toBe(200)
    await endUndoTime(worker)
    await runDelayedJobs(worker)
  })

  const { messages, titles } = await sentMessages(deleted.here)
  expect(titles).toEqual(['Prenotazione disdetta'])
  expect(messages.filter((message) => message.startsWith('cancellation'))).toEqual(['cancellation sent'])
  expect(await sentMessages(restored.here)).toEqual({
    messages: ['confirmation sent', 'new-booking no address'],
    titles: ['Nuova prenotazione'],
  })
})

test('records that a restorable booking needs cannot be deleted', async () => {
  const { here, service, staff } = await aSalon()
  const editor = await here.as('editor')
  const booking = (await here.book(service.id)).json()
  await staff.delete(`/bookings/delete/${booking.id}`)

  expect((await editor.delete(`/services/${service.id}`)).statusCode).toBe(409)
  expect((await editor.delete(`/calendars/${service.calendar_id}`)).statusCode).toBe(409)
  const { id } = await here.db.selectFrom('customers').select('id').executeTakeFirstOrThrow()
  expect((await (await here.as('admin')).delete(`/customers/${id}`)).statusCode).toBe(409)

  await endUndoTime(server)
  expect((await editor.delete(`/services/${service.id}`)).statusCode).toBe(204)
})

test.for([1, 2])(
  'either a visitor or the restore gets each of %i slots when its hold ends',
  { tags: ['13.28'] },
  async (capacity) => {
    const { here, service, staff, elsewhere } = await aSalon(capacity)
    const sites = [staff, elsewhere]
    for (let round = 0; round < 2; round += 1) {
      const visit = {
        visit_day: `2026-12-${String(7 + (round % 5)).padStart(2, '0')}`,
        visit_hour: `${9 + (round % 4)}:00`,
      }
      const slot = { visit_day: visit.visit_day, visit_hour: visit.visit_hour.padStart(5, '0') }
      const booking: { id: number }[] = []
      for (let i = 0; i < capacity; i += 1) booking.push((await here.book(service.id, slot)).json())
      for (const { id } of booking) await staff.delete(`/bookings/delete/${id}`)
      await server.owner.query(`
        select set_config('app.provider', 'on', true);
        update slot_holds set held_until = clock_timestamp() + interval '15 milliseconds' where tenant_id = ${here.id}`)

      await Promise.all(
        Array.from({ length: 10 }, async (_, i) => {
          await sleep(3 * i)
          const site = sites[i % 2]!
          if (i % 2) await site.book(service.id, { ...slot, email: `v${i}@example.it` })
          for (const { id } of booking) await site.post(`/bookings/restore/${id}`, undefined)
          if (i % 2 === 0) await site.book(service.id, { ...slot, email: `w${i}@example.it` })
        }),
      )

      const { rows } = await server.owner.query(
        'select from bookings where tenant_id = $1 and deleted_at is null and visit_day = $2 and visit_hour = $3',
        [here.id, slot.visit_day, slot.visit_hour],
      )
      expect(rows).toHaveLength(capacity)
    }
    expect(await findOverbooked(server.owner, here.id, capacity)).toEqual([])
  },
)
