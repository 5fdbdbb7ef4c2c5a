import { WITHOUT_EMAIL } from '@prenoto/core/fields/without-email.ts'
import { aBooking, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { notify } from '../booking-events/notify.ts'
import { planReminders } from './plan-reminders.ts'

const server = await sharedServer()
let here: TestTenant
let admin: Awaited<ReturnType<TestTenant['as']>>
let serviceId: number
beforeEach(async () => {
  here = await server.newTenant({ app_day_reminder: 5 })
  admin = await here.as('admin')
  serviceId = (await here.newService()).id
})

const book = async (booking: object) => {
  const answer = await admin.post('/bookings/create', {
    ...aBooking,
    service_id: serviceId,
    email: WITHOUT_EMAIL,
    ...booking,
  })
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

const messages = () => here.db.selectFrom('messages').select(['kind']).execute()

test('a booking without an e-mail address sends nothing', { tags: ['13.95'] }, async () => {
  const booking = await book({})
  const rescheduled = { ...aBooking, service_id: serviceId, email: booking.email, visit_hour: '11:00' }

  await notify(here.ctx(), [{ event: 'booking-created', booking_id: booking.id }], new Map())
  expect((await admin.put(`/bookings/update/${booking.id}`, rescheduled)).statusCode).toBe(200)
  await notify(here.ctx(), [{ event: 'booking-changed', booking_id: booking.id, concerns_customer: true }], new Map())
  await planReminders(here.ctx(), [{}], new Map())
  await here.delete(`/client/bookings/delete/${booking.hidden_id}`)
  await notify(here.ctx(), [{ event: 'booking-cancelled', booking_id: booking.id }], new Map())

  expect(await messages()).toEqual([{ kind: 'cancelled-booking' }])
})

test('customers without e-mail are the same by name and telephone', { tags: ['13.95'] }, async () => {
  await book({})
  await book({ visit_hour: '10:00' })
  await book({ visit_hour: '11:00', telephone: '+39 347 000 1111' })
  const again = await book({ visit_hour: '12:00', telephone: '(di sua madre)' })

  const { customers } = (await admin.get('/customers')).json()
  expect(customers.map(({ telephone }: { telephone: string }) => telephone)).toEqual([
    '3331234567',
    '393470001111',
    again.telephone,
  ])
  expect(new Set(customers.map(({ email }: { email: string }) => email)).size).toBe(3)
  const data = (await admin.get(`/customers/${customers[0].id}/export`)).json()
  expect(data.customer.email).toBe('Senza email')
  expect(data.bookings.map(({ email }: { email: string }) => email)).toEqual(['Senza email', 'Senza email'])
})

test('sends e-mails after an address is added', { tags: ['13.95'] }, async () => {
  const booking = await book({})
  const changes = { ...aBooking, service_id: serviceId, email: 'giulia@posta.example' }
  expect((await admin.put(`/bookings/update/${booking.id}`, changes)).statusCode).toBe(200)
  await notify(here.ctx(), [{ event: 'booking-changed', booking_id: booking.id, concerns_customer: true }], new Map())

  expect(await messages()).toEqual([{ kind: 'change' }])
})

test('a visitor cannot book without an e-mail address', { tags: ['13.95'] }, async () => {
  for (const email of [WITHOUT_EMAIL, '3331234567@SENZA-EMAIL.invalid']) {
    const answer = await here.book(serviceId, { email })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual([{ path: 'email', message: 'Inserisci un’email valida.' }])
  }
})
