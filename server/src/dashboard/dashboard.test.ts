import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('the summary counts what there is, and not what was deleted', async () => {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  const { id, calendar_id } = await here.newService()
  await here.newService({ calendar_id, visible_frontend: false })
  await here.newDayOff({
    calendar_id,
    day_from: '2026-12-24',
    day_to: '2026-12-26',
    hour_from: '00:00',
    hour_to: '23:59',
  })
  await admin.delete(`/services/${id}`)

  const response = await admin.get('/dashboard/summary')

  // The tenant's first administrator, and the one who asks.
  expect(response.json()).toEqual({ services: 1, calendars: 1, days_off: 1, users: 2 })
})

test.each(['operator', 'editor'] as const)(
  'an %s, who may not see the users, is not told how many there are',
  async (role) => {
    const staff = await (await server.newTenant()).as(role)

    const response = await staff.get('/dashboard/summary')

    expect(response.json()).toMatchObject({ users: null })
  },
)
