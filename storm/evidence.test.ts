import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../server/test/test-server.ts'
import type { Database } from './database.ts'
import { readRows } from './evidence.ts'
import { bookingValueOf } from './shop.ts'

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

async function aShop() {
  const here = await server.newTenant()
  const service = await here.newService()
  const facts = {
    marker: 'Ambra',
    tenantId: here.id,
    timeZone: 'Europe/Rome',
    capacity: 1,
    notice: 0,
    maxPerDay: 0,
    services: [{ id: service.id, calendarId: service.calendar_id, calendars: [service.calendar_id] }],
    staff: 1,
  }
  return { here, service, facts }
}

test('a booking stands in the database as it was told, and as nothing once it is cancelled', async () => {
  const { here, service, facts } = await aShop()
  const [kept, cancelled] = await Promise.all(
    ['09:00', '10:00'].map(async (visit_hour, i) =>
      (
        await here.book(
          service.id,
          { visit_hour, email: `ambra-${i}@posta.example` },
          { 'idempotency-key': `ambra-${i}` },
        )
      ).json(),
    ),
  )
  await here.delete(`/client/bookings/delete/${cancelled.hidden_id}`)

  const { bookings, overbooked } = await readRows(database, [facts], [])

  const own = bookings.filter(({ tenant_id }) => tenant_id === here.id)
  expect(new Map(own.map(({ record, value }) => [record, value]))).toEqual(
    new Map([
      ['booking ambra-0', bookingValueOf(kept)],
      ['booking ambra-1', null],
    ]),
  )
  expect(own[0]).toMatchObject({
    key: 'ambra-0',
    copied: 'Taglio|60|25.00',
    starts_at: Date.parse('2026-11-23T08:00Z'),
  })
  expect(overbooked).toEqual([])
})

test('two visits where there is one place are found', async () => {
  const { here, service, facts } = await aShop()
  for (const visit_hour of ['09:00', '10:00']) await here.book(service.id, { visit_hour })
  expect((await readRows(database, [facts], [])).overbooked).toEqual([])

  await server.owner.query(
    `update bookings set starts_at = starts_at - interval '1 minute' where tenant_id = $1 and visit_hour = '10:00'`,
    [here.id],
  )

  expect((await readRows(database, [facts], [])).overbooked).toMatchObject([{ marker: 'Ambra', visits: 2 }])
})
