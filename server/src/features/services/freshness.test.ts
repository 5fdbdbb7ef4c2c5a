import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { roleUrlsAt } from '@prenoto/test-support/database/test-database.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { afterEach, expect, test } from 'vitest'
import { INVALIDATION_CHANNEL } from '../../cache/caches.ts'
import { openListener } from '../../database/listener.ts'
import { openLog } from '../../lib/log.ts'

const server = await sharedServer()
/** On the same database, with caches of its own that trust a business's data for a day. */
const second = await sharedServer({ url: server.url, trustedFor: 24 * 3600 * 1000 })
afterEach(() => {
  for (const { clock } of [server, second]) clock.now = NOW
})

type Visitor = Pick<TestTenant, 'get'>

async function readDays(visitor: Visitor, serviceId: number): Promise<AvailableDay[]> {
  const response = await visitor.get(`/client/services/${serviceId}`)
  return response.statusCode === 200 ? response.json().available_slots : []
}

async function readSlots(visitor: Visitor, serviceId: number, day = '2026-11-23') {
  return (
    (await readDays(visitor, serviceId)).find(({ date }) => date === day)?.slots.map((slot) => slot.slice(0, 5)) ?? []
  )
}

const todayInList = async (visitor: Visitor) =>
  (await visitor.get('/client/services')).json().services[0].available_slots[0]?.slots.length ?? 0

const UNTIL_FIVE = {
  windows: [
    { weekdays: [1], from: '09:00', to: '13:00' },
    { weekdays: [1], from: '15:00', to: '17:00' },
  ],
  pauses: [],
}

const MONDAY = ['09:00', '10:00', '11:00', '12:00', '15:00', '16:00', '17:00', '18:00']

test('the process that books, reschedules or cancels shows it at once, in the service and in the list', {
  tags: ['4.32'],
}, async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const visit = { visit_day: '2026-11-21', visit_hour: '10:00' }
  expect(await todayInList(here)).toBe(7)
  expect(await readSlots(here, service.id, '2026-11-21')).toHaveLength(7)

  const { hidden_id } = (await here.book(service.id, visit)).json()
  expect(await todayInList(here)).toBe(6)
  expect(await readSlots(here, service.id, '2026-11-21')).not.toContain('10:00')

  // The list depends on today alone, which the visit leaves.
  const reschedule = (to: object) => here.put(`/client/bookings/update/${hidden_id}`, to)
  expect((await reschedule({ ...visit, visit_day: '2026-11-23' })).statusCode).toBe(200)
  expect(await todayInList(here)).toBe(7)
  expect((await reschedule(visit)).statusCode).toBe(200)
  expect(await todayInList(here)).toBe(6)

  await here.delete(`/client/bookings/delete/${hidden_id}`)
  expect(await todayInList(here)).toBe(7)
  expect(await readSlots(here, service.id, '2026-11-21')).toContain('10:00')
})

test('a booking of one service shows at once in the other services of its calendar', async () => {
  const here = await server.newTenant()
  const [one] = [await here.newService()]
  const other = await here.newService({ calendar_id: one.calendar_id, duration: 30 })
  expect(await readSlots(here, other.id)).toContain('09:30')

  await here.book(one.id)

  expect(await readSlots(here, other.id)).not.toContain('09:30')
})

test('another process shows a booking and a cancellation within one second', {
  tags: ['4.32'],
}, async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const there = second.visit(here.domain)
  expect(await readSlots(there, service.id)).toEqual(MONDAY)

  const { hidden_id } = (await here.book(service.id)).json()
  second.clock.now = NOW.add({ seconds: 1 })
  expect(await readSlots(there, service.id)).toEqual(MONDAY.slice(1))

  await here.delete(`/client/bookings/delete/${hidden_id}`)
  second.clock.now = NOW.add({ seconds: 2 })
  expect(await readSlots(there, service.id)).toEqual(MONDAY)
})

test('a process whose clock is set back still shows other bookings within a second', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const there = second.visit(here.domain)
  second.clock.now = NOW.add({ minutes: 5 })
  expect(await readSlots(there, service.id)).toEqual(MONDAY)

  second.clock.now = NOW
  await here.book(service.id)

  expect(await readSlots(there, service.id)).toEqual(MONDAY.slice(1))
})

test('a read after a booking never shows its slot, also under concurrent bookings', async () => {
  const here = await server.newTenant()
  const service = await here.newService({ duration: 15 })
  const hours = (await readSlots(here, service.id)).slice(0, 6)

  await Promise.all(
    hours.map(async (visit_hour) => {
      const reads = Array.from({ length: 3 }, () => readSlots(here, service.id))
      expect((await here.book(service.id, { visit_hour })).statusCode).toBe(201)
      await Promise.all(reads)
      expect(await readSlots(here, service.id)).not.toContain(visit_hour)
    }),
  )
})

test('offers a slot until the minute it begins', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const first = async (now: string) => {
    server.clock.now = Temporal.Instant.from(now)
    return (await readSlots(here, service.id, '2026-11-21'))[0]
  }

  expect(await first('2026-11-21T08:45:00Z')).toBe('10:00')
  expect(await first('2026-11-21T09:00:00Z')).toBe('10:00')
  expect(await first('2026-11-21T09:00:00.001Z')).toBe('11:00')
})

test('removes a slot when it falls within the booking notice', async () => {
  const here = await server.newTenant({ app_booking_hours_notice: 2 })
  const service = await here.newService()
  const first = async (now: string) => {
    server.clock.now = Temporal.Instant.from(now)
    return (await readSlots(here, service.id, '2026-11-21'))[0]
  }

  expect(await first('2026-11-21T07:30:00Z')).toBe('11:00')
  expect(await first('2026-11-21T08:00:00Z')).toBe('11:00')
  expect(await first('2026-11-21T08:00:00.001Z')).toBe('12:00')
})

test('local midnight advances ’today’ and the horizon', async () => {
  const here = await server.newTenant({ app_booking_max_months: 1 })
  const service = await here.newService()
  const reach = async (now: string) => {
    server.clock.now = Temporal.Instant.from(now)
    const days = await readDays(here, service.id)
    return [days[0]?.date, days.at(-1)?.date]
  }

  expect(await reach('2026-11-23T16:59:59Z')).toEqual(['2026-11-23', '2026-12-23'])
  expect(await reach('2026-11-23T22:59:59.999Z')).toEqual(['2026-11-24', '2026-12-23'])
  expect(await reach('2026-11-23T23:00:00Z')).toEqual(['2026-11-24', '2026-12-24'])
})

test('the list of today’s slots advances at midnight', async () => {
  const here = await server.newTenant()
  await here.newService()

  expect(await todayInList(here)).toBe(7)
  server.clock.now = Temporal.Instant.from('2026-11-21T18:00:00Z')
  expect(await todayInList(here)).toBe(0)
  server.clock.now = Temporal.Instant.from('2026-11-22T23:00:00Z')
  expect(await todayInList(here)).toBe(8)
})

type Change = (here: TestTenant, service: { id: number; calendar_id: number }) => Promise<unknown>

const changes: [what: string, change: Change, monday: string[]][] = [
  [
    'a closing day that is entered',
    (here, { calendar_id }) =>
      here.newDayOff({
        calendar_id,
        day_from: '2026-11-23',
        hour_from: '00:00',
        day_to: '2026-11-23',
        hour_to: '14:00',
      }),
    ['15:00', '16:00', '17:00', '18:00'],
  ],
  [
    'other opening hours',
    (here, { calendar_id: id }) =>
      here.db
        .updateTable('calendars')
        .set({ weeks: JSON.stringify([UNTIL_FIVE]) })
        .where('id', '=', id)
        .execute(),
    MONDAY.slice(0, 6),
  ],
  [
    'the end of the calendar',
    (here, { calendar_id: id }) =>
      here.db
        .updateTable('calendars')
        .set({ to: parsePlainDate('2026-11-22') })
        .where('id', '=', id)
        .execute(),
    [],
  ],
  [
    'another duration of the service',
    (here, { id }) => here.db.updateTable('services').set({ duration: 240 }).where('id', '=', id).execute(),
    ['09:00', '15:00'],
  ],
  [
    'a service that is hidden',
    (here, { id }) => here.db.updateTable('services').set({ visible_frontend: false }).where('id', '=', id).execute(),
    [],
  ],
  [
    'a longer notice',
    (here) =>
      here.db
        .updateTable('configurations')
        .set({ app_booking_hours_notice: 55 })
        .where('tenant_id', '=', here.id)
        .execute(),
    MONDAY.slice(6),
  ],
]

test.for(changes)('%s shows within a moment in every process', { tags: ['4.32'] }, async ([, change, monday]) => {
  const here = await server.newTenant()
  const service = await here.newService()
  const visitors = [here, second.visit(here.domain)]
  for (const visitor of visitors) expect(await readSlots(visitor, service.id)).toEqual(MONDAY)

  await change(here, service)

  for (const visitor of visitors) await expect.poll(() => readSlots(visitor, service.id)).toEqual(monday)
})

test('a booking is checked against the database: a slot closed since is rejected at once', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  expect(await readSlots(here, service.id)).toContain('09:00')

  await here.newDayOff({
    calendar_id: service.calendar_id,
    day_from: '2026-11-23',
    hour_from: '08:00',
    day_to: '2026-11-23',
    hour_to: '09:30',
  })

  expect((await here.book(service.id)).statusCode).toBe(409)
})

test('a lowered capacity keeps earlier bookings and offers what is left', async () => {
  const here = await server.newTenant({ app_simultaneous_bookings_enabled: true })
  const { id: calendar_id } = await here.newCalendar({ simultaneous_bookings_number: 3 })
  const service = await here.newService({ calendar_id })
  for (const visit_hour of ['09:00', '09:00', '10:00']) await here.book(service.id, { visit_hour })

  await here.db
    .updateTable('calendars')
    .set({ simultaneous_bookings_number: 1 })
    .where('id', '=', calendar_id)
    .execute()

  await expect.poll(() => readSlots(here, service.id)).toEqual(MONDAY.slice(2))
  const bookings = await here.db.selectFrom('bookings').selectAll().where('deleted_at', 'is', null).execute()
  expect(bookings).toHaveLength(3)
})

test('every process shows a changed site at once, even with an unexpired cache', {
  tags: ['10.7'],
}, async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const admin = await here.as('admin')
  const there = second.visit(here.domain)
  const welcome = async () => (await there.page('/')).body.includes('Benvenuti da noi')
  expect(await readSlots(there, service.id)).toEqual(MONDAY)
  expect(await welcome()).toBe(false)

  const closure = { day_from: '2026-11-23', hour_from: '00:00', day_to: '2026-11-23', hour_to: '14:00' }
  await admin.post('/days_off', { ...closure, reason: 'Ferie', calendar_id: service.calendar_id })
  await expect.poll(() => readSlots(there, service.id)).toEqual(['15:00', '16:00', '17:00', '18:00'])

  await admin.put('/configs/update', { welcome_text: 'Benvenuti da noi', app_booking_max_months: 1 })
  await expect.poll(welcome).toBe(true)
  await expect.poll(async () => (await readDays(there, service.id)).at(-1)!.date).toBe('2026-12-21')
})

test('bookings and visits do not invalidate the business’s configuration', {
  tags: ['10.7'],
}, async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const editor = await here.as('editor')
  const other = await here.newService()
  const heard: string[] = []
  const subscriber = { message: (payload: string) => heard.push(payload), reconnected() {} }
  const listener = await openListener(roleUrlsAt(server.url), { [INVALIDATION_CHANNEL]: subscriber }, openLog('silent'))
  try {
    const { hidden_id } = (await here.book(service.id)).json()
    await here.delete(`/client/bookings/delete/${hidden_id}`)
    await here.post('/login', { email: 'nobody@salone.it', password: 'x' })
    const visit = { ...aBooking, service_id: service.id }
    const { id } = (await editor.post('/bookings/create', visit)).json()
    await editor.put(`/bookings/update/${id}`, { ...visit, visit_hour: '10:00:00' })
    await editor.delete(`/bookings/delete/${id}`)
    // Invalidations arrive in order, so no earlier one was sent.
    await editor.delete(`/services/${other.id}`)

    await expect.poll(() => heard).toEqual([String(here.id)])
  } finally {
    await listener.close()
  }
})
