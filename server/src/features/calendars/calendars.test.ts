import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, describe, expect, test } from 'vitest'

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
  expect(Object.keys(response.json())).toHaveLength(14 + 28)
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

describe('weeks that alternate', () => {
  const evening = { monday_afternoon_from: '14:00', monday_afternoon_to: '20:00' }
  const rota = { rota_from: '23-11-2026', other_weeks: [{ ...evening, pauses: [] }] }
  const create = async (fields: object = {}) => (await editor.post('/calendars', { ...sala, ...fields })).json()
  const change = async (id: number, fields: object) => {
    const { statusCode, ...answer } = await editor.put(`/calendars/${id}`, { ...sala, ...fields })
    return { statusCode, ...answer.json() }
  }

  test('are returned as they were saved, and a calendar without them has none', async () => {
    expect(await create()).toMatchObject({ rota_from: '', other_weeks: [] })
    const pauses = [{ weekdays: [1], from: '16:00', to: '16:15' }]
    const saved = await create({ ...rota, other_weeks: [{ ...evening, pauses }, {}, {}] })

    expect(saved).toMatchObject({
      rota_from: '23-11-2026',
      monday_morning_from: '09:00',
      other_weeks: [{ ...evening, monday_morning_from: '', pauses }, { monday_afternoon_from: '' }, {}],
    })
    expect(Object.keys(saved.other_weeks[0])).toHaveLength(28 + 1)
    expect(await change(saved.id, saved)).toMatchObject({ ...saved, version: saved.version })
  })

  test('stay when a request leaves them out, and end when it empties them', async () => {
    const { id } = await create(rota)
    expect(await change(id, { name: 'Saletta' })).toMatchObject({ name: 'Saletta', ...rota })
    expect(await change(id, { rota_from: '2026-11-30' })).toMatchObject({ ...rota, rota_from: '30-11-2026' })
    expect(await change(id, { other_weeks: [{}] })).toMatchObject({ rota_from: '30-11-2026', other_weeks: [{}] })
    expect(await change(id, { other_weeks: [] })).toMatchObject({ rota_from: '30-11-2026', other_weeks: [] })
    expect(await change(id, { rota_from: null })).toMatchObject({ rota_from: '', other_weeks: [] })
  })

  test.each([
    ['a day that is no Monday', { rota_from: '2026-11-24' }, 'rota_from', 'Scegli un lunedì.'],
    ['no day', { rota_from: '2026-11-31' }, 'rota_from', 'Data non valida.'],
    ['no Monday', { ...rota, rota_from: '' }, 'rota_from', 'Indica il lunedì di una settimana A.'],
    ['a missing Monday', { other_weeks: [{}] }, 'rota_from', 'Indica il lunedì di una settimana A.'],
    ['too many weeks', { ...rota, other_weeks: [{}, {}, {}, {}] }, 'other_weeks', 'Al massimo 4 settimane.'],
    [
      'a week whose hours end before they begin',
      { ...rota, other_weeks: [{}, { monday_morning_from: '12:00', monday_morning_to: '09:00' }] },
      'other_weeks.1.monday_morning_to',
      'La chiusura deve essere dopo l’apertura.',
    ],
    [
      'a pause outside the hours of its own week',
      { ...rota, other_weeks: [{ ...evening, pauses: [{ weekdays: [1], from: '10:00', to: '10:15' }] }] },
      'other_weeks.0.pauses.0.from',
      'La pausa deve stare dentro l’orario di apertura.',
    ],
  ])('are refused with %s', async (_, fields, path, message) => {
    const answer = await editor.post('/calendars', { ...sala, ...fields })

    expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path, message }]])
  })

  test('cannot lose their Monday', async () => {
    const { id } = await create(rota)
    const answer = await change(id, { rota_from: null })

    expect(answer).toMatchObject({ statusCode: 422, errors: [{ path: 'rota_from' }] })
    expect((await editor.get('/calendars')).json().calendars[0]).toMatchObject(rota)
  })

  test('are named in the audit trail', async () => {
    const { id } = await create()
    await change(id, rota)
    const admin = await here.as('admin')
    const [entry] = (await admin.get('/audit')).json().entries

    expect(entry.after).toEqual({ rota_from: '23-11-2026', other_weeks: 'Settimana B: lun 14:00–20:00' })
  })

  test('give visitors and staff the slots of the week that applies', async () => {
    const calendar = await here.newCalendar({ rota_from: '2026-11-23', other_weeks: [evening] } as never)
    const service = await here.newService({ calendar_id: calendar.id, duration: 180 })
    const slotsOn = async (who: Pick<TestTenant, 'get'>, path: string) => {
      const days = (await who.get(path)).json().available_slots as { date: string; slots: string[] }[]
      return ['2026-11-23', '2026-11-30', '2026-12-01', '2026-12-07'].map(
        (day) => days.find(({ date }) => date === day)?.slots.length ?? 0,
      )
    }

    // From 9 to 13 and from 15 to 19; in the other week only on Monday from 14 to 20.
    expect(await slotsOn(here, `/client/services/${service.id}`)).toEqual([2, 2, 0, 2])
    expect(await slotsOn(editor, `/services/${service.id}`)).toEqual([2, 2, 0, 2])
    expect((await here.book(service.id, { visit_day: '2026-11-30', visit_hour: '09:00' })).statusCode).toBe(409)
    expect((await here.book(service.id, { visit_day: '2026-11-30', visit_hour: '17:00' })).statusCode).toBe(201)
    const [hours] = (await editor.get('/calendars/hours?from=2026-11-30&to=2026-12-06')).json()
    expect(hours).toMatchObject({ weeks: 2, rota_from: '2026-11-23' })
    expect(hours.days).toEqual([{ date: '2026-11-30', windows: [{ from: '14:00:00', to: '20:00:00' }] }])
  })
})
