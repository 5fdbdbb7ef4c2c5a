import { beforeEach, expect, test } from 'vitest'
import { fileServer, type TestTenant } from '../../test/test-server.ts'

const server = await fileServer()
let here: TestTenant
let editor: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
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

test('a closure is shown as DD-MM-YYYY and HH:mm, changed as it came, and deleted', async () => {
  const { id: calendar_id } = await here.newCalendar()
  const made = await editor.post('/days_off', { ...christmas, calendar_id })
  const closure = made.json()
  const path = `/days_off/${closure.id}`
  const changed = await editor.put(path, { ...closure, reason: 'Ferie' })

  expect(made.statusCode).toBe(201)
  expect(made.json()).toEqual({
    id: expect.any(Number),
    day_from: '24-12-2026',
    hour_from: '13:00',
    day_to: '27-12-2026',
    hour_to: '00:00',
    reason: 'Natale',
    calendar_id,
    version: 1,
  })
  expect(changed.json()).toEqual({ ...made.json(), reason: 'Ferie', version: 2 })
  expect((await editor.get('/days_off')).json()).toEqual({
    daysOff: [changed.json()],
    last_id: made.json().id,
    has_more: false,
  })
  expect((await editor.delete(path)).statusCode).toBe(204)
  expect((await editor.delete(path)).statusCode).toBe(404)
  expect((await editor.put(path, { ...christmas, calendar_id })).statusCode).toBe(404)
})

test('a closure takes its slots from the visitors at once, and gives them back', async () => {
  const service = await here.newService()
  const days = async () =>
    (await here.get(`/client/services/${service.id}`)).json().available_slots.map((day: { date: string }) => day.date)
  expect(await days()).toContain('2026-12-24')

  const { id } = (
    await editor.post('/days_off', { ...christmas, hour_from: '00:00', calendar_id: service.calendar_id })
  ).json()
  expect(await days()).not.toContain('2026-12-24')
  await editor.delete(`/days_off/${id}`)
  expect(await days()).toContain('2026-12-24')
})

test('a closure ends after it begins', async () => {
  const { id: calendar_id } = await here.newCalendar()
  const backwards = await editor.post('/days_off', { ...christmas, day_to: '2026-12-23', calendar_id })
  const empty = await editor.post('/days_off', { ...christmas, day_to: '2026-12-24', hour_to: '13:00', calendar_id })
  expect(backwards.json()).toMatchObject({ status: 422, errors: [{ path: 'day_to' }] })
  expect(empty.json()).toMatchObject({ status: 422, errors: [{ path: 'hour_to' }] })
})

test('a closure is of a calendar that exists here', async () => {
  const elsewhere = await server.newTenant()
  const { id: calendar_id } = await elsewhere.newCalendar()
  const answer = await editor.post('/days_off', { ...christmas, calendar_id })
  expect(answer.json()).toMatchObject({
    status: 422,
    errors: [{ path: 'calendar_id', message: 'Il calendario scelto non esiste.' }],
  })
})

test('the form’s own words', async () => {
  expect((await editor.post('/days_off', { calendar_id: 0 })).json().errors).toEqual([
    { path: 'day_from', message: 'La data di inizio è obbligatoria.' },
    { path: 'day_to', message: 'La data di fine è obbligatoria.' },
    { path: 'hour_from', message: "L'orario di inizio è obbligatorio." },
    { path: 'hour_to', message: "L'orario di fine è obbligatorio." },
    { path: 'reason', message: 'Il motivo è obbligatorio.' },
    { path: 'calendar_id', message: 'ID calendario non valido.' },
  ])
})
