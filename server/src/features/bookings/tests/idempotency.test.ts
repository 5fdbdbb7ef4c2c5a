import { aBooking, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer()

const KEY_USED = 'La chiave di idempotenza è già stata usata per un’altra prenotazione.'

const under = (key: string) => ({ 'idempotency-key': key })

const listBookings = (here: TestTenant) => here.db.selectFrom('bookings').selectAll().execute()

test('a repeated request with the same key gets the first response and books nothing more', async () => {
  const here = await server.newTenant({ app_simultaneous_bookings_enabled: true })
  const { id: calendar_id } = await here.newCalendar({ simultaneous_bookings_number: 5 })
  const service = await here.newService({ calendar_id })

  const first = await here.book(service.id, {}, under('press'))
  const second = await here.book(service.id, {}, under('press'))

  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.body).toBe(first.body)
  expect(await listBookings(here)).toHaveLength(1)
})

test('a repeated request gets the booking as it is after the staff has rescheduled it', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const staff = await here.as('operator')
  const first = (await here.book(service.id, {}, under('lost'))).json()
  const rescheduled = { ...aBooking, service_id: service.id, visit_hour: '11:00:00' }
  expect((await staff.put(`/bookings/update/${first.id}`, rescheduled)).statusCode).toBe(200)

  const again = await here.book(service.id, {}, under('lost'))

  expect(again.statusCode).toBe(201)
  expect(again.json()).toMatchObject({ id: first.id, visit_hour: '11:00:00' })
  expect(await listBookings(here)).toHaveLength(1)
  const guessed = await here.book(service.id, { email: 'altri@example.it' }, under('lost'))
  expect(guessed.statusCode).toBe(422)
  expect(guessed.body).not.toContain(aBooking.email)
})

test('every request without a key books', async () => {
  const here = await server.newTenant({ app_simultaneous_bookings_enabled: true })
  const { id: calendar_id } = await here.newCalendar({ simultaneous_bookings_number: 5 })
  const service = await here.newService({ calendar_id })

  await here.book(service.id)
  await here.book(service.id)

  expect(await listBookings(here)).toHaveLength(2)
})

test('the key of one booking is refused for one with another person or time', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  await here.book(service.id, {}, under('press'))

  for (const change of [
    { name: 'Marta' },
    { surname: 'Neri' },
    { email: 'altra@example.it' },
    { telephone: '3339999999' },
    { visit_hour: '10:00' },
    { visit_day: '2026-11-24' },
  ]) {
    const other = await here.book(service.id, change, under('press'))
    expect(other.statusCode).toBe(422)
    expect(other.json()).toMatchObject({ detail: KEY_USED, errors: [{ path: 'idempotency-key', message: KEY_USED }] })
  }
  expect(await listBookings(here)).toHaveLength(1)
})

test('rejects the key of a booking for another service', async () => {
  const here = await server.newTenant()
  const [one, other] = [await here.newService(), await here.newService()]
  await here.book(one.id, {}, under('press'))

  const response = await here.book(other.id, {}, under('press'))

  expect(response.statusCode).toBe(422)
  expect(await listBookings(here)).toHaveLength(1)
})

test('books one of several different bookings that race for one key and rejects the others', async () => {
  const here = await server.newTenant()
  const services = await Promise.all(Array.from({ length: 4 }, () => here.newService()))

  const responses = await Promise.all(services.map((service) => here.book(service.id, {}, under('press'))))

  expect(responses.map((response) => response.statusCode).sort()).toEqual([201, ...Array(3).fill(422)])
  expect(await listBookings(here)).toHaveLength(1)
})

test('a key used at one business is new to another', async () => {
  const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]
  const [service, other] = [await here.newService(), await elsewhere.newService()]

  const first = await here.book(service.id, {}, under('press'))
  const second = await elsewhere.book(other.id, {}, under('press'))

  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.json().hidden_id).not.toBe(first.json().hidden_id)
})

test('a repeated request gets the first response also after the service was hidden', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const first = await here.book(service.id, {}, under('press'))
  await here.db.updateTable('services').set({ visible_frontend: false }).where('id', '=', service.id).execute()

  const again = await here.book(service.id, {}, under('press'))

  expect(again.statusCode).toBe(201)
  expect(again.body).toBe(first.body)
})

test('a repeated request gets the booking after the staff has corrected its person; another person does not', {
  tags: ['13.148'],
}, async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const { id, hidden_id } = (await here.book(service.id, {}, under('press'))).json()
  const staff = await here.as('operator')
  const [booking] = (await staff.get('/bookings')).json().bookings
  const change = (person: object) => staff.put(`/bookings/update/${id}`, { ...booking, ...person })
  expect((await change({ surname: 'Bianchi', telephone: '3337654321' })).statusCode).toBe(200)

  const again = await here.book(service.id, {}, under('press'))
  const stranger = await here.book(service.id, { email: 'altra@example.it' }, under('press'))

  expect([again.statusCode, again.json()]).toEqual([201, expect.objectContaining({ hidden_id, surname: 'Bianchi' })])
  expect(stranger.statusCode).toBe(422)

  await change({ email: 'altra@example.it' })
  expect((await here.book(service.id, {}, under('press'))).statusCode).toBe(422)
})

test('staff who repeat a key with other data get the saved booking until it is deleted', {
  tags: ['13.155'],
}, async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const staff = await here.as('operator')
  const { privacy: _, ...giulia } = aBooking
  const book = (changes: object) =>
    staff.post('/bookings/create', { ...giulia, service_id: service.id, ...changes }, under('draft'))
  const first = (await book({})).json()

  const [changed, rescheduled] = [await book({ telephone: '3339999999' }), await book({ visit_hour: '11:00' })]

  for (const refused of [changed, rescheduled])
    expect(refused.json()).toMatchObject({
      status: 409,
      detail:
        'Il primo tentativo era stato salvato: la prenotazione di Giulia Verdi di lunedì 23 novembre alle 09:00 c’è già. Aprila per modificarla.',
      current: first,
    })
  expect((await book({})).json()).toEqual(first)
  expect(await listBookings(here)).toHaveLength(1)

  await staff.delete(`/bookings/delete/${first.id}`)
  const anew = await book({ visit_hour: '11:00' })
  expect(anew.json()).toMatchObject({ visit_hour: '11:00:00' })
  expect(anew.json().id).not.toBe(first.id)
})

test('a rejected booking does not use up its key', async () => {
  const here = await server.newTenant()
  const service = await here.newService()

  const refused = await here.book(service.id, { visit_hour: '09:10' }, under('press'))
  const corrected = await here.book(service.id, {}, under('press'))

  expect([refused.statusCode, corrected.statusCode]).toEqual([409, 201])
})

test('rejects keys that are empty, too long or not printable', async () => {
  const here = await server.newTenant()
  const service = await here.newService()

  for (const key of ['', 'with space', 'à', 'k'.repeat(201)]) {
    const response = await here.book(service.id, {}, under(key))
    expect(response.statusCode).toBe(422)
    expect(response.json().errors).toEqual([
      { path: 'idempotency-key', message: 'La chiave di idempotenza non è valida.' },
    ])
  }
})
