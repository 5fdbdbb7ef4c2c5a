import { NOW, sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer()

test('the summary counts the existing records of the tenant', { tags: ['2.48'] }, async () => {
  const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]
  const staff = await here.as('operator')
  await elsewhere.newService()
  const { calendar_id } = await here.newService()
  await here.newService({ calendar_id })
  await here.newService({ calendar_id, deleted_at: NOW.toString() })

  expect((await staff.get('/dashboard/summary')).json()).toEqual({
    services: 2,
    calendars: 1,
    days_off: 0,
    users: 2,
    unusual_bookings: 0,
  })
})
