import { aVisit } from '@prenoto/test-support/fixtures/visits.ts'
import { aBooking, NOW, sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer()

const GONE = 'Lo slot scelto non è più disponibile.'
const NO_SERVICE = 'Il servizio richiesto non esiste.'

test('a visitor books an offered slot and gets the booking, with a private link of its own', {
  tags: ['1.2', '3.12', '7.19'],
}, async () => {
  const here = await server.newTenant()
  const service = await here.newService({ name: 'Piega', duration: 30 })

  const response = await here.book(service.id)

  expect(response.statusCode).toBe(201)
  expect(response.json()).toEqual({
    id: expect.any(Number),
    hidden_id: expect.stringMatching(/^[\w-]{22}$/),
    name: 'Giulia',
    surname: 'Verdi',
    email: 'giulia.verdi@example.it',
    telephone: '3331234567',
    ...aVisit({ service_name: 'Piega', service_duration: 30 }),
    service_id: service.id,
    calendar_id: service.calendar_id,
  })
  const other = (await here.book(service.id, { visit_hour: '10:00' })).json()
  expect(other.hidden_id).toMatch(/^[\w-]{22}$/)
  expect(other.hidden_id).not.toBe(response.json().hidden_id)
})

test('a booking stores local date and time, and the instants they mean', async () => {
  const here = await server.newTenant()
  const service = await here.newService({ duration: 45 })

  const { id } = (await here.book(service.id)).json()

  const booking = await here.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(booking).toMatchObject({ visit_day: '2026-11-23', visit_hour: '09:00:00' })
  expect(booking.starts_at.toString()).toBe('2026-11-23T08:00:00Z')
  expect(booking.ends_at.toString()).toBe('2026-11-23T08:45:00Z')
})

test('stores the consent with the version of its text and its time', { tags: ['3.14'] }, async () => {
  const here = await server.newTenant()
  const service = await here.newService()

  await here.book(service.id)

  const booking = await here.db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow()
  expect(booking.privacy_version).toBe('2026-11-27')
  expect(booking.consented_at?.toString()).toBe(NOW.toString())
})

test('a later change of the service does not change the booking', { tags: ['4.33'] }, async () => {
  const here = await server.newTenant()
  const service = await here.newService({ name: 'Taglio', duration: 60, amount: '25.00', discounted_amount: '19.90' })
  await here.book(service.id)

  await here.db
    .updateTable('services')
    .set({ name: 'Taglio e piega', duration: 90, amount: '40.00', discounted_amount: null })
    .where('tenant_id', '=', here.id)
    .execute()

  const booking = await here.db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow()
  expect(booking).toMatchObject({ service_name: 'Taglio', service_duration: 60, service_price: '19.90' })
})

test.for([
  ['the amount without a discount', null, '25.00'],
  ['the amount when the discounted one is zero', '0.00', '25.00'],
  ['the discounted amount when there is one', '19.90', '19.90'],
] as const)('the price of a booking is %s', { tags: ['4.33'] }, async ([, discounted_amount, price]) => {
  const here = await server.newTenant()
  const service = await here.newService({ amount: '25.00', discounted_amount })

  await here.book(service.id)

  const { service_price } = await here.db.selectFrom('bookings').select('service_price').executeTakeFirstOrThrow()
  expect(service_price).toBe(price)
})

test('rejects a slot that was never offered, runs into a break, has passed or lies beyond the horizon', async () => {
  const here = await server.newTenant()
  const service = await here.newService()

  for (const [visit_hour, visit_day] of [
    ['09:10', '2026-11-23'],
    ['12:30', '2026-11-23'],
    ['09:00', '2026-11-22'],
    ['09:00', '2026-11-21'],
    ['09:00', '2026-11-20'],
    ['09:00', '1901-01-07'],
    ['09:00', '2027-02-22'],
    ['09:00', '2199-12-31'],
  ] as const)
    expect((await here.book(service.id, { visit_day, visit_hour })).json()).toMatchObject({ status: 409, detail: GONE })
})

test('books the last slot within the horizon', { tags: ['4.25'] }, async () => {
  const here = await server.newTenant()
  const service = await here.newService()

  const response = await here.book(service.id, { visit_day: '2027-02-20', visit_hour: '18:00' })

  expect(response.statusCode).toBe(201)
})

test('rejects a slot within the booking notice and books the first one after it', { tags: ['4.25'] }, async () => {
  const here = await server.newTenant({ app_booking_hours_notice: 48 })
  const service = await here.newService({ duration: 15 })

  const early = await here.book(service.id, { visit_day: '2026-11-23', visit_hour: '09:30' })
  const onTime = await here.book(service.id, { visit_day: '2026-11-23', visit_hour: '09:45' })

  expect(early.statusCode).toBe(409)
  expect(onTime.statusCode).toBe(201)
})

test('rejects a slot after the calendar’s last day', async () => {
  const here = await server.newTenant()
  const { id: calendar_id } = await here.newCalendar({ to: '2026-11-24' })
  const service = await here.newService({ calendar_id })

  const lastDay = await here.book(service.id, { visit_day: '2026-11-24' })
  const dayAfter = await here.book(service.id, { visit_day: '2026-11-25' })

  expect(lastDay.statusCode).toBe(201)
  expect(dayAfter.statusCode).toBe(409)
})

test('rejects a slot that overlaps a closing day', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  await here.newDayOff({
    calendar_id: service.calendar_id,
    day_from: '2026-11-23',
    hour_from: '10:30',
    day_to: '2026-11-24',
    hour_to: '12:00',
  })

  const hours = [
    ['2026-11-23', '09:00', 201],
    ['2026-11-23', '10:00', 409],
    ['2026-11-23', '18:00', 409],
    ['2026-11-24', '11:00', 409],
    ['2026-11-24', '12:00', 201],
  ] as const

  for (const [visit_day, visit_hour, status] of hours)
    expect((await here.book(service.id, { visit_day, visit_hour })).statusCode).toBe(status)
})

test('rejects a slot that is already taken', { tags: ['4.31'] }, async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  await here.book(service.id)

  const second = await here.book(service.id, { name: 'Marco' })

  expect(second.statusCode).toBe(409)
  expect(second.json().detail).toBe(GONE)
})

test('a booking of one service blocks its time for every service of the calendar', { tags: ['4.23'] }, async () => {
  const here = await server.newTenant()
  const long = await here.newService({ duration: 120 })
  const short = await here.newService({ duration: 30, calendar_id: long.calendar_id })
  await here.book(short.id, { visit_hour: '10:30' })

  const around = await here.book(long.id, { visit_hour: '09:00' })
  const after = await here.book(long.id, { visit_hour: '11:00' })

  expect(around.statusCode).toBe(409)
  expect(after.statusCode).toBe(201)
})

test('allows simultaneous bookings only if the business has enabled them', { tags: ['4.23'] }, async () => {
  const here = await server.newTenant({ app_simultaneous_bookings_enabled: false })
  const { id: calendar_id } = await here.newCalendar({ simultaneous_bookings_number: 3 })
  const service = await here.newService({ calendar_id })
  await here.book(service.id)

  const second = await here.book(service.id)

  expect(second.statusCode).toBe(409)
})

test('answers 404 for a service that is unknown, hidden, deleted or of another business', async () => {
  const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]
  const hidden = await here.newService({ visible_frontend: false })
  const deleted = await here.newService()
  await here.db.updateTable('services').set({ deleted_at: NOW.toString() }).where('id', '=', deleted.id).execute()
  const foreign = await elsewhere.newService()

  const responses = await Promise.all([999_999_999, hidden.id, deleted.id, foreign.id].map((id) => here.book(id)))

  for (const response of responses) {
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ status: 404, detail: NO_SERVICE })
  }
  const { count } = await elsewhere.db
    .selectFrom('bookings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(0)
})

test('a rejected booking stores nothing', async () => {
  const here = await server.newTenant()
  const service = await here.newService()

  await here.book(service.id, { ...aBooking, visit_hour: '09:10' })

  for (const table of ['bookings', 'customers', 'calendar_days'] as const)
    expect(await here.db.selectFrom(table).selectAll().execute()).toEqual([])
})
