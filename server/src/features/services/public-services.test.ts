import { sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer()

test('one service lists the free slots of the days that have any', { tags: ['3.10', '7.14'] }, async () => {
  const here = await server.newTenant()
  const service = await here.newService()

  const response = await here.get(`/client/services/${service.id}`)

  expect(response.statusCode).toBe(200)
  const { available_slots } = response.json()
  expect(available_slots[0]).toEqual({
    date: '2026-11-21',
    slots: ['10:00:00', '11:00:00', '12:00:00', '15:00:00', '16:00:00', '17:00:00', '18:00:00'],
  })
  expect(available_slots[1].date).toBe('2026-11-23')
})

test('one service has the day of its answer and the end of its validity', {
  tags: ['13.13'],
}, async () => {
  const here = await server.newTenant({ app_booking_hours_notice: 2 })
  const service = await here.newService()

  const answer = (await here.get(`/client/services/${service.id}`)).json()

  // At 9:45 the slot of 12:00 is the first one outside the notice; this stays so until 10:00.
  expect(answer.available_slots[0].slots[0]).toBe('12:00:00')
  expect(answer).toMatchObject({ today: '2026-11-21', valid_until: '2026-11-21T09:00:00.001Z' })
})

test('a booked slot disappears at once', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  await here.get(`/client/services/${service.id}`)

  const booked = await here.book(service.id)
  const after = await here.get(`/client/services/${service.id}`)

  expect(booked.statusCode).toBe(201)
  const monday = after.json().available_slots.find((day: { date: string }) => day.date === '2026-11-23')
  expect(monday.slots).not.toContain('09:00:00')
})

test('one service lists closed days and closures without reasons, of one calendar or of all', {
  tags: ['13.164'],
}, async () => {
  const here = await server.newTenant({ app_booking_max_months: 1 })
  const other = await here.newCalendar()
  const service = await here.newService({}, other)
  const { calendar_id } = service
  const read = async (query = '') => (await here.get(`/client/services/${service.id}${query}`)).json()
  const sundays = ['2026-11-22', '2026-11-29', '2026-12-06', '2026-12-13', '2026-12-20']
  expect(await read()).toMatchObject({ closed_days: sundays, closures: [] })

  const admin = await here.as('admin')
  const closure = { hour_from: '00:00', hour_to: '23:59', reason: 'Un lutto' }
  await admin.post('/days_off', { ...closure, day_from: '2026-11-26', day_to: '2026-11-28', calendar_id })
  await admin.post('/days_off', { ...closure, day_from: '2026-11-27', day_to: '2026-11-27', calendar_id: other.id })

  const both = await read()
  expect(both).toMatchObject({
    closed_days: ['2026-11-22', '2026-11-27', ...sundays.slice(1)],
    closures: [{ day_from: '2026-11-27', hour_from: null, day_to: '2026-11-27', hour_to: null }],
  })
  const one = await read(`?calendar_id=${calendar_id}`)
  expect(one).toMatchObject({
    closed_days: ['2026-11-22', '2026-11-26', '2026-11-27', '2026-11-28', ...sundays.slice(1)],
    closures: [{ day_from: '2026-11-26', hour_from: null, day_to: '2026-11-28', hour_to: null }],
  })
  const page = await here.page(`/client_service/${service.id}/booking?con=${calendar_id}&giorno=2026-11-27`)
  expect(page.body).toContain('Siamo chiusi dal 26 al 28 novembre.')
  expect(`${JSON.stringify(both)} ${page.body}`).not.toContain('lutto')
})
