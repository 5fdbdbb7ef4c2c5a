import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { findOverbooked } from '@prenoto/test-support/database/find-overbooked.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'

const server = await sharedServer()
const MONDAY = '2026-11-23'
const { privacy: _, ...typed } = aBooking

let here: TestTenant
let anna: { id: number }
/** 30 minutes of work, 40 of processing, 20 of work. */
let colour: { id: number }
/** 30 minutes. */
let cut: { id: number }
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant({ app_services_per_visit: 3 })
  anna = await here.newCalendar({ name: 'Anna' })
  const times = { duration: 90, slot_step: 30, processing_after: 30, processing_minutes: 40 }
  colour = await here.newService({ name: 'Colore', calendar_id: anna.id, ...times })
  cut = await here.newService({ duration: 30, slot_step: 10, calendar_id: anna.id })
})

const slots = async ({ id }: { id: number }, query = ''): Promise<string[]> => {
  const { available_slots } = (await here.get(`/client/services/${id}${query}`)).json() as OfferedService
  return available_slots.find(({ date }) => date === MONDAY)?.slots.map((slot) => slot.slice(0, 5)) ?? []
}
const before = (hour: string, list: string[]) => list.filter((slot) => slot < hour)
const book = async ({ id }: { id: number }, visit_hour: string, also: object = {}) =>
  (await here.book(id, { visit_hour, ...also })).statusCode

test('a visitor books into the processing time of another visit, which is told one start and one end', async () => {
  const answer = await here.book(colour.id, { visit_hour: '09:00' })
  expect(answer.json()).toMatchObject({ visit_hour: '09:00:00', service_duration: 90 })
  expect(answer.body).not.toContain('processing')
  expect((await here.get(`/client/services/${colour.id}`)).body).not.toContain('processing')
  expect((await here.get('/client/services')).body).not.toContain('processing')

  expect(before('10:40', await slots(cut))).toEqual(['09:30', '09:40', '10:30'])
  expect(await book(cut, '09:20')).toBe(409)
  expect(await book(cut, '09:50')).toBe(409)
  expect(await book(cut, '09:40')).toBe(201)
  expect(before('10:40', await slots(cut))).toEqual(['10:30'])
  // The work of another colour fits neither before nor after.
  expect(before('11:30', await slots(colour))).toEqual(['10:30', '11:00'])
  expect(await findOverbooked(server.owner, here.id, 1)).toEqual([])
})

test('a visit with a processing time is booked around other visits', async () => {
  expect(await book(cut, '10:30')).toBe(201)
  expect(await slots(colour)).toContain('10:00')
  expect(await book(colour, '10:00')).toBe(201)
  // Both colours work in the other one's processing time.
  expect(await book(cut, '09:00')).toBe(201)
  expect(await findOverbooked(server.owner, here.id, 1)).toEqual([])
})

test('buffers keep the calendar busy within a processing time, too', async () => {
  await book(colour, '09:00')
  const buffered = await here.newService({
    duration: 20,
    slot_step: 5,
    buffer_before: 10,
    buffer_after: 10,
    calendar_id: anna.id,
  })
  expect(before('10:35', await slots(buffered))).toEqual(['09:40'])
  expect(await book(buffered, '09:40')).toBe(201)
  expect(before('10:40', await slots(cut))).toEqual(['10:30'])
})

test('several services have the processing times of each of them; a variant has its own', async () => {
  const lights = { id: 31, name: 'corti', duration: 60, amount: '30.00', discounted_amount: null }
  const long = { ...lights, id: 32, name: 'lunghi', duration: 100, processing_after: 20, processing_minutes: 60 }
  const tone = await here.newService({
    name: 'Tonalizzante',
    calendar_id: anna.id,
    slot_step: 10,
    variants: JSON.stringify([lights, long]),
  })
  // Colour until 10:30, then the tone with processing from 10:50 to 11:50.
  expect(await book(colour, '09:00', { also: `${tone.id}:32` })).toBe(201)
  expect(before('12:20', await slots(cut))).toEqual(['09:30', '09:40', '10:50', '11:00', '11:10', '11:20', '12:10'])
  expect(before('12:20', await slots(tone))).toEqual(['10:50'])
  expect(await book(cut, '11:20')).toBe(201)
  expect(await book(cut, '09:30')).toBe(201)

  // A change of the service leaves the booking as it was.
  const [booking] = await here.db.selectFrom('bookings').selectAll().where('service_id', '=', colour.id).execute()
  await here.db.updateTable('services').set({ processing_after: null, processing_minutes: 0 }).execute()
  const staff = await here.as('operator')
  const moved = { ...typed, service_id: colour.id, also: `${tone.id}:32`, visit_hour: '15:00' }
  expect((await staff.put(`/bookings/update/${booking!.id}`, moved)).statusCode).toBe(200)
  expect(await slots(cut)).toContain('15:30')
  expect((await staff.get(`/bookings/${booking!.id}`)).json()).toMatchObject({
    processing_times: [
      { from: 30, to: 70 },
      { from: 110, to: 170 },
    ],
  })
})

test('the daily limit counts visits', async () => {
  await here.db.updateTable('calendars').set({ max_bookings_per_day: 2 }).execute()
  expect(await book(colour, '09:00')).toBe(201)
  expect(await book(cut, '09:30')).toBe(201)
  expect(await slots(cut)).toEqual([])
})

test('«Chiunque» gives a visit to the calendar with the fewest minutes of work', async () => {
  const bruno = await here.newCalendar({ name: 'Bruno' })
  const brush = await here.newService({ duration: 30, slot_step: 10, calendar_id: anna.id }, bruno)
  const long = await here.newService({ duration: 60, calendar_id: bruno.id })
  await book(colour, '09:00')
  await book(long, '09:00')
  // Anna works 50 minutes of 90, Bruno 60.
  expect((await here.book(brush.id, { visit_hour: '12:00' })).json().calendar_id).toBe(anna.id)
  expect((await here.book(brush.id, { visit_hour: '09:30' })).json().calendar_id).toBe(anna.id)
  expect(await slots(brush)).not.toContain('09:40')
})

test('staff are told whose work a visit collides with, and may override it', async () => {
  const staff = await here.as('operator')
  await here.book(colour.id, { visit_hour: '09:00', name: 'Carla', surname: 'Neri' })
  await here.book(cut.id, { visit_hour: '09:30', name: 'Piero', surname: 'Gallo' })
  const order = { ...typed, email: 'x@example.it', service_id: cut.id, visit_day: MONDAY, any_minute: true }

  const refused = await staff.post('/bookings/create', { ...order, visit_hour: '09:45' })
  expect(refused.statusCode).toBe(409)
  expect(refused.json().conflicts.map(({ detail }: { detail: string }) => detail)).toEqual([
    'C’è già Carla Neri, dalle 09:00 alle 10:30.',
    'C’è già Piero Gallo, dalle 09:30 alle 10:00.',
  ])
  const among = await staff.post('/bookings/create', { ...order, visit_hour: '09:35' })
  expect(among.json().conflicts.map(({ detail }: { detail: string }) => detail)).toEqual([
    'C’è già Piero Gallo, dalle 09:30 alle 10:00.',
  ])
  expect((await staff.post('/bookings/create', { ...order, visit_hour: '09:35', override: true })).statusCode).toBe(201)
  expect(await findOverbooked(server.owner, here.id, 1)).toHaveLength(1)
})

test('the undo of a deletion and of a reschedule restores the processing time', async () => {
  const staff = await here.as('operator')
  const { id } = (await here.book(colour.id, { visit_hour: '09:00' })).json()
  const free = async () => before('10:40', await slots(cut))
  expect(await free()).toEqual(['09:30', '09:40', '10:30'])

  await staff.delete(`/bookings/delete/${id}`)
  expect(await free()).toEqual(['09:30', '09:40', '10:30'])
  expect(await book(cut, '09:00')).toBe(409)
  expect(await book(cut, '09:30')).toBe(201)
  expect((await staff.post(`/bookings/restore/${id}`, {})).statusCode).toBe(200)
  expect(await free()).toEqual(['10:30'])

  const to = { visit_day: MONDAY, visit_hour: '15:00' }
  expect((await staff.put(`/bookings/reschedule/${id}`, to)).statusCode).toBe(200)
  expect(await slots(cut)).toContain('15:30')
  expect(await free()).toEqual(['10:30'])
  expect((await staff.post(`/bookings/undo-reschedule/${id}`, {})).statusCode).toBe(200)
  expect(await free()).toEqual(['10:30'])
  const afternoon = (await slots(cut)).filter((slot) => slot >= '15:00' && slot < '15:30')
  expect(afternoon).toEqual(['15:00', '15:10', '15:20'])
  expect(await findOverbooked(server.owner, here.id, 1)).toEqual([])
})

test('a customer reschedules into a processing time', async () => {
  await book(colour, '09:00')
  const { hidden_id } = (await here.book(cut.id, { visit_hour: '12:00', email: 'altra@example.it' })).json()
  const to = (visit_hour: string) => here.put(`/client/bookings/update/${hidden_id}`, { visit_day: MONDAY, visit_hour })
  expect((await to('09:50')).statusCode).toBe(409)
  expect((await to('09:40')).statusCode).toBe(200)
  expect(await findOverbooked(server.owner, here.id, 1)).toEqual([])
})

test('reports count hours of work, and a service as long as its visits', async () => {
  await book(colour, '09:00')
  await book(cut, '09:30')
  const admin = await here.as('admin')
  const report = (await admin.get('/reports?from=2026-11-23&to=2026-11-23')).json()
  expect(report.current.total.minutes_booked).toBe(80)
  expect(report.by_time[0].minutes_booked).toBe(80)
  expect(report.by_calendar).toMatchObject([{ id: anna.id, minutes_booked: 80, bookings: 2 }])
  expect(report.by_service.map(({ minutes_booked }: { minutes_booked: number }) => minutes_booked)).toEqual([90, 30])
})

test('a change of the duration has to leave work after the processing time', async () => {
  const editor = await here.as('editor')
  const service = (await editor.get(`/services/${colour.id}`)).json()
  const { processing_after, processing_minutes, available_slots: _, calendars: __, ...others } = service
  expect([processing_after, processing_minutes]).toEqual([30, 40])
  const put = (body: object) => editor.put(`/services/${colour.id}`, body)

  const refused = await put({ ...others, duration: 70 })
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    [{ path: 'processing_minutes', message: 'Dopo la posa deve restare del lavoro: al massimo 39 minuti.' }],
  ])
  expect((await put({ ...others, duration: 71 })).json()).toMatchObject({
    processing_after: 30,
    processing_minutes: 40,
  })
  expect((await put({ ...others, processing_after: null, processing_minutes: 0 })).statusCode).toBe(200)
  expect(before('09:30', await slots(colour))).toEqual(['09:00'])
})
