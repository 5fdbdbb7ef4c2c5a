import { countCheckouts } from '@prenoto/test-support/database/count-queries.ts'
import { sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer()

test('a read runs in one transaction after the check of its session, whatever the number of its statements', async () => {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  const { id } = await here.newService()

  // Now and then a request also looks its business up.
  for (const path of ['/calendars', '/services', `/services/${id}`, '/contact-requests', '/notifications'])
    await expect.poll(() => countCheckouts(server, () => admin.get(path)), { message: path }).toBe(2)
})
