import { expect, test } from 'vitest'
import { fileServer, type TestTenant } from '../../test/test-server.ts'
import { waitingForLocks } from '../../test/waiting-for-locks.ts'

const server = await fileServer()

/** Books one hour after another for each of the people. */
async function bookFor(here: TestTenant, ...people: object[]) {
  const service = await here.newService({ duration: 15 })
  for (const [i, person] of people.entries()) {
    const visit_hour = `${String(9 + Math.floor(i / 4)).padStart(2, '0')}:${String((i % 4) * 15).padStart(2, '0')}`
    expect((await here.book(service.id, { ...person, visit_hour })).statusCode).toBe(201)
  }
}

const customersOf = (here: TestTenant) =>
  here.db.selectFrom('customers').select(['id', 'name', 'surname', 'email', 'telephone']).orderBy('id').execute()

const bookingsOf = (here: TestTenant) =>
  here.db.selectFrom('bookings').select(['customer_id', 'name', 'email', 'telephone']).orderBy('id').execute()

test('relatives who share an e-mail stay two customers', async () => {
  const here = await server.newTenant()

  await bookFor(
    here,
    { name: 'Giulia', surname: 'Verdi', email: 'casa@example.it' },
    { name: 'Paolo', surname: 'Verdi', email: 'casa@example.it' },
  )

  const customers = await customersOf(here)
  expect(customers.map(({ name }) => name)).toEqual(['Giulia', 'Paolo'])
  expect((await bookingsOf(here)).map((booking) => booking.customer_id)).toEqual(customers.map(({ id }) => id))
})

test('upper case, spaces and ways to write an accent make no other customer', async () => {
  const here = await server.newTenant()

  await bookFor(
    here,
    { name: 'Nicolò', surname: 'De Luca', email: 'nic@example.it' },
    { name: 'NICOLÒ', surname: 'de luca', email: 'Nic@Example.IT' },
    { name: 'Nicolo\u0300', surname: 'De  Luca', email: ' nic@example.it ' },
  )

  expect(await customersOf(here)).toHaveLength(1)
})

test('the same name with another e-mail is another customer', async () => {
  const here = await server.newTenant()

  await bookFor(here, { email: 'uno@example.it' }, { email: 'due@example.it' })

  expect(await customersOf(here)).toHaveLength(2)
})

test("a customer's telephone follows their newest booking, the rest stays as first typed", async () => {
  const here = await server.newTenant()

  await bookFor(
    here,
    { name: 'Giulia', email: 'giulia@example.it', telephone: '3330000001' },
    { name: 'GIULIA', email: 'GIULIA@example.it', telephone: '3330000002' },
  )

  expect(await customersOf(here)).toMatchObject([
    { name: 'Giulia', email: 'giulia@example.it', telephone: '3330000002' },
  ])
})

test('every booking keeps what was typed for it', async () => {
  const here = await server.newTenant()

  await bookFor(
    here,
    { name: 'Giulia', email: 'giulia@example.it', telephone: '3330000001' },
    { name: 'GIULIA', email: 'GIULIA@example.it', telephone: '3330000002' },
  )

  expect(await bookingsOf(here)).toMatchObject([
    { name: 'Giulia', email: 'giulia@example.it', telephone: '3330000001' },
    { name: 'GIULIA', email: 'GIULIA@example.it', telephone: '3330000002' },
  ])
})

test('the same person is a customer of each business apart', async () => {
  const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]

  await bookFor(here, { telephone: '3330000001' })
  await bookFor(elsewhere, { telephone: '3330000002' })

  expect(await customersOf(here)).toMatchObject([{ telephone: '3330000001' }])
  expect(await customersOf(elsewhere)).toMatchObject([{ telephone: '3330000002' }])
})

test('one person who books on many days at once is one customer', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const days = ['23', '24', '25', '26', '27', '28']

  const responses = await Promise.all(days.map((day) => here.book(service.id, { visit_day: `2026-11-${day}` })))

  expect(responses.map((response) => response.statusCode)).toEqual(days.map(() => 201))
  expect(await customersOf(here)).toHaveLength(1)
})

test('who books as a customer of the same telephone does not wait for somebody else who is just booking as them', async () => {
  const here = await server.newTenant()
  const service = await here.newService({ duration: 30 })
  await here.book(service.id, { visit_hour: '09:00' })
  const [customer] = await customersOf(here)

  const booked = await here.db.inTransaction(async (db) => {
    await db.selectFrom('customers').select('id').where('id', '=', customer!.id).forShare().execute()
    return here.book(service.id, { visit_hour: '10:00' })
  })

  expect(booked.statusCode).toBe(201)
  expect((await bookingsOf(here)).map(({ customer_id }) => customer_id)).toEqual([customer!.id, customer!.id])
})

test('a customer whose erasing was waited for is booked for anew, and one who was merged meanwhile as who they are now', async () => {
  const here = await server.newTenant()
  const service = await here.newService({ duration: 30 })
  const [giulia, giulio] = [{ name: 'Giulia' }, { name: 'Giulio' }]
  await here.book(service.id, { ...giulia, visit_hour: '09:00' })
  await here.book(service.id, { ...giulio, visit_hour: '10:00' })
  const [erased, kept] = (await customersOf(here)).map(({ id }) => id)

  const booking = async (person: object, visit_hour: string, change: object) => {
    const { answer } = await here.db.inTransaction(async (db) => {
      const changed = db.updateTable('customers').set(change).where('tenant_id', '=', here.id)
      await changed.where('id', '=', person === giulia ? erased! : kept!).execute()
      const answer = here.book(service.id, { ...person, visit_hour })
      await expect.poll(() => waitingForLocks(server.owner)).toBe(1)
      return { answer }
    })
    expect((await answer).statusCode).toBe(201)
  }
  await booking(giulia, '11:00', { identity: 'erased', erased_at: '2026-11-20T10:00:00Z' })
  const [, , anew] = await customersOf(here)
  await booking(giulio, '12:00', { merged_into: anew!.id })

  expect((await bookingsOf(here)).map(({ customer_id }) => customer_id)).toEqual([erased, kept, anew!.id, anew!.id])
})
