import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { endUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, describe, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
let editor: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
  editor = await here.as('editor')
})

const christmas = {
  day_from: '2026-12-24',
  hour_from: '13:00',
  day_to: '27-12-2026',
  hour_to: '00:00',
  reason: 'Natale',
}

test('a closure is shown as DD-MM-YYYY and HH:mm, saved as it was read, and deleted', {
  tags: ['3.11', '7.16'],
}, async () => {
  const { id: calendar_id } = await here.newCalendar({ name: 'Sala' })
  const response = await editor.post('/days_off', { ...christmas, calendar_id })
  const closure = response.json()
  const path = `/days_off/${closure.id}`
  const changed = await editor.put(path, { ...closure, reason: 'Ferie' })

  expect(response.statusCode).toBe(201)
  expect(response.json()).toEqual({
    id: expect.any(Number),
    day_from: '24-12-2026',
    hour_from: '13:00',
    day_to: '27-12-2026',
    hour_to: '00:00',
    reason: 'Natale',
    calendar_id,
    calendar_name: 'Sala',
    version: 1,
  })
  expect(changed.json()).toEqual({ ...response.json(), reason: 'Ferie', version: 2 })
  expect((await editor.get('/days_off')).json()).toEqual({
    daysOff: [changed.json()],
    last_id: response.json().id,
    has_more: false,
    total: 1,
  })
  expect((await editor.delete(path)).statusCode).toBe(204)
  expect((await editor.delete(path)).statusCode).toBe(404)
  expect((await editor.put(path, { ...christmas, calendar_id })).statusCode).toBe(404)
})

test('a repeated or concurrent key closes once, and other data with that key closes nothing', {
  tags: ['13.155'],
}, async () => {
  const { id: calendar_id } = await here.newCalendar()
  const close = (reason = 'Natale') =>
    editor.post('/days_off', { ...christmas, calendar_id, reason }, { 'idempotency-key': 'natale' })

  const answers = await Promise.all([1, 2, 3].map(() => close()))
  const other = await close('Santo Stefano')
  const { day_to: _, calendar_id: __, ...span } = { ...christmas, calendar_id }
  const ofAll = await editor.post(
    '/days_off/batch',
    { calendar_ids: null, spans: [{ ...span, day_to: '2026-12-27' }] },
    { 'idempotency-key': 'natale' },
  )

  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect(answers[0]!.statusCode).toBe(201)
  const saved = answers[0]!.json()
  const detail = 'Il primo tentativo era stato salvato: la chiusura «Natale» c’è già. Aprila per modificarla.'
  expect(other.json()).toMatchObject({ status: 409, detail, current: { ...saved, calendars: [{ id: saved.id }] } })
  expect(ofAll.json()).toMatchObject({ status: 409, detail, current: { daysOff: [saved] } })
  expect((await editor.get('/days_off')).json().daysOff).toEqual([saved])
})

test('the key of a deleted closure creates a new one, whatever it closes', async () => {
  const { id: calendar_id } = await here.newCalendar()
  const key = { 'idempotency-key': 'natale' }
  const { day_to: _, ...span } = christmas
  const group = { calendar_ids: null, spans: [{ ...span, day_to: '2026-12-27' }] }
  const listGrouped = async () => (await editor.get('/days_off?grouped=true')).json().daysOff
  for (const close of [
    () => editor.post('/days_off', { ...christmas, calendar_id }, key),
    () => editor.post('/days_off/batch', group, key),
  ]) {
    await close()
    for (const { id } of await listGrouped()) await editor.delete(`/days_off/${id}`)
    expect(await listGrouped()).toEqual([])

    const again = await close()

    expect(again.statusCode).toBe(201)
    expect(await listGrouped()).toMatchObject([{ reason: 'Natale' }])
    for (const { id } of await listGrouped()) await editor.delete(`/days_off/${id}`)
  }
})

test('lists upcoming closures in order, page by page, then past ones from the latest', {
  tags: ['13.25'],
}, async () => {
  const { id: calendar_id } = await here.newCalendar()
  const close = (reason: string, day_from: string, day_to: string, hour_from = '09:00') =>
    editor.post('/days_off', { calendar_id, reason, day_from, day_to, hour_from, hour_to: '20:00' })
  await close('Natale', '2026-12-24', '2026-12-27')
  await close('Ferragosto', '2026-08-15', '2026-08-15')
  await close('Pomeriggio', '2026-12-01', '2026-12-01', '14:00')
  await close('Trasloco', '2026-11-01', '2026-11-30')
  await close('Mattina', '2026-12-01', '2026-12-01')
  await close('Ponte', '2026-10-30', '2026-11-02')
  const seen: string[] = []
  let last_id = ''
  for (const _ of [1, 2, 3]) {
    const page = (await editor.get(`/days_off?per_page=2&last_id=${last_id}`)).json()
    seen.push(...page.daysOff.map(({ reason }: { reason: string }) => reason))
    last_id = page.last_id
  }

  expect(seen).toEqual(['Trasloco', 'Mattina', 'Pomeriggio', 'Natale', 'Ponte', 'Ferragosto'])
})

test('a closure removes its slots at once, and returns them after the undo of its deletion ends', {
  tags: ['4.24'],
}, async () => {
  const service = await here.newService()
  const days = async () =>
    (await here.get(`/client/services/${service.id}`)).json().available_slots.map((day: { date: string }) => day.date)
  expect(await days()).toContain('2026-12-24')

  const { id } = (
    await editor.post('/days_off', { ...christmas, hour_from: '00:00', calendar_id: service.calendar_id })
  ).json()
  expect(await days()).not.toContain('2026-12-24')
  await editor.delete(`/days_off/${id}`)
  await endUndoTime(server)
  expect(await days()).toContain('2026-12-24')
})

test('rejects a closure that ends before it begins', { tags: ['5.23'] }, async () => {
  const { id: calendar_id } = await here.newCalendar()
  const backwards = await editor.post('/days_off', { ...christmas, day_to: '2026-12-23', calendar_id })
  const empty = await editor.post('/days_off', { ...christmas, day_to: '2026-12-24', hour_to: '13:00', calendar_id })
  expect(backwards.json()).toMatchObject({ status: 422, errors: [{ path: 'day_to' }] })
  expect(empty.json()).toMatchObject({ status: 422, errors: [{ path: 'hour_to' }] })
})

test('requires a calendar of this business', async () => {
  const elsewhere = await server.newTenant()
  const { id: calendar_id } = await elsewhere.newCalendar()
  const answer = await editor.post('/days_off', { ...christmas, calendar_id })
  expect(answer.json()).toMatchObject({
    status: 422,
    errors: [{ path: 'calendar_id', message: 'Il calendario scelto non esiste.' }],
  })
})

test('is validated with the form’s messages', { tags: ['5.22'] }, async () => {
  expect((await editor.post('/days_off', { calendar_id: 0 })).json().errors).toEqual([
    { path: 'day_from', message: 'La data di inizio è obbligatoria.' },
    { path: 'day_to', message: 'La data di fine è obbligatoria.' },
    { path: 'hour_from', message: "L'orario di inizio è obbligatorio." },
    { path: 'hour_to', message: "L'orario di fine è obbligatorio." },
    { path: 'reason', message: 'Il motivo è obbligatorio.' },
    { path: 'calendar_id', message: 'ID calendario non valido.' },
  ])
})

describe('the bookings that a closure affects', () => {
  const FRIDAY = { day_from: '2026-11-27', hour_from: '10:30', day_to: '2026-11-30', hour_to: '10:00' }
  const inside = async (calendar_id: number, { page = {}, span = FRIDAY } = {}) => {
    const planned = { calendar_ids: [calendar_id], exceptions: [{ kind: 'closure', ...span }], ...page }
    const answer = await editor.post('/exceptions/bookings', planned)
    const { bookings, ...tail } = answer.json()
    return {
      ...tail,
      visits: bookings?.map((one: StaffBooking) => `${one.visit_day.slice(8)} ${one.visit_hour.slice(0, 5)}`),
    }
  }
  const book = async (serviceId: number, visit_day: string, visit_hour: string) =>
    (await here.book(serviceId, { ...aBooking, visit_day, visit_hour })).json() as StaffBooking

  test('are listed in order if they are upcoming, overlap it and are on its calendar', {
    tags: ['13.7'],
  }, async () => {
    const service = await here.newService()
    const other = await here.newService()
    for (const [day, hour] of [
      ['30', '10:00'],
      ['27', '09:00'],
      ['30', '09:00'],
      ['27', '10:00'],
      ['27', '11:00'],
    ] as const)
      await book(service.id, `2026-11-${day}`, hour)
    const cancelled = await book(service.id, '2026-11-27', '12:00')
    await editor.delete(`/bookings/delete/${cancelled.id}`)
    await book(other.id, '2026-11-27', '11:00')

    const { last_id, ...first } = await inside(service.calendar_id, { page: { per_page: 2 } })

    expect(first).toEqual({ visits: ['27 10:00', '27 11:00'], has_more: true, count: 3 })
    expect(await inside(service.calendar_id, { page: { per_page: 2, last_id } })).toMatchObject({
      visits: ['30 09:00'],
      has_more: false,
    })
    server.clock.now = Temporal.Instant.from('2026-11-27T09:30:00Z')
    editor = await here.as('editor')
    expect(await inside(service.calendar_id)).toMatchObject({ visits: ['27 11:00', '30 09:00'], count: 2 })
  })

  test('require a time that ends after it begins, and belong to this business', async () => {
    const elsewhere = await server.newTenant()
    const foreign = await elsewhere.newService()
    await elsewhere.book(foreign.id, { ...aBooking, visit_day: '2026-11-27', visit_hour: '11:00' })

    expect(await inside(foreign.calendar_id)).toMatchObject({ visits: [], count: 0 })
    expect(await inside(foreign.calendar_id, { span: { ...FRIDAY, day_to: '2026-11-26' } })).toMatchObject({
      status: 422,
      errors: [{ path: 'exceptions.0.day_to' }],
    })
  })
})

test('lists the closures of some days with their calendars, for operators too', async () => {
  const { id: calendar_id } = await here.newCalendar({ name: 'Sala' })
  const close = async (day_from: string, day_to: string) =>
    (await editor.post('/days_off', { ...christmas, day_from, day_to, calendar_id })).json().id
  const long = await close('2026-01-01', '2027-12-31')
  await close('2026-11-01', '2026-11-30')
  const first = await close('2026-11-20', '2026-12-01')
  await close('2027-01-01', '2027-01-02')
  const deleted = await close('2026-12-08', '2026-12-09')
  await editor.delete(`/days_off/${deleted}`)
  const operator = await here.as('operator')

  const events = (await operator.get('/days_off/events?from=2026-12-01&to=2026-12-31')).json()

  expect(events.map(({ id }: { id: number }) => id)).toEqual([long, first])
  expect(events[1]).toEqual({
    id: first,
    day_from: '2026-11-20',
    hour_from: '13:00:00',
    day_to: '2026-12-01',
    hour_to: '00:00:00',
    reason: 'Natale',
    calendar_id,
    calendar_name: 'Sala',
    of_all: false,
  })
})
