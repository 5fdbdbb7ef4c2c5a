import type { CalendarHours } from '@prenoto/core/calendars/calendar-hours.ts'
import type { ChangedHours } from '@prenoto/core/schedule/changed-hours-schema.ts'
import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { countLockWaits } from '@prenoto/test-support/database/count-lock-waits.ts'
import { endUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { transaction } from '../../tenants/context.ts'
import { lockCalendarDay } from '../availability/availability.repository.ts'

const server = await sharedServer()
let here: TestTenant
let editor: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
  editor = await here.as('editor')
})

const AFTERNOONS = [{ weekdays: [1, 2, 3, 4, 5], from: '14:00', to: '20:00' }]
const WEEK = { day_from: '2026-11-23', day_to: '2026-11-27', windows: AFTERNOONS }

const add = (calendar_id: number, change: object = {}, headers?: object) =>
  editor.post('/changed-hours', { ...WEEK, calendar_id, ...change }, headers)
const listHours = async (query = ''): Promise<ChangedHours[]> => (await editor.get(`/changed-hours${query}`)).json()
const book = async (service: { id: number }, visit_hour: string) =>
  (await here.book(service.id, { visit_hour })).json().id as number
const standing = async (): Promise<number[]> =>
  (await editor.get('/bookings?per_page=100'))
    .json()
    .bookings.map(({ id }: { id: number }) => id)
    .sort()

async function readSlots(service: { id: number }, date: string): Promise<string[]> {
  const { available_slots } = (await here.get(`/client/services/${service.id}`)).json()
  return available_slots.find((day: { date: string }) => day.date === date)?.slots ?? []
}

test('changed hours replace the usual week on their days, for slots, staff and public hours', async () => {
  const service = await here.newService()
  const usual = await readSlots(service, '2026-11-30')

  const response = await add(service.calendar_id, { reason: 'Corso' })

  expect(response.statusCode).toBe(201)
  expect(response.json()).toMatchObject({
    day_from: '23-11-2026',
    day_to: '27-11-2026',
    windows: AFTERNOONS,
    version: 1,
  })
  expect(await readSlots(service, '2026-11-23')).toEqual(
    ['14', '15', '16', '17', '18', '19'].map((hour) => `${hour}:00:00`),
  )
  expect(await readSlots(service, '2026-11-30')).toEqual(usual)
  const [hours] = (await editor.get('/calendars/hours?from=2026-11-23&to=2026-11-23')).json() as [CalendarHours]
  expect(hours.days).toEqual([{ date: '2026-11-23', windows: [{ from: '14:00:00', to: '20:00:00' }] }])
  expect((await here.book(service.id, { visit_hour: '09:00' })).statusCode).toBe(409)

  await editor.delete(`/changed-hours/${response.json().id}`)
  expect(await readSlots(service, '2026-11-23')).toEqual(usual)
})

test('a special opening adds to changed hours and a closure wins over them', async () => {
  const service = await here.newService()
  await here.newSpecialOpening({
    calendar_id: service.calendar_id,
    day: '2026-11-23',
    hour_from: '09:00',
    hour_to: '10:00',
  })
  await here.newDayOff({
    calendar_id: service.calendar_id,
    day_from: '2026-11-23',
    hour_from: '15:00',
    day_to: '2026-11-23',
    hour_to: '23:59',
  })

  await add(service.calendar_id)

  expect(await readSlots(service, '2026-11-23')).toEqual(['09:00:00', '14:00:00'])
})

test('pauses split the usual week', async () => {
  const { id } = await here.newCalendar()
  const service = await here.newService({ calendar_id: id, duration: 120 })
  const { version: _, id: __, ...calendar } = (await editor.get(`/calendars?ids=${id}`)).json().calendars[0]
  const pauses = [{ weekdays: [1, 2], from: '11:00', to: '11:30' }]

  const changed = await editor.put(`/calendars/${id}`, { ...calendar, description: 'Sala', pauses })

  expect(changed.json().pauses).toEqual(pauses)
  expect(await readSlots(service, '2026-11-23')).toEqual(['09:00:00', '15:00:00', '17:00:00'])
  expect(await readSlots(service, '2026-11-25')).toEqual(['09:00:00', '11:00:00', '15:00:00', '17:00:00'])
  const outside = await editor.put(`/calendars/${id}`, {
    ...calendar,
    description: 'Sala',
    pauses: [{ weekdays: [7], from: '11:00', to: '11:30' }],
  })
  expect(outside.json().errors).toEqual([
    { path: 'pauses.0.from', message: 'La pausa deve stare dentro l’orario di apertura.' },
  ])
  const without = await editor.put(`/calendars/${id}`, { ...calendar, description: 'Sala', pauses: undefined })
  expect(without.json().pauses).toEqual(pauses)
})

test('changed hours of one calendar do not overlap, also when two users save at once', async () => {
  const { id } = await here.newCalendar()
  const other = await here.newCalendar()

  const answers = await Promise.all([add(id), add(id, { day_from: '2026-11-27', day_to: '2026-12-04' }), add(other.id)])

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 422])
  const refused = answers.find(({ statusCode }) => statusCode === 422)!.json()
  expect(refused.errors[0]).toMatchObject({ path: 'day_from' })
  const ownHours = (await listHours(`?calendar_id=${id}`))[0]!
  expect((await editor.put(`/changed-hours/${ownHours.id}`, { ...WEEK, calendar_id: id })).statusCode).toBe(200)
})

test('a repeated request with the same key makes changed hours once', async () => {
  const { id } = await here.newCalendar()
  const key = { 'idempotency-key': 'orario' }

  const [first, again] = [await add(id, {}, key), await add(id, {}, key)]

  expect([first.statusCode, again.statusCode]).toEqual([201, 201])
  expect(again.json().id).toBe(first.json().id)
  expect(await listHours()).toHaveLength(1)
})

test.each([
  ['without hours', { windows: [] }, 'windows', 'Indica almeno un orario.'],
  [
    'that end before they begin',
    { day_to: '2026-11-22' },
    'day_to',
    'La data di fine non può precedere la data di inizio.',
  ],
  ['of more than a year', { day_to: '2027-11-24' }, 'day_to', 'Al massimo un anno.'],
  [
    'with an empty window',
    { windows: [{ weekdays: [1], from: '14:00', to: '14:00' }] },
    'windows.0.to',
    'La fine deve essere dopo l’inizio.',
  ],
  [
    'with overlapping windows',
    { windows: [...AFTERNOONS, { weekdays: [5], from: '19:00', to: '00:00' }] },
    'windows.1.from',
    'Si sovrappone a un altro dello stesso giorno.',
  ],
  [
    'without a weekday',
    { windows: [{ weekdays: [], from: '14:00', to: '15:00' }] },
    'windows.0.weekdays',
    'Scegli almeno un giorno.',
  ],
])('refuses changed hours %s', async (_, change, path, message) => {
  const refused = await add((await here.newCalendar()).id, change)

  expect(refused.statusCode).toBe(422)
  expect(refused.json().errors).toEqual([{ path, message }])
})

test('the bookings outside planned changed hours are listed, and cancelled with them on request', async () => {
  const service = await here.newService()
  const [morning, across, inside] = [
    await book(service, '10:00'),
    await book(service, '15:00'),
    await book(service, '17:00'),
  ]
  const planned = { ...WEEK, windows: [{ weekdays: [1], from: '15:30', to: '20:00' }] }
  const affectedQuery = {
    calendar_ids: [service.calendar_id],
    exceptions: [{ kind: 'changed_hours', ...planned }],
    per_page: 1,
  }

  const outside = (await editor.post('/exceptions/bookings', affectedQuery)).json()
  const saved = await add(service.calendar_id, { windows: planned.windows, cancel: { except: [across] } })

  expect([outside.bookings[0].id, outside.count, outside.has_more]).toEqual([morning, 2, true])
  expect(saved.json().cancelled).toEqual([morning])
  expect(await standing()).toEqual([across, inside])
  await editor.post('/days_off/bookings/restore', { ids: [morning] })
  expect(await standing()).toEqual([morning, across, inside])
})

test.each([
  [
    'leave',
    (calendar_id: number) =>
      editor.post('/days_off', {
        day_from: aBooking.visit_day,
        hour_from: '00:00',
        day_to: '2026-11-27',
        hour_to: '23:59',
        reason: 'Ferie',
        calendar_id,
      }),
  ],
  [
    'changed hours',
    (calendar_id: number) => add(calendar_id, { windows: [{ weekdays: [2], from: '09:00', to: '10:00' }] }),
  ],
])('saving %s waits for bookings in progress, and none is made inside later', async (_, save) => {
  const service = await here.newService()
  const saving = await transaction(here.ctx(), async (ctx) => {
    await lockCalendarDay(ctx, service.calendar_id, parsePlainDate(aBooking.visit_day))
    const answer = save(service.calendar_id)
    await expect.poll(() => countLockWaits(server.owner)).toBe(1)
    return { answer }
  })

  expect((await saving.answer).statusCode).toBe(201)
  expect((await here.book(service.id)).statusCode).toBe(409)
})

test('deleted changed hours are restored in time, unless other ones took their days', async () => {
  const { id: calendar } = await here.newCalendar()
  const { id } = (await add(calendar)).json()
  const restore = () => editor.post(`/changed-hours/${id}/restore`, undefined)

  expect((await editor.delete(`/changed-hours/${id}`)).statusCode).toBe(204)
  expect(await listHours()).toEqual([])
  expect((await restore()).json()).toMatchObject({ id, windows: AFTERNOONS })
  expect((await restore()).statusCode).toBe(200)

  await editor.delete(`/changed-hours/${id}`)
  const other = (await add(calendar)).json()
  expect((await restore()).json().detail).toBe('Nel frattempo in quei giorni c’è un altro orario diverso.')
  await editor.delete(`/changed-hours/${other.id}`)
  await endUndoTime(server)
  expect((await restore()).statusCode).toBe(409)
})

test('changed hours go and come back with their calendar', async () => {
  const { id } = await here.newCalendar()
  await add(id)

  await editor.delete(`/calendars/${id}`)
  expect(await listHours()).toEqual([])
  await editor.post(`/calendars/${id}/restore`, undefined)
  expect(await listHours()).toHaveLength(1)
})

test('a list of days contains changed hours that overlap them', async () => {
  const { id } = await here.newCalendar()
  await add(id)

  expect(await listHours('?from=2026-11-27&to=2026-12-03')).toHaveLength(1)
  expect(await listHours('?from=2026-11-28&to=2026-12-03')).toEqual([])
  expect(await listHours('?from=2026-11-16&to=2026-11-22')).toEqual([])
  expect(await listHours(`?calendar_id=${id + 1}`)).toEqual([])
})

test('the audit trail says who changed which hours', async () => {
  const { id } = await here.newCalendar({ name: 'Marco' })
  const response = (await add(id)).json()
  await editor.put(`/changed-hours/${response.id}`, { ...WEEK, calendar_id: id, reason: 'Corso' })
  await editor.delete(`/changed-hours/${response.id}`)

  const { entries } = (await (await here.as('admin')).get('/audit?group=timetable')).json()

  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    'changed_hours.deleted',
    'changed_hours.updated',
    'changed_hours.created',
  ])
  expect(entries[2].after).toMatchObject({
    periods: '23-11-2026 – 27-11-2026',
    hours: 'lun–ven 14:00 – 20:00',
    calendars: 'Marco',
  })
  expect(entries[1]).toMatchObject({ before: { reason: '' }, after: { reason: 'Corso' } })
})
