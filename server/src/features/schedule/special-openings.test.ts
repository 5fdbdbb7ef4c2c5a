import type { Opening } from '@prenoto/core/schedule/special-opening-schema.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
let editor: Awaited<ReturnType<TestTenant['as']>>
let service: { id: number; calendar_id: number }
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
  editor = await here.as('editor')
  service = await here.newService()
})

const SUNDAY = '2026-11-29'
const sunday = { day: SUNDAY, hour_from: '09:00', hour_to: '12:00', reason: 'Mercatino' }

const readSlots = async (day: string): Promise<string[]> => {
  const { available_slots } = (await here.get(`/client/services/${service.id}`)).json() as OfferedService
  return available_slots.find(({ date }) => date === day)?.slots.map((slot) => slot.slice(0, 5)) ?? []
}

test('opens a calendar on a closed day; changes, deletion and restore take effect at once', {
  tags: ['13.56'],
}, async () => {
  const { calendar_id } = service
  expect(await readSlots(SUNDAY)).toEqual([])

  const response = await editor.post('/special-openings', { ...sunday, calendar_id })
  expect(response.statusCode).toBe(201)
  expect(response.json()).toEqual({
    ...sunday,
    id: expect.any(Number),
    day: '29-11-2026',
    calendar_id,
    calendar_name: 'Sala',
    version: 1,
  })
  expect(await readSlots(SUNDAY)).toEqual(['09:00', '10:00', '11:00'])
  expect((await here.book(service.id, { visit_day: SUNDAY, visit_hour: '10:00' })).statusCode).toBe(201)

  const opening: Opening = response.json()
  const path = `/special-openings/${opening.id}`
  const longer = await editor.put(path, { ...opening, hour_to: '13:00' })
  expect(longer.json()).toEqual({ ...opening, hour_to: '13:00', version: 2 })
  expect(await readSlots(SUNDAY)).toEqual(['09:00', '11:00', '12:00'])

  expect((await editor.delete(path)).statusCode).toBe(204)
  expect((await editor.delete(path)).statusCode).toBe(404)
  expect(await readSlots(SUNDAY)).toEqual([])
  expect((await here.book(service.id, { visit_day: SUNDAY, visit_hour: '11:00' })).statusCode).toBe(409)
  expect((await editor.post(`${path}/restore`, undefined)).statusCode).toBe(200)
  expect(await readSlots(SUNDAY)).toEqual(['09:00', '11:00', '12:00'])
})

test('joins the weekly hours, yields to closures, and ends at midnight', {
  tags: ['13.56'],
}, async () => {
  const { calendar_id } = service
  await here.newSpecialOpening({ calendar_id, day: '2026-11-23', hour_from: '13:00', hour_to: '15:00' })
  await here.newSpecialOpening({ calendar_id, day: '2026-11-23', hour_from: '22:30', hour_to: '00:00' })
  await here.newDayOff({
    calendar_id,
    day_from: '2026-11-23',
    hour_from: '10:00',
    day_to: '2026-11-23',
    hour_to: '13:30',
  })

  expect(await readSlots('2026-11-23')).toEqual(['09:00', '14:00', '15:00', '16:00', '17:00', '18:00', '22:30'])
})

test('rejects days outside the calendar’s period, unknown calendars and reversed hours', {
  tags: ['13.56'],
}, async () => {
  const { id: calendar_id } = await here.newCalendar({ from: '2026-12-01', to: '2026-12-31' })
  const save = async (changes: object) =>
    (await editor.post('/special-openings', { ...sunday, calendar_id, ...changes })).json().errors

  const outside = [{ path: 'day', message: 'Quel giorno è fuori dal periodo in cui il calendario è valido.' }]
  expect(await save({})).toEqual(outside)
  expect(await save({ day: '01-01-2027' })).toEqual(outside)
  expect(await save({ day: '31-12-2026' })).toBe(undefined)
  expect(await save({ calendar_id: 999_999 })).toEqual([
    { path: 'calendar_id', message: 'Il calendario scelto non esiste.' },
  ])
  expect(await save({ day: '2026-12-06', hour_to: '09:00' })).toEqual([
    { path: 'hour_to', message: 'La chiusura deve essere dopo l’apertura.' },
  ])
})

test('lists upcoming openings in order, then past ones, of one calendar on request', async () => {
  const other = await here.newCalendar()
  for (const day of ['2026-11-15', '2026-12-06', '2026-11-08', '2026-11-29'])
    await here.newSpecialOpening({ calendar_id: service.calendar_id, day })
  await here.newSpecialOpening({ calendar_id: other.id, day: '2026-12-13' })
  const listed = async (query: string) =>
    (await editor.get(`/special-openings?${query}`)).json().openings.map(({ day }: { day: string }) => day.slice(0, 5))

  expect(await listed('')).toEqual(['29-11', '06-12', '13-12', '15-11', '08-11'])
  expect(await listed(`calendar_id=${other.id}`)).toEqual(['13-12'])
})

test('are deleted and restored with their calendar', async () => {
  const { id: calendar_id } = await here.newCalendar()
  await here.newSpecialOpening({ calendar_id, day: SUNDAY })
  const count = async () => (await editor.get('/special-openings')).json().openings.length

  await editor.delete(`/calendars/${calendar_id}`)
  expect(await count()).toBe(0)
  await editor.post(`/calendars/${calendar_id}/restore`, undefined)
  expect(await count()).toBe(1)
})

test('a repeated key creates one opening', { tags: ['13.137'] }, async () => {
  const headers = { 'idempotency-key': 'mercatino' }
  const opening = { ...sunday, calendar_id: service.calendar_id }
  const attempts = await Promise.all([1, 2, 3].map(() => editor.post('/special-openings', opening, headers)))
  expect(attempts.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(new Set(attempts.map((attempt) => attempt.json().id)).size).toBe(1)

  // Another key, or none, creates another opening; a key belongs to one business.
  await editor.post('/special-openings', opening, { 'idempotency-key': 'fiera' })
  await editor.post('/special-openings', opening)
  await editor.post('/special-openings', opening)
  const elsewhere = await server.newTenant()
  const theirs = await elsewhere.newService()
  const admin = await elsewhere.as('admin')
  const response = await admin.post('/special-openings', { ...opening, calendar_id: theirs.calendar_id }, headers)
  expect(response.statusCode).toBe(201)
  expect((await editor.get('/special-openings')).json().openings).toHaveLength(4)
})
