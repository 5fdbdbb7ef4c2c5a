import type { Service } from '@prenoto/core/services/managed-service-schema.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { pictureAddress } from '@prenoto/core/uploads/picture-address.ts'
import { countLockWaits } from '@prenoto/test-support/database/count-lock-waits.ts'
import { readCalendar } from '@prenoto/test-support/formats/calendar-file.ts'
import { endUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
let editor: Awaited<ReturnType<TestTenant['as']>>
let anna: { id: number }
let bruno: { id: number }
let carla: { id: number }
let service: { id: number; calendar_id: number }
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
  editor = await here.as('editor')
  anna = await here.newCalendar({
    name: 'Sala 1',
    public_name: 'Anna',
    public_note: 'Colore e acconciature',
    picture: pictureAddress(PICTURE),
  })
  bruno = await here.newCalendar({ name: 'Bruno', public_note: 'Senza nome per i clienti' })
  carla = await here.newCalendar({ name: 'Carla' })
  service = await here.newService({ calendar_id: anna.id }, carla, bruno)
})

const PICTURE = 'AAAAAAAAAAAAAAAAAAAAAA'
const MONDAY = '2026-11-23'
const { privacy: _, ...typed } = aBooking

const listOffered = async (calendar?: { id: number }): Promise<string[]> => {
  const query = calendar ? `?calendar_id=${calendar.id}` : ''
  const { available_slots } = (await here.get(`/client/services/${service.id}${query}`)).json() as OfferedService
  return available_slots.find(({ date }) => date === MONDAY)?.slots.map((slot) => slot.slice(0, 5)) ?? []
}

const book = async (visit_hour: string, calendar_id?: number | null) => {
  const answer = await here.book(service.id, { visit_hour, calendar_id })
  return answer.statusCode === 201 ? answer.json() : answer.statusCode
}

test('a service lists its calendars with note and small picture, its own one first; a single calendar is not listed', {
  tags: ['13.53'],
}, async () => {
  const alone = await here.newService({ calendar_id: bruno.id })
  const calendars = [
    { id: anna.id, name: 'Anna', note: 'Colore e acconciature', picture: `/api/client/pictures/${PICTURE}-400.webp` },
    { id: bruno.id, name: 'Bruno', note: '', picture: '' },
    { id: carla.id, name: 'Carla', note: '', picture: '' },
  ]

  expect((await here.get(`/client/services/${service.id}`)).json()).toMatchObject({ calendars })
  expect((await here.get('/client/services')).json().services).toMatchObject([{ calendars }, { calendars: [] }])
  expect((await editor.get(`/services/${service.id}`)).json()).toMatchObject({
    calendars,
    other_calendar_ids: [bruno.id, carla.id],
  })
  expect((await here.get(`/client/services/${alone.id}?calendar_id=${anna.id}`)).statusCode).toBe(404)
  expect((await editor.get(`/services/${alone.id}?calendar_id=${anna.id}`)).statusCode).toBe(404)
})

test('offers the slots of the chosen calendar, or of any; a booking removes its slot from both', {
  tags: ['13.53'],
}, async () => {
  expect((await book('09:00', anna.id)).calendar_id).toBe(anna.id)
  expect((await book('09:00', bruno.id)).calendar_id).toBe(bruno.id)
  await editor.post('/days_off', {
    calendar_id: carla.id,
    day_from: MONDAY,
    hour_from: '09:00',
    day_to: MONDAY,
    hour_to: '11:00',
    reason: 'Medico',
  })

  expect(await listOffered()).not.toContain('09:00')
  expect((await listOffered())[0]).toBe('10:00')
  expect((await listOffered(anna))[0]).toBe('10:00')
  expect((await listOffered(carla))[0]).toBe('11:00')
  expect(await book('09:00')).toBe(409)
  expect(await book('09:00', anna.id)).toBe(409)
  const read: Service = (await editor.get(`/services/${service.id}?calendar_id=${carla.id}`)).json()
  expect(read.available_slots.find(({ date }) => date === MONDAY)?.slots[0]).toBe('11:00:00')
})

test('books the calendar with the fewest occupied minutes if none is chosen, and names it in the response', {
  tags: ['13.54'],
}, async () => {
  const long = await here.newService({ calendar_id: anna.id, duration: 120 })
  await here.book(long.id, { visit_hour: '11:00' })
  await book('12:00', bruno.id)

  const bookings = [await book('15:00'), await book('15:00'), await book('15:00'), await book('15:00')]

  expect(bookings.map((createdRecord) => createdRecord.calendar_id ?? createdRecord)).toEqual([
    carla.id,
    bruno.id,
    anna.id,
    409,
  ])
  expect(bookings.slice(0, 3).map(({ calendar_name }) => calendar_name)).toEqual(['Carla', 'Bruno', 'Anna'])
  expect((await here.book(long.id, { visit_hour: '15:00', visit_day: '2026-11-24' })).json().calendar_name).toBe('')
  const { id, hidden_id } = bookings[2]
  expect((await editor.get(`/bookings/${id}`)).json()).toMatchObject({ calendar_id: anna.id, calendar_name: 'Anna' })
  const file = readCalendar((await here.get(`/client/bookings/${hidden_id}/calendar`)).body)
  expect(JSON.stringify(file)).toContain('Taglio con Anna presso')
})

test('rejects a calendar that the service does not have, or has lost', { tags: ['13.54'] }, async () => {
  const elsewhere = await here.newCalendar()
  expect(await book('09:00', elsewhere.id)).toBe(409)

  const { available_slots: _, ...savedService } = (await editor.get(`/services/${service.id}`)).json()
  const changed = await editor.put(`/services/${service.id}`, {
    ...savedService,
    description: 'Breve',
    other_calendar_ids: [bruno.id],
  })

  expect(changed.json()).toMatchObject({ other_calendar_ids: [bruno.id], version: savedService.version + 1 })
  expect(await book('09:00', carla.id)).toBe(409)
  expect([(await book('09:00')).calendar_id, (await book('09:00')).calendar_id, await book('09:00')]).toEqual([
    anna.id,
    bruno.id,
    409,
  ])
})

test('rejects a calendar that the service loses while the request waits for the lock', async () => {
  await book('15:00', carla.id)
  for (const { id } of [anna, bruno]) await book('09:00', id)
  const { available_slots: _, ...savedService } = (await editor.get(`/services/${service.id}`)).json()
  const blocker = await server.owner.connect()
  await blocker.query('begin')
  await blocker.query('select from calendar_days where tenant_id = $1 and calendar_id = $2 for update', [
    here.id,
    carla.id,
  ])

  const response = book('09:00')
  await expect.poll(() => countLockWaits(server.owner)).toBe(1)
  const changedService = { ...savedService, description: 'Breve', other_calendar_ids: [bruno.id] }
  expect((await editor.put(`/services/${service.id}`, changedService)).statusCode).toBe(200)
  await blocker.query('commit')
  blocker.release()

  expect(await response).toBe(409)
})

test('an update of a service keeps omitted calendars, and rejects unknown ones', async () => {
  const body = { name: 'Taglio', duration: 60, amount: '25.00', description: 'Breve', calendar_id: anna.id }
  const extras = { buffer_before: 5, buffer_after: 10, slot_step: 15, other_calendar_ids: [anna.id, bruno.id] }
  const createdRecord = (await editor.post('/services', { ...body, ...extras })).json()
  const changed = (await editor.put(`/services/${createdRecord.id}`, { ...body, name: 'Piega' })).json()

  expect(createdRecord).toMatchObject({ ...extras, other_calendar_ids: [bruno.id] })
  expect(changed).toMatchObject({ name: 'Piega', ...extras, other_calendar_ids: [bruno.id] })
  expect((await editor.put(`/services/${createdRecord.id}`, { ...body, slot_step: null })).json().slot_step).toBe(null)
  expect(
    (await editor.put(`/services/${createdRecord.id}`, { ...body, other_calendar_ids: [999_999] })).json().errors,
  ).toEqual([{ path: 'other_calendar_ids', message: 'Il calendario scelto non esiste.' }])
  const refused = await editor.delete(`/calendars/${bruno.id}`)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().detail).toContain('Taglio')
})

test('a calendar has a public name, a note and a daily limit; a user may have a calendar', async () => {
  const { id } = (
    await editor.post('/calendars', {
      name: 'Sala 2',
      description: 'Piccola',
      from: '2026-01-01',
      simultaneous_bookings_number: 1,
      public_name: 'Dario',
      public_note: 'Barba e baffi',
      max_bookings_per_day: 8,
    })
  ).json()
  const [, , , createdRecord] = (await editor.get('/calendars')).json().calendars
  expect(createdRecord).toMatchObject({
    id,
    public_name: 'Dario',
    public_note: 'Barba e baffi',
    max_bookings_per_day: 8,
  })
  const { errors } = (await editor.put(`/calendars/${id}`, { ...createdRecord, public_note: 'x'.repeat(121) })).json()
  expect(errors).toEqual([{ path: 'public_note', message: 'Usa al massimo 120 caratteri.' }])
  const foreign = { ...createdRecord, picture: 'https://altrove.example/spia.gif' }
  expect((await editor.put(`/calendars/${id}`, foreign)).json().errors).toEqual([
    { path: 'picture', message: 'Immagine non valida.' },
  ])

  const admin = await here.as('admin')
  const dario = { name: 'Dario', surname: 'Gallo', email: 'dario@salone.it', role: 'operator' }
  const user = (await admin.post('/users', { ...dario, calendar_id: id })).json()
  expect(user.calendar_id).toBe(id)
  expect((await admin.put(`/users/${user.id}`, dario)).json().calendar_id).toBe(id)
  expect((await admin.put(`/users/${user.id}`, { ...dario, calendar_id: 999_999 })).statusCode).toBe(422)
  await editor.delete(`/calendars/${id}`)
  expect((await admin.get('/users')).json().users.find((one: { id: number }) => one.id === user.id).calendar_id).toBe(
    null,
  )
})

test('staff book and reschedule with a calendar; without a choice the booking stays on its own if that is free', {
  tags: ['13.55'],
}, async () => {
  const make = (visit_hour: string, calendar_id?: number) =>
    editor.post('/bookings/create', { ...typed, service_id: service.id, visit_day: MONDAY, visit_hour, calendar_id })
  const reschedule = async (id: number, visit_hour: string, calendar_id?: number | null) => {
    const answer = await editor.put(`/bookings/update/${id}`, {
      ...typed,
      service_id: service.id,
      visit_day: MONDAY,
      visit_hour,
      calendar_id,
    })
    return answer.statusCode === 200 ? answer.json().calendar_name : answer.statusCode
  }
  const { id } = (await make('09:00', carla.id)).json()
  await make('10:00', anna.id)
  await make('11:00', carla.id)

  expect(await reschedule(id, '10:00')).toBe('Carla')
  expect(await reschedule(id, '10:00', anna.id)).toBe(409)
  expect(await reschedule(id, '11:00')).toBe('Bruno')
  expect(await reschedule(id, '11:00', anna.id)).toBe('Anna')
  expect(await reschedule(id, '11:00', null)).toBe('Anna')
  expect(await listOffered(bruno)).toContain('11:00')
})

test('a booking keeps the buffers it was made with, also when it is rescheduled or restorable', {
  tags: ['13.52'],
}, async () => {
  await here.db
    .updateTable('services')
    .set({ buffer_before: 30, buffer_after: 60, slot_step: 30 })
    .where('id', '=', service.id)
    .execute()
  const { id } = await book('11:00', anna.id)
  expect((await listOffered(anna)).slice(0, 2)).toEqual(['15:00', '15:30'])

  await here.db
    .updateTable('services')
    .set({ buffer_before: 0, buffer_after: 0, slot_step: null })
    .where('id', '=', service.id)
    .execute()
  await server.waitForInvalidations()
  expect(await listOffered(anna)).toEqual(['09:00', '15:00', '16:00', '17:00', '18:00'])
  const rescheduled = { ...typed, service_id: service.id, visit_day: MONDAY, visit_hour: '16:00' }
  expect((await editor.put(`/bookings/update/${id}`, rescheduled)).json()).toMatchObject({
    buffer_before: 30,
    buffer_after: 60,
  })
  expect(await listOffered(anna)).toEqual(['09:00', '10:00', '11:00', '12:00', '18:00'])

  await editor.delete(`/bookings/delete/${id}`)
  expect(await listOffered(anna)).not.toContain('15:00')
  await endUndoTime(server)
  expect(await listOffered(anna)).toContain('15:00')
})
