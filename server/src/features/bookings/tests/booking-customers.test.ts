import { countLockWaits } from '@prenoto/test-support/database/count-lock-waits.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { describe, expect, test } from 'vitest'

const server = await sharedServer()

/** Books one slot after another, one for each person. */
async function bookFor(here: TestTenant, ...people: object[]) {
  const service = await here.newService({ duration: 15 })
  for (const [i, person] of people.entries()) {
    const visit_hour = `${String(9 + Math.floor(i / 4)).padStart(2, '0')}:${String((i % 4) * 15).padStart(2, '0')}`
    expect((await here.book(service.id, { ...person, visit_hour })).statusCode).toBe(201)
  }
}

const listCustomers = (here: TestTenant) =>
  here.db.selectFrom('customers').select(['id', 'name', 'surname', 'email', 'telephone']).orderBy('id').execute()

const listBookings = (here: TestTenant) =>
  here.db.selectFrom('bookings').select(['customer_id', 'name', 'email', 'telephone']).orderBy('id').execute()

test('relatives who share an e-mail address stay two customers', { tags: ['4.34'] }, async () => {
  const here = await server.newTenant()

  await bookFor(
    here,
    { name: 'Giulia', surname: 'Verdi', email: 'casa@example.it' },
    { name: 'Paolo', surname: 'Verdi', email: 'casa@example.it' },
  )

  const customers = await listCustomers(here)
  expect(customers.map(({ name }) => name)).toEqual(['Giulia', 'Paolo'])
  expect((await listBookings(here)).map((booking) => booking.customer_id)).toEqual(customers.map(({ id }) => id))
})

test('upper case, spaces, accents and apostrophes do not make another customer', async () => {
  const here = await server.newTenant()

  await bookFor(
    here,
    { name: 'Nicolò', surname: 'De Luca', email: 'nic@example.it' },
    { name: 'NICOLÒ', surname: 'de luca', email: 'Nic@Example.IT' },
    { name: 'Nicolo\u0300', surname: 'De  Luca', email: ' nic@example.it ' },
    { name: "Nicolo'", surname: 'De\u00a0Luca', email: '\u200bnic@example.it' },
  )

  expect(await listCustomers(here)).toHaveLength(1)
})

test('the same name with another e-mail address is another customer', async () => {
  const here = await server.newTenant()

  await bookFor(here, { email: 'uno@example.it' }, { email: 'due@example.it' })

  expect(await listCustomers(here)).toHaveLength(2)
})

test('a visitor’s booking does not change the customer’s known telephone, e-mail or name', {
  tags: ['4.34'],
}, async () => {
  const here = await server.newTenant()

  await bookFor(
    here,
    { name: 'Giulia', email: 'giulia@example.it', telephone: '3330000001' },
    { name: 'GIULIA', email: 'GIULIA@example.it', telephone: '3330000002' },
  )

  expect(await listCustomers(here)).toMatchObject([
    { name: 'Giulia', email: 'giulia@example.it', telephone: '3330000001' },
  ])
})

test('a visitor’s booking adds no telephone to a known customer without one, also under a merged name', async () => {
  const here = await server.newTenant()
  await bookFor(here, { name: 'Giulia' }, { name: 'Giulietta' })
  const [giulia, giulietta] = await listCustomers(here)
  const admin = await here.as('admin')
  await admin.post(`/customers/${giulia!.id}/merge`, { other_id: giulietta!.id })
  const forgetNumber = () =>
    here.db.updateTable('customers').set({ telephone: '' }).where('tenant_id', '=', here.id).execute()

  for (const [name, telephone] of [
    ['Giulia', '3330000001'],
    ['Giulietta', '3330000002'],
  ] as const) {
    await forgetNumber()
    await bookFor(here, { name, telephone })
    expect((await listCustomers(here))[0]).toMatchObject({ telephone: '' })
  }
})

describe('the staff', () => {
  const person = { name: 'Giulia', surname: 'Verdi', email: 'giulia@example.it', telephone: '3330000001' }

  /** A customer with a known telephone, and a visitor's booking in their name with another one. */
  async function anotherNumber() {
    const here = await server.newTenant()
    const service = await here.newService()
    const staff = await here.as('operator', { name: 'Sara', surname: 'Gallo' })
    await here.book(service.id, person)
    const visit = { visit_day: '2026-11-23', visit_hour: '11:00' }
    const { id } = (await here.book(service.id, { ...person, ...visit, telephone: '3330000002' })).json()
    const telephones = async () => (await listCustomers(here)).map(({ telephone }) => telephone)
    return { here, staff, id, telephones, typed: { ...person, ...visit, service_id: service.id } }
  }

  test('copies the telephone of a booking to the customer once, and the history records it', {
    tags: ['4.34'],
  }, async () => {
    const { staff, id, telephones } = await anotherNumber()
    const take = () => staff.post(`/bookings/adopt-telephone/${id}`, undefined, { 'if-match': '"0"' })

    const answers = await Promise.all([take(), take()])

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(answers[0]!.json()).toMatchObject({ id, telephone: '3330000002', version: 0 })
    expect(await telephones()).toEqual(['3330000002'])
    const { history } = (await staff.get(`/bookings/${id}/history`)).json()
    expect(history.slice(1)).toEqual([{ kind: 'telephone', at: '21-11-2026 09:45', by: 'Sara Gallo' }])
  })

  test('cannot copy the telephone of a booking that a colleague has changed since', async () => {
    const { staff, id, telephones, typed } = await anotherNumber()
    await staff.put(`/bookings/update/${id}`, { ...typed, telephone: '3330000003' })

    const answer = await staff.post(`/bookings/adopt-telephone/${id}`, undefined, { 'if-match': '"0"' })

    expect(answer.statusCode).toBe(409)
    expect(answer.json().current).toMatchObject({ id, telephone: '3330000003', version: 1 })
    expect(await telephones()).toEqual(['3330000003'])
  })

  test('cannot copy the telephone of a booking that is unknown, cancelled or erased', async () => {
    const { here, staff, id, telephones } = await anotherNumber()
    await here.db.updateTable('bookings').set({ telephone: '' }).where('id', '=', id).execute()
    await here.db.updateTable('customers').set({ erased_at: NOW.toString() }).where('tenant_id', '=', here.id).execute()
    expect((await staff.post(`/bookings/adopt-telephone/${id}`, undefined)).statusCode).toBe(200)
    expect(await telephones()).toEqual(['3330000001'])

    await staff.delete(`/bookings/delete/${id}`)
    for (const gone of [id, 987_654])
      expect((await staff.post(`/bookings/adopt-telephone/${gone}`, undefined)).statusCode).toBe(404)
  })

  test('changes the customer’s telephone by typing it, not by changing other fields of a booking', async () => {
    const { staff, id, telephones, typed } = await anotherNumber()
    const changes = { ...typed, visit_hour: '15:00', telephone: '3330000002' }

    await staff.put(`/bookings/update/${id}`, changes)
    await staff.put(`/bookings/update/${id}`, { ...changes, name: 'GIULIA' })
    expect(await telephones()).toEqual(['3330000001'])

    await staff.put(`/bookings/update/${id}`, { ...changes, telephone: '3330000003' })
    expect(await telephones()).toEqual(['3330000003'])
    await staff.post('/bookings/create', { ...typed, visit_hour: '16:00', telephone: '3330000004' })
    expect(await telephones()).toEqual(['3330000004'])
  })
})

test('every booking keeps the personal data typed for it', async () => {
  const here = await server.newTenant()

  await bookFor(
    here,
    { name: 'Giulia', email: 'giulia@example.it', telephone: '3330000001' },
    { name: 'GIULIA', email: 'GIULIA@example.it', telephone: '3330000002' },
  )

  expect(await listBookings(here)).toMatchObject([
    { name: 'Giulia', email: 'giulia@example.it', telephone: '3330000001' },
    { name: 'GIULIA', email: 'GIULIA@example.it', telephone: '3330000002' },
  ])
})

test('the same person is a separate customer of each business', async () => {
  const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]

  await bookFor(here, { telephone: '3330000001' })
  await bookFor(elsewhere, { telephone: '3330000002' })

  expect(await listCustomers(here)).toMatchObject([{ telephone: '3330000001' }])
  expect(await listCustomers(elsewhere)).toMatchObject([{ telephone: '3330000002' }])
})

test('one person who books many days at once becomes one customer', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const days = ['23', '24', '25', '26', '27', '28']

  const responses = await Promise.all(days.map((day) => here.book(service.id, { visit_day: `2026-11-${day}` })))

  expect(responses.map((response) => response.statusCode)).toEqual(days.map(() => 201))
  expect(await listCustomers(here)).toHaveLength(1)
})

test('a booking with the customer’s known telephone does not wait for another booking of the same customer', {
  tags: ['13.131'],
}, async () => {
  const here = await server.newTenant()
  const service = await here.newService({ duration: 30 })
  await here.book(service.id, { visit_hour: '09:00' })
  const [customer] = await listCustomers(here)

  const booked = await here.db.inTransaction(async (db) => {
    await db.selectFrom('customers').select('id').where('id', '=', customer!.id).forShare().execute()
    return here.book(service.id, { visit_hour: '10:00' })
  })

  expect(booked.statusCode).toBe(201)
  expect((await listBookings(here)).map(({ customer_id }) => customer_id)).toEqual([customer!.id, customer!.id])
})

test('a booking that waited for an erasure or a merge gets a new customer or the merged one', {
  tags: ['13.131'],
}, async () => {
  const here = await server.newTenant()
  const service = await here.newService({ duration: 30 })
  const [giulia, giulio] = [{ name: 'Giulia' }, { name: 'Giulio' }]
  await here.book(service.id, { ...giulia, visit_hour: '09:00' })
  await here.book(service.id, { ...giulio, visit_hour: '10:00' })
  const [erased, unchanged] = (await listCustomers(here)).map(({ id }) => id)

  const booking = async (person: object, visit_hour: string, change: object) => {
    const { answer } = await here.db.inTransaction(async (db) => {
      const changed = db.updateTable('customers').set(change).where('tenant_id', '=', here.id)
      await changed.where('id', '=', person === giulia ? erased! : unchanged!).execute()
      const answer = here.book(service.id, { ...person, visit_hour })
      await expect.poll(() => countLockWaits(server.owner)).toBe(1)
      return { answer }
    })
    expect((await answer).statusCode).toBe(201)
  }
  await booking(giulia, '11:00', { identity: 'erased', erased_at: '2026-11-20T10:00:00Z' })
  const [, , anew] = await listCustomers(here)
  await booking(giulio, '12:00', { merged_into: anew!.id })

  expect((await listBookings(here)).map(({ customer_id }) => customer_id)).toEqual([
    erased,
    unchanged,
    anew!.id,
    anew!.id,
  ])
})
