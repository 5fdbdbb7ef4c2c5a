import type { BookingEvent } from '@prenoto/core/bookings/booking-schema.ts'
import { endUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, describe, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
let staff: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
  staff = await here.as('operator')
})

const { privacy: _, ...typed } = aBooking
const SLOT_GONE = 'Lo slot scelto non è più disponibile.'
const create = (service: { id: number }, booking: object = {}, headers?: object) =>
  staff.post('/bookings/create', { ...typed, service_id: service.id, ...booking }, headers)
const events = async (from = '2026-11-01', to = '2026-12-31') =>
  (await staff.post('/bookings/events', { from, to })).json()
const customers = async () => (await staff.get('/customers')).json().customers

describe('a booking made by the staff', () => {
  test('takes an offered slot, within the notice too, and is shown with its service', {
    tags: ['7.18'],
  }, async () => {
    await here.db.updateTable('configurations').set({ app_booking_hours_notice: 72 }).execute()
    const service = await here.newService({ color: '#123456', discounted_amount: '20.00' })

    const createdBooking = await create(service, { visit_day: '21-11-2026', visit_hour: '10:00', email: 'non ne ha' })

    expect(createdBooking.statusCode).toBe(201)
    expect(createdBooking.json()).toEqual({
      id: expect.any(Number),
      hidden_id: expect.stringMatching(/^[\w-]{22}$/),
      name: 'Giulia',
      surname: 'Verdi',
      email: 'non ne ha',
      telephone: '3331234567',
      visit_day: '2026-11-21',
      visit_hour: '10:00:00',
      service_id: service.id,
      service_name: 'Taglio',
      service_duration: 60,
      service_price: '20.00',
      services: null,
      calendar_id: service.calendar_id,
      calendar_name: '',
      buffer_before: 0,
      buffer_after: 0,
      processing_times: [],
      overridden_conflicts: null,
      attendance: null,
      patient_notes: '',
      version: 0,
      service_color: '#123456',
      series_id: null,
      confirmation: null,
      email_refused: false,
      customer_id: expect.any(Number),
    })
    expect((await staff.get(`/bookings/${createdBooking.json().id}`)).json()).toEqual(createdBooking.json())
    expect((await staff.get('/bookings')).json().bookings).toEqual([createdBooking.json()])
    expect(await events('2026-11-21', '2026-11-21')).toEqual([createdBooking.json()])
  })

  test('may be of a service that is hidden from visitors', { tags: ['13.5'] }, async () => {
    const hidden = await here.newService({ visible_frontend: false })

    expect((await create(hidden)).statusCode).toBe(201)
    expect((await here.book(hidden.id, { ...aBooking, visit_hour: '11:00' })).statusCode).toBe(404)
  })

  test('records its author and no consent', async () => {
    const { id } = (await create(await here.newService())).json()
    const row = await here.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ created_by: staff.id, consented_at: null, privacy_version: null })
  })

  test.each([
    ['taken', { visit_hour: '09:00' }],
    ['not on the grid', { visit_hour: '09:30' }],
    ['past today', { visit_day: '2026-11-21', visit_hour: '09:00' }],
    ['yesterday', { visit_day: '2026-11-20' }],
    ['on a closed weekday', { visit_day: '2026-11-22' }],
  ])('is rejected for a time that is %s', { tags: ['4.17'] }, async (_, booking) => {
    const service = await here.newService()
    await here.book(service.id)
    const answer = await create(service, booking)
    expect(answer.json()).toMatchObject({ status: 409, detail: SLOT_GONE })
  })

  test('is made once for one idempotency key', async () => {
    const service = await here.newService()
    const key = { 'idempotency-key': 'panel-1' }
    const [one, again] = [await create(service, {}, key), await create(service, {}, key)]
    const other = await create(service, { visit_hour: '10:00' }, key)
    expect(again.json()).toEqual(one.json())
    expect(other.statusCode).toBe(409)
    expect(await events()).toHaveLength(1)
  })

  test('requires a service of this business', async () => {
    const elsewhere = await server.newTenant()
    expect((await create(await elsewhere.newService())).statusCode).toBe(404)
  })

  test('is validated with the form’s messages', { tags: ['5.6', '5.7', '5.8'] }, async () => {
    expect((await staff.post('/bookings/create', {})).json().errors).toEqual([
      { path: 'name', message: 'Il nome è obbligatorio.' },
      { path: 'surname', message: 'Il cognome è obbligatoria.' },
      { path: 'email', message: "L'email è obbligatoria." },
      { path: 'telephone', message: 'Il telefono è obbligatoria.' },
      { path: 'visit_day', message: 'La data della prenotazione è obbligatoria.' },
      { path: 'visit_hour', message: "L'orario della prenotazione è obbligatoria." },
      { path: 'service_id', message: 'Il servizio è obbligatorio.' },
    ])
  })
})

describe('a booking that is changed', () => {
  const change = (id: number, service: { id: number }, booking: object = {}) =>
    staff.put(`/bookings/update/${id}`, { ...typed, service_id: service.id, ...booking })

  test('can change to another time, which frees its previous one', { tags: ['4.17', '7.20'] }, async () => {
    const service = await here.newService()
    const { id } = (await here.book(service.id)).json()

    const rescheduled = await change(id, service, { visit_day: '2026-11-24', visit_hour: '10:00' })

    expect(rescheduled.json()).toMatchObject({ id, visit_day: '2026-11-24', visit_hour: '10:00:00' })
    expect((await here.book(service.id)).statusCode).toBe(201)
    expect((await here.book(service.id, { visit_day: '2026-11-24', visit_hour: '10:00' })).statusCode).toBe(409)
    const row = await here.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(String(row.starts_at)).toBe('2026-11-24T09:00:00Z')
    expect(String(row.ends_at)).toBe('2026-11-24T10:00:00Z')
    expect(row.updated_by).toBe(staff.id)
  })

  test('may overlap its own previous time', async () => {
    const service = await here.newService()
    const half = await here.newService({ calendar_id: service.calendar_id, duration: 30 })
    const { id } = (await here.book(service.id)).json()
    expect((await change(id, half, { visit_hour: '09:30' })).json()).toMatchObject({ visit_hour: '09:30:00' })
  })

  test('is rejected for a slot of another booking', async () => {
    const service = await here.newService()
    const { id } = (await here.book(service.id)).json()
    await here.book(service.id, { visit_hour: '10:00' })
    expect((await change(id, service, { visit_hour: '10:00' })).json()).toMatchObject({
      status: 409,
      detail: SLOT_GONE,
    })
    expect((await staff.get(`/bookings/${id}`)).json().visit_hour).toBe('09:00:00')
  })

  test('keeps its own time after closures, lower limits or deletions', { tags: ['2.62'] }, async () => {
    const service = await here.newService()
    const { id } = (await here.book(service.id)).json()
    await here.newDayOff({
      calendar_id: service.calendar_id,
      day_from: '2026-11-01',
      hour_from: '00:00',
      day_to: '2026-12-31',
      hour_to: '00:00',
    })
    const renamed = await change(id, service, { name: 'Giulietta' })
    await here.db.updateTable('services').set({ deleted_at: NOW.toString() }).execute()
    const again = await change(id, service, { name: 'Lia' })

    expect(renamed.json()).toMatchObject({ name: 'Giulietta', visit_hour: '09:00:00' })
    expect(again.json()).toMatchObject({ name: 'Lia' })
    expect((await change(id, service, { visit_hour: '10:00' })).statusCode).toBe(404)
  })

  test('keeps its price and duration when its service changes, until it changes to another service', async () => {
    const service = await here.newService()
    const other = await here.newService({ calendar_id: service.calendar_id, name: 'Piega', duration: 30, amount: '12' })
    const { id } = (await here.book(service.id)).json()
    await here.db
      .updateTable('services')
      .set({ name: 'Taglio nuovo', duration: 30, amount: '99' })
      .where('id', '=', service.id)
      .execute()
    await here.book(service.id, { visit_hour: '10:30', email: 'altro@example.it' })

    const rescheduled = await change(id, service, { visit_hour: '11:00' })
    // Half an hour would fit before 10:30, but this booking lasts an hour.
    const tight = await change(id, service, { visit_hour: '10:00' })
    const changed = await change(id, other, { visit_hour: '10:00' })

    expect(rescheduled.json()).toMatchObject({ service_name: 'Taglio', service_duration: 60, service_price: '25.00' })
    expect(tight.statusCode).toBe(409)
    expect(changed.json()).toMatchObject({ service_name: 'Piega', service_duration: 30, service_price: '12.00' })
  })

  test('can change to another calendar', async () => {
    const [one, other] = [await here.newService(), await here.newService()]
    const { id } = (await here.book(one.id)).json()
    await change(id, other)
    expect((await here.book(one.id)).statusCode).toBe(201)
    expect((await here.book(other.id)).statusCode).toBe(409)
  })

  test('must be of today or later, before and after the change', { tags: ['4.17', '6.4'] }, async () => {
    const service = await here.newService()
    const { id } = (await here.book(service.id)).json()

    expect((await change(id, service, { visit_day: '2026-11-20' })).json()).toMatchObject({
      status: 409,
      detail: 'Una prenotazione non può essere spostata nel passato.',
    })
    server.clock.now = Temporal.Instant.from('2026-11-23T22:30:00Z')
    staff = await here.as('operator')
    expect((await change(id, service, { name: 'Lia' })).statusCode).toBe(200)
    server.clock.now = Temporal.Instant.from('2026-11-23T23:00:00Z')
    staff = await here.as('operator')
    expect((await change(id, service, { name: 'Mia', visit_day: '2026-11-25' })).json()).toMatchObject({
      status: 409,
      detail: 'Una prenotazione di un giorno passato non può essere modificata.',
    })
  })

  test('gets the customer with the new name and e-mail; a mistyped customer is deleted', async () => {
    const service = await here.newService()
    const { id } = (await here.book(service.id, { name: 'Giulai' })).json()

    await change(id, service)
    expect(await customers()).toMatchObject([{ name: 'Giulia', surname: 'Verdi', telephone: '3331234567' }])

    await here.book(service.id, { visit_hour: '11:00' })
    await change(id, service, { name: 'Marco', telephone: '06 555 123' })
    expect(await customers()).toMatchObject([{ name: 'Giulia' }, { name: 'Marco', telephone: '06555123' }])
  })

  test('must exist in this business', async () => {
    const elsewhere = await server.newTenant()
    const service = await here.newService()
    const there = await elsewhere.newService()
    const { id } = (await elsewhere.book(there.id)).json()
    const mine = (await here.book(service.id)).json()

    expect((await change(id, service)).statusCode).toBe(404)
    expect((await staff.get(`/bookings/${id}`)).statusCode).toBe(404)
    expect((await staff.delete(`/bookings/delete/${id}`)).statusCode).toBe(404)
    expect((await change(mine.id, there, { visit_hour: '10:00' })).statusCode).toBe(404)
    expect(await events()).toMatchObject([{ id: mine.id }])
  })
})

test('a deleted booking disappears, and its slot is free after the undo ends', {
  tags: ['4.10', '6.4', '7.21'],
}, async () => {
  const service = await here.newService()
  const { id, hidden_id } = (await here.book(service.id)).json()

  expect((await staff.delete(`/bookings/delete/${id}`)).statusCode).toBe(204)

  expect((await staff.delete(`/bookings/delete/${id}`)).statusCode).toBe(404)
  expect((await here.delete(`/client/bookings/delete/${hidden_id}`)).statusCode).toBe(404)
  expect(await events()).toEqual([])
  await endUndoTime(server)
  expect((await here.book(service.id)).statusCode).toBe(201)
})

describe('the calendar’s events', () => {
  test('are in the order of the visits, both days included', { tags: ['7.17'] }, async () => {
    const service = await here.newService()
    for (const [visit_day, visit_hour] of [
      ['2026-11-25', '09:00'],
      ['2026-11-24', '15:00'],
      ['2026-11-24', '10:00'],
      ['2026-11-26', '09:00'],
      ['2026-11-23', '09:00'],
    ])
      await here.book(service.id, { visit_day, visit_hour })

    expect(
      (await events('2026-11-24', '2026-11-25')).map((e: typeof aBooking) => `${e.visit_day} ${e.visit_hour}`),
    ).toEqual(['2026-11-24 10:00:00', '2026-11-24 15:00:00', '2026-11-25 09:00:00'])
  })

  test('beyond the limit, are the first two of each day with the count of the day', async () => {
    const service = await here.newService()
    for (const [visit_day, visit_hour] of [
      ['2026-11-24', '15:00'],
      ['2026-11-23', '11:00'],
      ['2026-11-23', '09:00'],
      ['2026-11-23', '10:00'],
    ])
      await here.book(service.id, { visit_day, visit_hour })
    const grid = async (at_most: number) =>
      (await staff.post('/bookings/events', { from: '2026-11-01', to: '2026-11-30', at_most })).json()

    expect(await grid(4)).toEqual(await events('2026-11-01', '2026-11-30'))
    expect(
      (await grid(3)).map((e: BookingEvent) => `${e.visit_day} ${e.visit_hour} ${e.customer_id && e.of_day}`),
    ).toEqual(['2026-11-23 09:00:00 3', '2026-11-23 10:00:00 3', '2026-11-24 15:00:00 1'])
  })

  test('require a valid span', { tags: ['7.17'] }, async () => {
    for (const body of [
      { from: '2026-11-25', to: '2026-11-24' },
      { from: '2026-01-01', to: '2027-01-03' },
      { from: '2026-02-30', to: '2026-03-01' },
      { from: '2026-11-25', to: '2026-11-26', at_most: 0 },
      {},
    ])
      expect((await staff.post('/bookings/events', body)).statusCode).toBe(422)
  })
})

test('a concurrent reschedule and cancellation of one booking leave it cancelled', async () => {
  const service = await here.newService()
  for (let round = 0; round < 3; round++) {
    const { id } = (await here.book(service.id)).json()
    const [, cancelled] = await Promise.all([
      staff.put(`/bookings/update/${id}`, { ...typed, service_id: service.id, visit_day: '2026-11-24' }),
      staff.delete(`/bookings/delete/${id}`),
    ])
    expect(cancelled.statusCode).toBe(204)
    expect(await events()).toEqual([])
    await endUndoTime(server)
  }
})
