import { type TestServer, testServer } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitValue } from './business.ts'
import type { Database } from './processes/database.ts'
import { readRows } from './run-data.ts'

let server: TestServer
let database: Pick<Database, 'urls' | 'query'>
beforeAll(async () => {
  server = await testServer()
  database = {
    urls: { owner: server.url, app: server.url },
    query: async (sql, values) => (await server.owner.query(sql, values)).rows,
  }
})
afterAll(() => server.close())

async function newBusiness() {
  const tenant = await server.newTenant()
  const service = await tenant.newService()
  const services = [{ id: service.id, name: 'Taglio', duration: 60, calendars: [service.calendar_id] }]
  const facts = {
    marker: 'Ambra',
    tenantId: tenant.id,
    timeZone: 'Europe/Rome',
    capacity: 1,
    notice: 0,
    maxPerDay: 0,
    services,
    staff: ['token'],
  }
  return { tenant, service, facts }
}

test('the value of a booking is its slot, and null once it is cancelled', async () => {
  const { tenant, service, facts } = await newBusiness()
  const book = async (visit_hour: string, email: string) =>
    (await tenant.book(service.id, { visit_hour, email })).json()
  const booked = await book('09:00', 'ambra-0@posta.example')
  const cancelled = await book('10:00', 'ambra-1@posta.example')
  await tenant.delete(`/client/bookings/delete/${cancelled.hidden_id}`)

  const { bookings, overbooked } = await readRows(database, [facts])

  const ownBookings = bookings.filter(({ tenantId }) => tenantId === tenant.id)
  expect(ownBookings.map(({ record, value }) => [record, value])).toEqual([
    ['booking ambra-0', visitValue(booked)],
    ['booking ambra-1', null],
  ])
  expect(ownBookings[0]!.start).toBe(Date.parse('2026-11-23T08:00Z'))
  expect(overbooked).toEqual([])
})

test('finds overlapping visits at a capacity of one, and a day beyond its limit', async () => {
  const { tenant, service, facts } = await newBusiness()
  for (const visit_hour of ['09:00', '10:00']) await tenant.book(service.id, { visit_hour })
  expect((await readRows(database, [facts])).overbooked).toEqual([])
  expect((await readRows(database, [{ ...facts, maxPerDay: 1 }])).overbooked).toMatchObject([{ visits: 2 }])

  await server.owner.query(
    `update bookings set starts_at = starts_at - interval '1 minute' where tenant_id = $1 and visit_hour = '10:00'`,
    [tenant.id],
  )

  expect((await readRows(database, [facts])).overbooked).toMatchObject([{ marker: 'Ambra', visits: 2 }])
})
