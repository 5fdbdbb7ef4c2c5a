import { testServer } from '@prenoto/test-support/server/test-server.ts'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { up } from '../migrations/0036-customer-identities.ts'

// A database of its own, since a migration changes the customers of all tenants.
const server = await testServer()
afterAll(() => server.close())

test('customers of an earlier version are found in every spelling, and two with one identity stay two', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const person = { email: 'sara@example.it', name: 'Sara', telephone: '3331234567' }
  const insert = (surname: string, identity: string) =>
    here.db
      .insertInto('customers')
      .values({ tenant_id: here.id, ...person, surname, identity })
      .returning('id')
      .executeTakeFirstOrThrow()
  // The ids of the two have one and two digits, so their order as texts is another one.
  for (let n = 1; n < 9; n += 1) await insert(`Neri ${n}`, `sara@example.it sara neri ${n}`)
  const first = await insert('D’Angelò', 'sara@example.it sara d’angelò')
  await insert("D'Angelo", "sara@example.it sara d'angelo")
  await here.newWaitingListEntry({
    ...person,
    surname: 'D’Angelò',
    identity: 'sara@example.it sara d’angelò',
    service_id: service.id,
    visit_day: '2026-11-24',
  })

  for (let time = 0; time < 2; time += 1) await up(new Kysely({ dialect: new PostgresDialect({ pool: server.owner }) }))

  const customers = await here.db
    .selectFrom('customers')
    .select(['id', 'identity'])
    .where('id', '>=', first.id)
    .orderBy('id')
    .execute()
  expect(customers.map(({ identity }) => identity)).toEqual([
    'sara@example.it sara dangelo',
    "sara@example.it sara d'angelo",
  ])
  const [entry] = await here.db.selectFrom('waiting_list_entries').select('identity').execute()
  expect(entry).toEqual({ identity: 'sara@example.it sara dangelo' })
  expect((await here.book(service.id, { ...person, surname: "D'angelo" })).statusCode).toBe(201)
  expect(await here.db.selectFrom('bookings').select('customer_id').execute()).toEqual([{ customer_id: first.id }])
})
