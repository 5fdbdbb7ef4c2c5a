import { randomUUID } from 'node:crypto'
import { findOverbooked } from '@prenoto/test-support/database/find-overbooked.ts'
import { waitForResponse } from '@prenoto/test-support/http/wait-for-response.ts'
import { shuffle } from '@prenoto/test-support/server/shuffled.ts'
import { type TestServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Two servers on one database, each with its own caches. */
let server: TestServer
let second: TestServer
beforeAll(async () => {
  server = await testServer()
  second = await testServer({ url: server.url })
})
afterAll(async () => {
  await second.close()
  await server.close()
})

/** Books under one key and repeats the request until it is answered. */
function bookUntilAnswered(visitor: Pick<TestTenant, 'book'>, serviceId: number, booking: object) {
  const headers = { 'idempotency-key': randomUUID() }
  return waitForResponse(() => visitor.book(serviceId, booking, headers))
}

const simultaneous = { app_simultaneous_bookings_enabled: true }

const countStatuses = (statuses: number[]) => ({
  booked: statuses.filter((status) => status === 201).length,
  refused: statuses.filter((status) => status === 409).length,
  other: statuses.filter((status) => status !== 201 && status !== 409),
})

test.for([1, 3])(
  'of 50 visitors at once exactly as many get each slot as it has places: %i',
  { tags: ['4.28'] },
  async (capacity) => {
    const here = await server.newTenant(simultaneous)
    const { id: calendar_id } = await here.newCalendar({ simultaneous_bookings_number: capacity })
    const service = await here.newService({ calendar_id })
    const there = second.visit(here.domain)

    for (const visit_hour of ['09:00', '10:00', '11:00', '12:00']) {
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          bookUntilAnswered(i % 2 ? here : there, service.id, { visit_hour, email: `v${i}@example.it` }),
        ),
      )

      const count = countStatuses(responses.map((response) => response.statusCode))
      expect(count).toEqual({ booked: capacity, refused: 50 - capacity, other: [] })
    }
    expect(await here.db.selectFrom('bookings').selectAll().execute()).toHaveLength(4 * capacity)
  },
)

test.for([1, 2, 3])(
  'services of different lengths on one calendar never exceed a capacity of %i at any instant',
  { tags: ['4.28'] },
  async (capacity) => {
    const here = await server.newTenant(simultaneous)
    const { id: calendar_id } = await here.newCalendar({ simultaneous_bookings_number: capacity })
    const durations = [15, 20, 35, 60, 90, 240]
    const services = await Promise.all(durations.map((duration) => here.newService({ duration, calendar_id })))
    const there = second.visit(here.domain)
    const wishes = services.flatMap((service, i) =>
      expectedSlots(durations[i]!).flatMap((visit_hour) =>
        Array.from({ length: capacity + 1 }, () => ({ service, visit_hour })),
      ),
    )

    const responses = await Promise.all(
      shuffle(wishes)
        .slice(0, 240)
        .map(({ service, visit_hour }, i) =>
          bookUntilAnswered(i % 2 ? here : there, service.id, { visit_hour, email: `v${i}@example.it` }),
        ),
    )

    const { booked, other } = countStatuses(responses.map((response) => response.statusCode))
    expect(other).toEqual([])
    expect(booked).toBeGreaterThan(capacity)
    expect(await here.db.selectFrom('bookings').selectAll().execute()).toHaveLength(booked)
    expect(await findOverbooked(server.owner, here.id, capacity)).toEqual([])
  },
)

/** The slots of a day on which the calendars are open from 9 to 13 and from 15 to 19. */
function expectedSlots(duration: number) {
  const slots: string[] = []
  for (const [from, to] of [
    [9 * 60, 13 * 60],
    [15 * 60, 19 * 60],
  ] as const)
    for (let minute = from; minute + duration <= to; minute += duration)
      slots.push(`${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)
  return slots
}

test('bookings and cancellations of one slot in any order leave at most one visit in it', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const there = second.visit(here.domain)
  const booked: string[] = []

  for (let round = 0; round < 8; round++) {
    const links = booked.splice(0)
    const [responses] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, (_, i) => (i % 2 ? here : there).book(service.id))),
      Promise.all(links.flatMap((link) => [here.delete(link), there.delete(link)])),
    ])
    for (const response of responses) {
      expect([201, 409]).toContain(response.statusCode)
      if (response.statusCode === 201) booked.push(`/client/bookings/delete/${response.json().hidden_id}`)
    }
    expect(await findOverbooked(server.owner, here.id, 1)).toEqual([])
    expect(booked.length).toBeLessThanOrEqual(1)
  }
})

test('a freed slot that many visitors want is booked exactly once', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const there = second.visit(here.domain)
  const { hidden_id } = (await here.book(service.id)).json()
  await here.delete(`/client/bookings/delete/${hidden_id}`)

  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      bookUntilAnswered(i % 2 ? here : there, service.id, { email: `v${i}@example.it` }),
    ),
  )

  expect(countStatuses(responses.map((response) => response.statusCode))).toEqual({ booked: 1, refused: 29, other: [] })
})

test('concurrent bookings of one person on many calendars and days all succeed without a deadlock', async () => {
  const here = await server.newTenant()
  const services = await Promise.all([here.newService(), here.newService(), here.newService()])
  const there = second.visit(here.domain)
  const days = ['23', '24', '25', '26', '27', '28']
  const wishes = shuffle(services.flatMap(({ id }) => days.map((day) => ({ id, visit_day: `2026-11-${day}` }))))

  const responses = await Promise.all(
    wishes.map(({ id, visit_day }, i) => (i % 2 ? here : there).book(id, { visit_day })),
  )

  expect(responses.map((response) => response.statusCode)).toEqual(wishes.map(() => 201))
})

test('two businesses that are booked heavily at once do not affect each other', async () => {
  const businesses = [await server.newTenant(), await server.newTenant()]
  const services = await Promise.all(businesses.map((business) => business.newService()))

  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, i) => businesses[i % 2]!.book(services[i % 2]!.id, { email: `v${i}@example.it` })),
  )

  for (const business of businesses)
    expect(await business.db.selectFrom('bookings').selectAll().execute()).toHaveLength(1)
  expect(countStatuses(responses.map((response) => response.statusCode))).toEqual({ booked: 2, refused: 38, other: [] })
})
