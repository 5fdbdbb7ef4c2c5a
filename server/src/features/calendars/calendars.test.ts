import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
let editor: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  here = await server.newTenant()
  editor = await here.as('editor')
})

const sala = {
  name: 'Sala',
  description: 'La sala grande',
  from: '2026-01-01',
  to: '',
  simultaneous_bookings_number: 2,
  monday_morning_from: '09:00',
  monday_morning_to: '13:00',
  tuesday_morning_from: '',
  tuesday_afternoon_from: null,
}

test('returns a calendar as it was saved: dates DD-MM-YYYY, times HH:mm, empty values as empty text', {
  tags: ['3.4', '3.5', '7.11'],
}, async () => {
  const response = await editor.post('/calendars', { ...sala, to: '31-12-2026' })

  expect(response.statusCode).toBe(201)
  expect(response.json()).toMatchObject({
    name: 'Sala',
    description: 'La sala grande',
    from: '01-01-2026',
    to: '31-12-2026',
    simultaneous_bookings_number: 2,
    monday_morning_from: '09:00',
    monday_morning_to: '13:00',
    tuesday_morning_from: '',
    sunday_afternoon_to: '',
  })
  expect(Object.keys(response.json())).toHaveLength(12 + 28)
  expect((await editor.get('/calendars')).json().calendars).toEqual([response.json()])
})

test('a calendar is saved as it was read, and may lose its end date', { tags: ['3.4', '3.7'] }, async () => {
  const response = (await editor.post('/calendars', { ...sala, to: '2026-12-31' })).json()
  const same = await editor.put(`/calendars/${response.id}`, response)
  const endless = await editor.put(`/calendars/${response.id}`, {
    ...response,
    to: null,
    sunday_morning_from: '10:00',
    sunday_morning_to: '00:00',
  })

  expect(same.json()).toEqual(response)
  expect(endless.json()).toEqual({
    ...response,
    to: '',
    sunday_morning_from: '10:00',
    sunday_morning_to: '00:00',
    version: 2,
  })
})

test('a repeated key updates the same calendar', async () => {
  const key = { 'idempotency-key': 'onboarding-1' }
  const first = (await editor.post('/calendars', sala, key)).json()

  const again = await Promise.all([1, 2, 3].map(() => editor.post('/calendars', { ...sala, name: 'Saletta' }, key)))

  for (const answer of again) expect(answer.json()).toEqual({ ...first, name: 'Saletta', version: 2 })
  expect((await editor.get('/calendars')).json().calendars).toEqual([again[0]!.json()])
  const elsewhere = await (await server.newTenant()).as('editor')
  expect((await elsewhere.post('/calendars', sala, key)).json().id).not.toBe(first.id)
})

test('rejects empty or reversed opening hours at their field', { tags: ['5.25'] }, async () => {
  const answer = await editor.post('/calendars', {
    ...sala,
    to: '2025-12-31',
    tuesday_morning_from: '09:00',
    wednesday_morning_from: '13:00',
    wednesday_morning_to: '09:00',
  })

  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual([
    { path: 'to', message: 'La data di fine non può precedere la data di inizio.' },
    { path: 'tuesday_morning_to', message: 'Indica anche l’orario di chiusura.' },
    { path: 'wednesday_morning_to', message: 'La chiusura deve essere dopo l’apertura.' },
  ])
})

test('a lower capacity and shorter hours keep the existing bookings', async () => {
  await here.db.updateTable('configurations').set({ app_simultaneous_bookings_enabled: true }).execute()
  const calendar = await here.newCalendar({ simultaneous_bookings_number: 2 })
  const service = await here.newService({ calendar_id: calendar.id })
  await here.book(service.id)
  await here.book(service.id, { name: 'Marco' })

  const answer = await editor.put(`/calendars/${calendar.id}`, {
    ...sala,
    simultaneous_bookings_number: 1,
    monday_morning_from: '11:00',
  })

  expect(answer.statusCode).toBe(200)
  const events = await editor.post('/bookings/events', { from: '2026-11-23', to: '2026-11-23' })
  expect(events.json()).toHaveLength(2)
})

test('rejects the deletion of a calendar with services or upcoming bookings and names them', {
  tags: ['4.35', '7.11'],
}, async () => {
  const service = await here.newService({ name: 'Piega' })
  await here.book(service.id)
  const path = `/calendars/${service.calendar_id}`
  const blocker = async () => (await editor.get(`${path}/deletion-blocker`)).json().deletion_blocker

  expect(await blocker()).toBe('un servizio e una prenotazione futura')
  const needed = await editor.delete(path)
  await here.db.updateTable('services').set({ deleted_at: server.clock.now.toString() }).execute()
  const booked = await editor.delete(path)
  await here.db.updateTable('bookings').set({ deleted_at: server.clock.now.toString() }).execute()
  await here.newDayOff({
    calendar_id: service.calendar_id,
    day_from: '2026-12-24',
    hour_from: '09:00',
    day_to: '2026-12-26',
    hour_to: '20:00',
  })
  expect(await blocker()).toBeNull()
  const free = await editor.delete(path)

  expect(needed.statusCode).toBe(409)
  expect(needed.json().detail).toBe('Il calendario serve ancora: il servizio Piega e una prenotazione futura.')
  expect(booked.json()).toMatchObject({ status: 409, detail: 'Il calendario serve ancora: una prenotazione futura.' })
  expect(free.statusCode).toBe(204)
  expect((await editor.get('/calendars')).json().calendars).toEqual([])
  expect((await editor.get('/days_off')).json().daysOff).toEqual([])
  expect((await editor.delete(path)).statusCode).toBe(404)
  expect((await editor.put(path, sala)).statusCode).toBe(404)
})

test('a calendar of another tenant does not exist here', async () => {
  const elsewhere = await server.newTenant()
  const calendar = await elsewhere.newCalendar()
  expect((await editor.put(`/calendars/${calendar.id}`, sala)).statusCode).toBe(404)
  expect((await editor.delete(`/calendars/${calendar.id}`)).statusCode).toBe(404)
  expect((await editor.get('/calendars')).json().calendars).toEqual([])
})

test('reads calendars by ids and ignores those of another business', async () => {
  const elsewhere = await server.newTenant()
  const foreign = await elsewhere.newCalendar()
  const [first, second] = [await here.newCalendar(), await here.newCalendar()]
  await here.newCalendar()

  const foundCalendars = (await editor.get(`/calendars?ids=${second.id},${foreign.id},${first.id}`)).json()

  expect(foundCalendars.calendars.map(({ id }: { id: number }) => id)).toEqual([first.id, second.id])
  expect((await editor.get('/calendars?ids=uno')).statusCode).toBe(422)
})
