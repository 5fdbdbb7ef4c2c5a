import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { afterEach, expect, test } from 'vitest'

const server = await sharedServer()
afterEach(() => {
  server.clock.now = NOW
})

const UNKNOWN = 'La prenotazione non esiste o è già stata disdetta.'

async function bookVisit(here: TestTenant) {
  const service = await here.newService()
  const { hidden_id } = (await here.book(service.id)).json()
  return { service, link: `/client/bookings/delete/${hidden_id}` }
}

test('a visitor cancels with the private link', { tags: ['1.4', '7.22'] }, async () => {
  const here = await server.newTenant()
  const { link } = await bookVisit(here)

  const response = await here.delete(link)

  expect(response.statusCode).toBe(204)
  expect(response.body).toBe('')
})

test('the slot of a cancelled visit is offered and booked again', async () => {
  const here = await server.newTenant()
  const { service, link } = await bookVisit(here)
  const monday = async () =>
    (await here.get(`/client/services/${service.id}`))
      .json()
      .available_slots.find((day: { date: string }) => day.date === '2026-11-23').slots
  expect(await monday()).not.toContain('09:00:00')

  await here.delete(link)

  expect(await monday()).toContain('09:00:00')
  expect((await here.book(service.id, { name: 'Marco' })).statusCode).toBe(201)
})

test('a second cancellation answers 404', { tags: ['4.39'] }, async () => {
  const here = await server.newTenant()
  const { link } = await bookVisit(here)
  await here.delete(link)

  const again = await here.delete(link)

  expect(again.statusCode).toBe(404)
  expect(again.json()).toMatchObject({ status: 404, detail: UNKNOWN })
})

test('one of two concurrent cancellations succeeds', async () => {
  const here = await server.newTenant()
  const { link } = await bookVisit(here)

  const responses = await Promise.all(Array.from({ length: 4 }, () => here.delete(link)))

  const statuses = responses.map((response) => response.statusCode).sort()
  expect(statuses).toEqual([204, ...Array(3).fill(404)])
})

test('a cancelled booking keeps its row, with the time of its cancellation', async () => {
  const here = await server.newTenant()
  const { link } = await bookVisit(here)

  await here.delete(link)

  const booking = await here.db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow()
  expect(booking.deleted_at?.toString()).toBe(NOW.toString())
  expect(booking.deleted_by).toBeNull()
})

test('staff read a cancelled booking with who cancelled it and when, and cannot change it', async () => {
  const here = await server.newTenant()
  const operator = await here.as('operator')
  const { id } = (await here.book((await here.newService()).id)).json()
  const path = `/bookings/${id}/cancelled`
  expect((await operator.get(path)).statusCode).toBe(404)
  const { hidden_id: _, version: __, ...booking } = (await operator.get(`/bookings/${id}`)).json()

  await operator.delete(`/bookings/delete/${id}`)

  const answer = (await operator.get(path)).json()
  expect(answer).toMatchObject({ ...booking, cancelled_at: '21-11-2026 09:45', cancelled_by: 'Ada Bianchi' })
  expect(answer).not.toHaveProperty('hidden_id')
  const { history } = (await operator.get(`/bookings/${id}/history`)).json()
  expect(history.at(-1)).toMatchObject({ kind: 'cancelled', by: 'Ada Bianchi' })
  expect((await operator.get(`/bookings/${id}`)).statusCode).toBe(404)
  expect((await operator.put(`/bookings/update/${id}`, { ...booking, calendar_id: null })).statusCode).toBe(404)
  const elsewhere = await (await server.newTenant()).as('admin')
  expect((await elsewhere.get(path)).statusCode).toBe(404)
})

test('an unknown link cancels nothing', async () => {
  const here = await server.newTenant()
  await bookVisit(here)

  for (const key of ['AAAAAAAAAAAAAAAAAAAAAA', '1', '%00', 'a%2Fb', "'%20or%20true--", 'x'.repeat(300), '%F0%9F%92%A9'])
    expect([key, (await here.delete(`/client/bookings/delete/${key}`)).statusCode]).toEqual([key, 404])
  const booking = await here.db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow()
  expect(booking.deleted_at).toBeNull()
})

test('the id of a booking is not the key of its private link', { tags: ['4.10', '6.1'] }, async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const { id } = (await here.book(service.id)).json()

  const response = await here.delete(`/client/bookings/delete/${id}`)

  expect(response.statusCode).toBe(404)
})

test('a private link works only at its own business', async () => {
  const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]
  const { link } = await bookVisit(here)

  const response = await elsewhere.delete(link)

  expect(response.statusCode).toBe(404)
  expect((await here.delete(link)).statusCode).toBe(204)
})

test('rejects the cancellation of a visit that has begun', { tags: ['4.39'] }, async () => {
  const here = await server.newTenant()
  const { link } = await bookVisit(here)

  server.clock.now = Temporal.Instant.from('2026-11-23T08:00:00Z')
  const begun = await here.delete(link)
  server.clock.now = Temporal.Instant.from('2026-11-23T07:59:59Z')
  const before = await here.delete(link)

  expect(begun.statusCode).toBe(409)
  expect(begun.json().detail).toBe('La visita è già iniziata: non può più essere disdetta.')
  expect(before.statusCode).toBe(204)
})
