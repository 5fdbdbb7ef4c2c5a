import { aManagedService } from '@prenoto/test-support/fixtures/services.ts'
import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
let editor: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  here = await server.newTenant()
  editor = await here.as('editor')
})

const piega = { name: 'Piega', duration: 30, amount: '18,5', discounted_amount: '', description: 'Con phon' }
const dates = (service: { available_slots: { date: string }[] }) => service.available_slots.map(({ date }) => date)

test('a new service gets its defaults and the staff’s slots of today', { tags: ['3.9', '5.21', '9.21'] }, async () => {
  const { id: calendar_id } = await here.newCalendar()
  const createdService = await editor.post('/services', { ...piega, calendar_id })

  expect(createdService.statusCode).toBe(201)
  const { next_slot: _, ...defaults } = { ...aManagedService(), next_slot: null }
  expect(createdService.json()).toEqual({
    ...defaults,
    id: expect.any(Number),
    name: 'Piega',
    amount: '18.50',
    description: 'Con phon',
    calendar_id,
    available_slots: [{ date: '2026-11-21', slots: expect.arrayContaining(['10:00:00']) }],
  })
  expect((await editor.get('/services')).json().services).toEqual([createdService.json()])
})

test('a service is saved as it was read; visitors see the change at once unless it is hidden', {
  tags: ['7.15'],
}, async () => {
  const { id: calendar_id } = await here.newCalendar()
  const { available_slots: _, ...createdService } = (await editor.post('/services', { ...piega, calendar_id })).json()
  const names = async () =>
    (await here.get('/client/services')).json().services.map(({ name }: { name: string }) => name)
  expect(await names()).toEqual(['Piega'])

  await editor.put(`/services/${createdService.id}`, {
    ...createdService,
    name: 'Messa in piega',
    discounted_amount: '0',
  })
  expect(await names()).toEqual(['Messa in piega'])
  const hidden = await editor.put(`/services/${createdService.id}`, { ...createdService, visible_frontend: false })
  expect(hidden.json()).toMatchObject({ ...createdService, visible_frontend: false, version: 3 })
  expect(await names()).toEqual([])
  expect((await editor.get('/services')).json().services).toHaveLength(1)
})

test('keeps the preparation that a request leaves out; an empty one removes it, and it has 1000 characters', async () => {
  const { id: calendar_id } = await here.newCalendar()
  const service = { ...piega, calendar_id }
  const { id } = (await editor.post('/services', { ...service, preparation: 'Vieni\n in anticipo. ' })).json()
  const save = async (preparation?: string) => (await editor.put(`/services/${id}`, { ...service, preparation })).json()

  expect((await save()).preparation).toBe('Vieni\n in anticipo.')
  expect((await save('')).preparation).toBe('')
  expect((await save('x'.repeat(1001))).errors).toMatchObject([{ path: 'preparation' }])
})

test('a repeated key updates the same service', async () => {
  const { id: calendar_id } = await here.newCalendar()
  const key = { 'idempotency-key': 'onboarding-1' }
  const first = (await editor.post('/services', { ...piega, calendar_id }, key)).json()

  const again = await editor.post('/services', { ...piega, name: 'Taglio', calendar_id }, key)

  expect(again.json()).toEqual({ ...first, name: 'Taglio', version: 2 })
  expect((await editor.get('/services')).json().services).toHaveLength(1)
})

test('is validated with the form’s messages', { tags: ['5.16', '5.17', '5.20', '9.18'] }, async () => {
  const answer = await editor.post('/services', {
    duration: 0,
    amount: '12.345',
    discounted_amount: 'x',
    color: 'javascript:',
    calendar_id: 0,
  })
  expect(answer.json().errors).toEqual([
    { path: 'name', message: 'Il nome è obbligatorio.' },
    { path: 'duration', message: 'La durata deve essere almeno 1 minuto.' },
    { path: 'amount', message: 'Formato importo non valido.' },
    { path: 'discounted_amount', message: 'Formato importo scontato non valido.' },
    { path: 'color', message: 'Colore non valido.' },
    { path: 'calendar_id', message: 'ID calendario non valido.' },
  ])
})

test('requires a calendar of this business', async () => {
  const elsewhere = await server.newTenant()
  const { id: calendar_id } = await elsewhere.newCalendar()
  const service = await here.newService()
  for (const answer of [
    await editor.post('/services', { ...piega, calendar_id }),
    await editor.put(`/services/${service.id}`, { ...piega, calendar_id }),
  ])
    expect(answer.json()).toMatchObject({
      status: 422,
      errors: [{ path: 'calendar_id', message: 'Il calendario scelto non esiste.' }],
    })
})

test('rejects the deletion of a service with upcoming bookings and gives their number', {
  tags: ['4.35', '7.15'],
}, async () => {
  const service = await here.newService()
  await here.book(service.id)
  await here.book(service.id, { visit_hour: '10:00' })

  const blocker = async () => (await editor.get(`/services/${service.id}/deletion-blocker`)).json()
  const refused = await editor.delete(`/services/${service.id}`)
  expect(await blocker()).toEqual({ deletion_blocker: '2 prenotazioni future' })
  await here.db.updateTable('bookings').set({ deleted_at: server.clock.now.toString() }).execute()
  expect(await blocker()).toEqual({ deletion_blocker: null })
  const deleted = await editor.delete(`/services/${service.id}`)

  expect(refused.json()).toMatchObject({
    status: 409,
    detail: 'Il servizio ha ancora 2 prenotazioni future: non può essere eliminato.',
  })
  expect(deleted.statusCode).toBe(204)
  expect((await editor.delete(`/services/${service.id}`)).statusCode).toBe(404)
  expect((await editor.get(`/services/${service.id}`)).statusCode).toBe(404)
  expect((await here.get(`/client/services/${service.id}`)).statusCode).toBe(404)
})

test('offers staff times within the notice, days beyond the horizon, and hidden services', {
  tags: ['4.26'],
}, async () => {
  await here.db
    .updateTable('configurations')
    .set({ app_booking_hours_notice: 48, app_booking_max_months: 1 })
    .where('tenant_id', '=', here.id)
    .execute()
  const service = await here.newService()
  const visitor = (await here.get(`/client/services/${service.id}`)).json()
  await here.db.updateTable('services').set({ visible_frontend: false }).execute()
  const operator = await here.as('operator')
  const staff = (await operator.get(`/services/${service.id}`)).json()

  expect(dates(visitor)[0]).toBe('2026-11-23')
  expect(dates(visitor).at(-1)).toBe('2026-12-21')
  expect(staff.available_slots[0]).toEqual({
    date: '2026-11-21',
    slots: ['10:00:00', '11:00:00', '12:00:00', '15:00:00', '16:00:00', '17:00:00', '18:00:00'],
  })
  expect(dates(staff).at(-1)).toBe('2028-11-21')
})

test('searches services by part of the name, ignoring case, hidden ones included', {
  tags: ['13.172'],
}, async () => {
  const massage = await here.newService({ name: 'Massaggio 50%', visible_frontend: false })
  await here.newService({ name: 'Taglio' })
  const operator = await here.as('operator')
  const search = async (text: string) =>
    (await operator.get(`/services?search=${encodeURIComponent(text)}`))
      .json()
      .services.map(({ id }: { id: number }) => id)

  expect(await search(' mASSAGGIO')).toEqual([massage.id])
  expect(await search('50%')).toEqual([massage.id])
  expect(await search('%')).toEqual([massage.id])
  expect(await search('_')).toEqual([])
  expect(await search('')).toHaveLength(2)
})

test('filters services by visibility, calendar and ids, within their business', {
  tags: ['13.5'],
}, async () => {
  const elsewhere = await server.newTenant()
  const foreign = await elsewhere.newService({ visible_frontend: false })
  const visibleService = await here.newService()
  const hidden = await here.newService({ visible_frontend: false })
  const shared = await here.newService({ visible_frontend: false }, { id: visibleService.calendar_id })
  const operator = await here.as('operator')
  const list = async (query: string) => (await operator.get(`/services?${query}`)).json()
  const listIds = async (query: string) => (await list(query)).services.map(({ id }: { id: number }) => id)

  expect(await listIds('visibility=hidden')).toEqual([hidden.id, shared.id])
  expect(await listIds('visibility=shown')).toEqual([visibleService.id])
  expect(await listIds(`calendar_id=${visibleService.calendar_id}`)).toEqual([visibleService.id, shared.id])
  expect(await listIds(`calendar_id=${foreign.calendar_id}`)).toEqual([])
  expect(await listIds(`ids=${shared.id},${foreign.id},${visibleService.id},0`)).toEqual([visibleService.id, shared.id])
  expect(await listIds(`ids=${shared.id},${visibleService.id}&visibility=hidden`)).toEqual([shared.id])
  expect(await list(`visibility=hidden&per_page=1&last_id=${hidden.id}`)).toMatchObject({
    services: [{ id: shared.id }],
    has_more: false,
  })
  for (const refused of ['visibility=all', 'calendar_id=0', 'ids=', 'ids=1,', 'ids=-1', `ids=${'1,'.repeat(100)}1`])
    expect((await operator.get(`/services?${refused}`)).statusCode).toBe(422)
})

test('an edited booking does not block its own time and keeps it on its own day and service', {
  tags: ['2.62'],
}, async () => {
  const service = await here.newService()
  const other = await here.newService({ calendar_id: service.calendar_id, duration: 30 })
  const booking = (await here.book(service.id)).json()
  const slotsOn = async (id: number, day: string, query = '') =>
    (await editor.get(`/services/${id}${query}`)).json().available_slots.find((d: { date: string }) => d.date === day)
      ?.slots

  expect(await slotsOn(service.id, '2026-11-23')).not.toContain('09:00:00')
  expect(await slotsOn(service.id, '2026-11-23', `?except=${booking.id}`)).toContain('09:00:00')
  expect(await slotsOn(other.id, '2026-11-23', `?except=${booking.id}`)).toContain('09:30:00')

  // After this closure only the booking's own time remains.
  await here.newDayOff({
    calendar_id: service.calendar_id,
    day_from: '2026-11-23',
    hour_from: '00:00',
    day_to: '2026-11-24',
    hour_to: '00:00',
  })
  expect(await slotsOn(service.id, '2026-11-23', `?except=${booking.id}`)).toEqual(['09:00:00'])
  expect(await slotsOn(other.id, '2026-11-23', `?except=${booking.id}`)).toBeUndefined()
})
