import { findOverbooked } from '@prenoto/test-support/database/find-overbooked.ts'
import { waitForResponse } from '@prenoto/test-support/http/wait-for-response.ts'
import { shuffle } from '@prenoto/test-support/server/shuffled.ts'
import { aBooking, sharedPair, type TestServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const [server, second] = await sharedPair()

const { privacy: _, ...typed } = aBooking
const HOURS = ['09:00', '10:00', '11:00', '12:00', '15:00', '16:00', '17:00', '18:00']

/** One staff session at each server. */
async function twoStaffSessions(here: TestTenant) {
  const { token } = await here.as('operator')
  return [server, second].map(({ visit }) => visit(here.domain, { authorization: `Bearer ${token}` }))
}

type RequestedSlot = { service_id: number; visit_day: string; visit_hour: string }
const rescheduleByStaff = (session: ReturnType<TestServer['visit']>, id: number, slot: RequestedSlot) =>
  waitForResponse(() => session.put(`/bookings/update/${id}`, { ...typed, ...slot }))

test.for([1, 3])('exactly %i of many concurrent reschedules to one time succeed', async (capacity) => {
  const here = await server.newTenant({ app_simultaneous_bookings_enabled: true })
  const { id: calendar_id } = await here.newCalendar({ simultaneous_bookings_number: capacity })
  const service = await here.newService({ calendar_id })
  const sessions = await twoStaffSessions(here)

  const createdBookings = []
  for (const visit_hour of HOURS)
    createdBookings.push(
      (await waitForResponse(() => here.book(service.id, { visit_day: '2026-12-01', visit_hour }))).json(),
    )

  const slot = { service_id: service.id, visit_day: '2026-11-24', visit_hour: '09:00' }
  const answers = await Promise.all(createdBookings.map(({ id }, i) => rescheduleByStaff(sessions[i % 2]!, id, slot)))

  const statuses = answers.map((answer) => answer.statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(capacity)
  expect(statuses.filter((status) => status === 409)).toHaveLength(createdBookings.length - capacity)
})

test.for([1, 2])(
  'reschedules, bookings and cancellations in any order never exceed a capacity of %i',
  { tags: ['4.28'] },
  async (capacity) => {
    const here = await server.newTenant({ app_simultaneous_bookings_enabled: true })
    const { id: calendar_id } = await here.newCalendar({ simultaneous_bookings_number: capacity })
    const services = await Promise.all([30, 60, 120].map((duration) => here.newService({ duration, calendar_id })))
    const sessions = await twoStaffSessions(here)
    const createdBookings = []
    for (const visit_day of ['2026-11-24', '2026-11-25'])
      for (const visit_hour of HOURS.slice(0, 4))
        createdBookings.push(
          (await waitForResponse(() => here.book(services[1]!.id, { visit_day, visit_hour }))).json(),
        )

    const calls = createdBookings.flatMap(({ id }, i) =>
      ['09:00', '11:00'].flatMap((visit_hour, j) => {
        const slot = { service_id: services[(i + j) % 3]!.id, visit_day: '2026-11-24', visit_hour }
        return [
          () => rescheduleByStaff(sessions[(i + j) % 2]!, id, slot),
          () => sessions[j % 2]!.post('/bookings/create', { ...typed, ...slot }),
          () => (i % 4 === 0 ? sessions[1]!.delete(`/bookings/delete/${id}`) : here.book(slot.service_id, slot)),
        ]
      }),
    )
    const answers = await Promise.all(shuffle(calls).map(waitForResponse))

    for (const { statusCode } of answers) expect([200, 201, 204, 404, 409]).toContain(statusCode)
    expect(await findOverbooked(server.owner, here.id, capacity)).toEqual([])
  },
)

test('bookings that swap calendars never deadlock', async () => {
  const here = await server.newTenant()
  const [one, other] = [await here.newService(), await here.newService()]
  const sessions = await twoStaffSessions(here)
  const visit_day = '2026-11-24'
  const bookFour = async ({ id }: { id: number }) =>
    (await Promise.all(HOURS.slice(0, 4).map((visit_hour) => here.book(id, { visit_day, visit_hour })))).map(
      (r) => r.json().id,
    )
  const [ofOne, ofOther] = [await bookFour(one), await bookFour(other)]

  for (const [fromOne, fromOther] of [
    [other, one],
    [one, other],
  ]) {
    const answers = await Promise.all(
      HOURS.slice(0, 4).flatMap((visit_hour, i) => [
        rescheduleByStaff(sessions[0]!, ofOne[i], { service_id: fromOne!.id, visit_day, visit_hour }),
        rescheduleByStaff(sessions[1]!, ofOther[i], { service_id: fromOther!.id, visit_day, visit_hour }),
      ]),
    )
    for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode)
  }
  expect(await findOverbooked(server.owner, here.id, 1)).toEqual([])
})

test('reschedules by visitor and staff, cancellations and bookings of one slot stay consistent', {
  tags: ['13.82'],
}, async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const sessions = await twoStaffSessions(here)
  const visitors = [server, second].map(({ visit }) => visit(here.domain))
  const days = ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27']
  const createdBookings = []
  for (const visit_day of days)
    for (const visit_hour of HOURS.slice(0, 2))
      createdBookings.push((await here.book(service.id, { visit_day, visit_hour })).json())

  // The visits of each day request the slots of the next day and one free slot.
  const calls = createdBookings.flatMap(({ id, hidden_id }, i) => {
    const free = { visit_day: days[i % 4]!, visit_hour: '15:00' }
    const others = { visit_day: days[(i + 1) % 4]!, visit_hour: HOURS[i % 2]! }
    const rescheduleByCustomer = (to: object) =>
      visitors[i % 2]!.put(`/client/bookings/update/${hidden_id}`, to, { 'if-match': '"0"' })
    return [
      () => rescheduleByCustomer(free),
      () => rescheduleByCustomer(free),
      () => rescheduleByCustomer(others),
      () => rescheduleByStaff(sessions[i % 2]!, id, { service_id: service.id, ...free, visit_hour: '16:00' }),
      () => here.book(service.id, { ...free, name: 'Marco' }),
      ...(i % 3 === 0 ? [() => visitors[1 - (i % 2)]!.delete(`/client/bookings/delete/${hidden_id}`)] : []),
    ]
  })
  const answers = await Promise.all(shuffle(calls).map(waitForResponse))

  for (const { statusCode } of answers) expect([200, 201, 204, 404, 409]).toContain(statusCode)
  expect(await findOverbooked(server.owner, here.id, 1)).toEqual([])
  for (const { hidden_id } of createdBookings) {
    const rows = await here.db.selectFrom('bookings').selectAll().where('hidden_id', '=', hidden_id).execute()
    expect(rows).toHaveLength(1)
    const [{ deleted_at, visit_day, visit_hour, sequence: version }] = rows as [(typeof rows)[number]]
    const shownVisit = await visitors[0]!.get(`/client/bookings/${hidden_id}`)
    if (deleted_at) expect(shownVisit.statusCode).toBe(404)
    else expect(shownVisit.json()).toMatchObject({ visit_day, visit_hour, version })
  }
})

test('two bookings that swap customers while a customer books again lose no customer', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const sessions = await twoStaffSessions(here)
  const [anna, bruno] = [{ name: 'Anna' }, { name: 'Bruno' }]
  const one = (await here.book(service.id, { ...anna, visit_hour: '09:00' })).json()
  const other = (await here.book(service.id, { ...bruno, visit_hour: '10:00' })).json()
  const renaming = (session: number, { id, visit_hour }: typeof one, name: object) =>
    sessions[session]!.put(`/bookings/update/${id}`, { ...typed, ...name, visit_hour, service_id: service.id })

  for (const [i, hour] of HOURS.slice(2, 5).entries()) {
    const answers = await Promise.all([
      renaming(0, one, i % 2 ? anna : bruno),
      renaming(1, other, i % 2 ? bruno : anna),
      here.book(service.id, { ...anna, visit_hour: hour }),
    ])
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 201])
  }
})

test('concurrent bookings of one person on several calendars and days all succeed without a deadlock', async () => {
  const here = await server.newTenant()
  const services = await Promise.all([here.newService(), here.newService(), here.newService()])
  const there = second.visit(here.domain)
  const wishes = shuffle(services.flatMap(({ id }) => [23, 24, 25].map((day) => ({ id, visit_day: `2026-11-${day}` }))))

  const responses = await Promise.all(
    wishes.map(({ id, visit_day }, i) => (i % 2 ? here : there).book(id, { visit_day })),
  )

  expect(responses.map((response) => response.statusCode)).toEqual(wishes.map(() => 201))
})

test('two businesses that are booked heavily at once do not affect each other', async () => {
  const businesses = [await server.newTenant(), await server.newTenant()]
  const services = await Promise.all(businesses.map((business) => business.newService()))

  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, i) => businesses[i % 2]!.book(services[i % 2]!.id, { email: `v${i}@example.it` })),
  )

  expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(10)
  for (const business of businesses)
    expect(await business.db.selectFrom('bookings').selectAll().execute()).toHaveLength(1)
})
