import { sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer()

test.each([
  ['a closure without hours', `'closure', '2027-06-02', null, '2027-06-02', null, null`],
  ['an inverted closure', `'closure', '2027-06-02', '10:00', '2027-06-02', '09:00', null`],
  ['changed hours with an hour', `'changed_hours', '2027-06-02', '10:00', '2027-06-02', null, '[]'`],
  ['changed hours without windows', `'changed_hours', '2027-06-02', null, '2027-06-02', null, null`],
  ['an unknown kind', `'pause', '2027-06-02', '10:00', '2027-06-02', '11:00', null`],
])('the table of exceptions refuses %s', async (_, values) => {
  const here = await server.newTenant()
  const { id } = await here.newCalendar()
  const insert = server.owner.query(
    `insert into calendar_exceptions
       (tenant_id, calendar_id, reason, kind, day_from, hour_from, day_to, hour_to, windows) values ($1, $2, '', ${values})`,
    [here.id, id],
  )
  await expect(insert).rejects.toMatchObject({ code: '23514' })
})
