import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('the configuration has every field of the specification, with its defaults', async () => {
  const here = await server.newTenant({ app_name: 'Salone Aurora', app_primary_color: '' })

  const response = await here.get('/client/configs')

  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({
    app_logo: '',
    app_name: 'Salone Aurora',
    app_primary_color: '',
    app_primary_text_color: '#ffffff',
    app_secondary_color: '#f97316',
    app_secondary_text_color: '#ffffff',
    welcome_text: '',
    contact_text: '',
    address: '',
    piva: '',
    phone: '',
    email: '',
    linkedin: '',
    facebook: '',
    instagram: '',
    whatsapp: '',
    app_day_reminder: 0,
    app_simultaneous_bookings_enabled: false,
    app_booking_max_months: 0,
    app_booking_hours_notice: 0,
    time_zone: 'Europe/Rome',
  })
})

test('each field keeps its own value', async () => {
  const here = await server.newTenant({
    app_day_reminder: 1,
    app_simultaneous_bookings_enabled: true,
    app_booking_max_months: 2,
    app_booking_hours_notice: 3,
    welcome_text: 'Benvenuti! <b>«Ciao»</b>',
  })

  const response = await here.get('/client/configs')

  expect(response.json()).toMatchObject({
    app_day_reminder: 1,
    app_simultaneous_bookings_enabled: true,
    app_booking_max_months: 2,
    app_booking_hours_notice: 3,
    welcome_text: 'Benvenuti! <b>«Ciao»</b>',
  })
})

test('each business has its own', async () => {
  const [here, elsewhere] = [
    await server.newTenant({ app_name: 'Salone Aurora' }),
    await server.newTenant({ app_name: 'Studio Bianchi' }),
  ]

  expect((await here.get('/client/configs')).json().app_name).toBe('Salone Aurora')
  expect((await elsewhere.get('/client/configs')).json().app_name).toBe('Studio Bianchi')
})
