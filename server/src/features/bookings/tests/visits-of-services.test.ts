import { randomUUID } from 'node:crypto'
import type { Service } from '@prenoto/core/services/managed-service-schema.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { findOverbooked } from '@prenoto/test-support/database/find-overbooked.ts'
import { waitForResponse } from '@prenoto/test-support/http/wait-for-response.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'

const server = await sharedServer()
const MONDAY = '2026-11-23'
const CORTI = { id: 11, name: 'capelli corti', duration: 30, amount: '25.00', discounted_amount: null }
const LUNGHI = { id: 12, name: 'capelli lunghi', duration: 60, amount: '42.00', discounted_amount: '40.00' }
const { privacy: _, ...typed } = aBooking

let here: TestTenant
let anna: { id: number }
let bruno: { id: number }
/** On both calendars, with variants. */
let cut: { id: number }
/** Only Anna's, with buffers. */
let colour: { id: number }
/** Only Bruno's. */
let shave: { id: number }
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant({ app_services_per_visit: 4 })
  anna = await here.newCalendar({ name: 'Anna' })
  bruno = await here.newCalendar({ name: 'Bruno' })
  cut = await here.newService({ calendar_id: anna.id, variants: JSON.stringify([CORTI, LUNGHI]) }, bruno)
  const buffers = { buffer_before: 10, buffer_after: 20 }
  colour = await here.newService({ name: 'Colore', duration: 90, amount: '50.00', calendar_id: anna.id, ...buffers })
  shave = await here.newService({ name: 'Barba', duration: 15, amount: '10.00', calendar_id: bruno.id })
})

const slots = async (query: string): Promise<string[]> => {
  const { available_slots } = (await here.get(`/client/services/${cut.id}${query}`)).json() as OfferedService
  return available_slots.find(({ date }) => date === MONDAY)?.slots.map((slot) => slot.slice(0, 5)) ?? []
}

const cutAndColour = () => ({ variant_id: LUNGHI.id, also: String(colour.id) })

test('a service with variants is booked in one of them, with its duration and price', async () => {
  const [listed] = (await here.get('/client/services')).json().services
  expect(listed).toMatchObject({ duration: 30, amount: '25.00', variants: [CORTI, LUNGHI] })
  expect(await slots('')).toContain('09:30')
  expect(await slots(`?variant_id=${LUNGHI.id}`)).toEqual([
    '09:00',
    '10:00',
    '11:00',
    '12:00',
    '15:00',
    '16:00',
    '17:00',
    '18:00',
  ])
  expect((await here.get(`/client/services/${cut.id}?variant_id=99`)).statusCode).toBe(404)
  expect((await here.book(cut.id, { variant_id: 99 })).statusCode).toBe(404)

  expect((await here.book(cut.id, { variant_id: LUNGHI.id, calendar_id: anna.id })).json()).toMatchObject({
    service_name: 'Taglio · capelli lunghi',
    service_duration: 60,
    service_price: '40.00',
    services: [{ service_id: cut.id, variant_id: LUNGHI.id, duration: 60, price: '40.00' }],
  })
  expect((await here.book(cut.id, { calendar_id: bruno.id })).json()).toMatchObject({
    service_name: 'Taglio · capelli corti',
    service_duration: 30,
  })
})

test('several services are one booking on a calendar that offers them all', async () => {
  const query = `?variant_id=${LUNGHI.id}&also=${colour.id}`
  // 60 minutes, 10 before the colour, 90 minutes; 20 after it, which may be in the break.
  expect(await slots(query)).toEqual(['09:00', '10:00', '15:00', '16:00'])
  const shownService = (await here.get(`/client/services/${cut.id}${query}`)).json()
  expect(shownService).toMatchObject({ name: 'Taglio', duration: 160, amount: '92.00', calendars: [] })

  const booked = (await here.book(cut.id, { visit_hour: '10:00', ...cutAndColour() })).json()
  expect(booked).toMatchObject({
    service_id: cut.id,
    service_name: 'Taglio · capelli lunghi + Colore',
    service_duration: 160,
    service_price: '90.00',
    calendar_id: anna.id,
    services: [
      { service_id: cut.id, variant_id: LUNGHI.id },
      { service_id: colour.id, variant_id: null, name: 'Colore', duration: 90, price: '50.00' },
    ],
  })
  const [stored] = await here.db.selectFrom('bookings').selectAll().execute()
  expect([String(stored!.busy_from), String(stored!.busy_to)]).toEqual(['2026-11-23T09:00:00Z', '2026-11-23T12:00:00Z'])
  expect(await slots(query)).toEqual(['15:00', '16:00'])
  // Services without a common calendar have no slots.
  expect(await slots(`?also=${colour.id},${shave.id}`)).toEqual([])
})

test('a visitor adds the services of a common calendar, as many as the business allows', async () => {
  const names = async (query = '') =>
    (await here.get(`/client/services/${cut.id}/addable${query}`)).json().services.map(({ name }: Service) => name)
  expect(await names()).toEqual(['Taglio', 'Colore', 'Barba'])
  expect(await names(`?also=${colour.id}`)).toEqual(['Taglio', 'Colore'])
  expect(await names(`?calendar_id=${bruno.id}`)).toEqual(['Taglio', 'Barba'])
  expect(await names(`?also=${colour.id},${colour.id},${colour.id}`)).toEqual([])

  const admin = await here.as('admin')
  await admin.put('/configs/update', { app_services_per_visit: 1 })
  expect(await names()).toEqual([])
  expect((await here.get(`/client/services/${cut.id}?also=${colour.id}`)).statusCode).toBe(404)
  const refused = await here.book(cut.id, cutAndColour())
  expect([refused.statusCode, refused.json().errors[0].path]).toEqual([422, 'also'])
  const hidden = await here.newService({ calendar_id: anna.id, visible_frontend: false })
  await admin.put('/configs/update', { app_services_per_visit: 4 })
  expect((await here.book(cut.id, { also: String(hidden.id) })).statusCode).toBe(404)
  const five = Array(4).fill(colour.id).join(',')
  expect((await here.book(cut.id, { also: five })).statusCode).toBe(422)
})

test('staff add hidden services that a common calendar offers; visitors neither see nor book them', async () => {
  const staff = await here.as('operator')
  const hidden = await here.newService({ name: 'Piega', duration: 15, calendar_id: anna.id, visible_frontend: false })
  const hiddenService = await here.newService({
    name: 'Prova',
    duration: 15,
    calendar_id: bruno.id,
    visible_frontend: false,
  })
  const stranger = await server.newTenant()
  const foreign = await stranger.newService()
  const addable = async (id: number, query = '') => (await staff.get(`/services/${id}/addable${query}`)).json().services
  const names = async (id: number, query?: string) =>
    (await addable(id, query)).map(({ name }: Service) => name) as string[]

  expect(await names(cut.id)).toEqual(['Taglio', 'Colore', 'Barba', 'Piega', 'Prova'])
  expect(await names(cut.id, `?also=${colour.id}`)).toEqual(['Taglio', 'Colore', 'Piega'])
  expect(await names(hiddenService.id)).toEqual(['Taglio', 'Barba', 'Prova'])
  expect(await names(colour.id, `?also=${shave.id}`)).toEqual([])
  expect((await addable(cut.id)).at(-1)).toEqual({
    id: hiddenService.id,
    name: 'Prova',
    variants: [],
    visible_frontend: false,
  })
  expect((await staff.get(`/services/${foreign.id}/addable`)).statusCode).toBe(404)

  const also = `${colour.id},${hidden.id}`
  const createdBooking = await staff.post('/bookings/create', { ...typed, service_id: cut.id, also, calendar_id: null })
  expect([createdBooking.statusCode, createdBooking.json().service_name]).toEqual([
    201,
    'Taglio · capelli corti + Colore + Piega',
  ])

  expect((await here.get(`/client/services/${cut.id}/addable`)).body).not.toMatch(/Piega|Prova/)
  expect((await here.get(`/client/services/${cut.id}?also=${hidden.id}`)).statusCode).toBe(404)
  expect((await here.book(cut.id, { visit_hour: '15:00', also })).statusCode).toBe(404)
})

test('the booking page shows the variant and the services of its address, or those that exist', async () => {
  const body = async (query: string) => {
    const { statusCode, body } = await here.page(`/client_service/${cut.id}/booking${query}`)
    expect(statusCode).toBe(200)
    return body
  }
  const chosen = await body(`?variante=12&poi=${colour.id}`)
  expect(chosen).toContain('Taglio · capelli lunghi + Colore')
  expect(chosen).toMatch(/aria-checked="true"[^>]*>[^/]*capelli lunghi/)
  expect(await body('?variante=99&poi=12345')).toContain('>Taglio · capelli corti<')
  expect(await body(`?poi=${colour.id},x`)).toContain('>Taglio · capelli corti<')
  expect((await here.page('/client_service')).body).toContain('da 25,00')
})

test('a repeated request gets its visit; other services with the same key do not', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const first = await here.book(cut.id, cutAndColour(), headers)
  const again = await here.book(cut.id, cutAndColour(), headers)
  const other = await here.book(cut.id, { variant_id: LUNGHI.id }, headers)

  expect([again.statusCode, again.json().id, other.statusCode]).toEqual([201, first.json().id, 422])
})

test('a visit keeps its block and its services when its customer or the staff reschedule it', async () => {
  const { hidden_id, id } = (await here.book(cut.id, cutAndColour())).json()
  const editor = await here.as('editor')
  await editor.put(`/services/${cut.id}`, {
    ...((await editor.get(`/services/${cut.id}`)).json() as Service),
    variants: [],
  })

  const shownService = (await here.get(`/client/bookings/${hidden_id}/slots`)).json() as OfferedService
  expect(shownService).toMatchObject({ name: 'Taglio · capelli lunghi + Colore', duration: 160, amount: '90.00' })
  expect(shownService.available_slots.find(({ date }) => date === MONDAY)?.slots).toEqual([
    '09:00:00',
    '10:00:00',
    '15:00:00',
    '16:00:00',
  ])
  const moved = await here.put(`/client/bookings/update/${hidden_id}`, { visit_day: MONDAY, visit_hour: '15:00' })
  expect(moved.json()).toMatchObject({ visit_hour: '15:00:00', service_duration: 160 })
  await editor.put(`/bookings/reschedule/${id}`, { visit_day: MONDAY, visit_hour: '09:05' })
  expect((await editor.get(`/bookings/${id}`)).json()).toMatchObject({
    visit_hour: '09:05:00',
    service_name: 'Taglio · capelli lunghi + Colore',
    service_duration: 160,
    services: [{ variant_id: LUNGHI.id }, { service_id: colour.id }],
  })
})

test('staff book, change and repeat the services of a visit', async () => {
  const staff = await here.as('operator')
  const visit = { ...typed, service_id: cut.id, ...cutAndColour(), calendar_id: anna.id }
  const createdBooking = (await staff.post('/bookings/create', visit)).json()
  expect(createdBooking).toMatchObject({
    service_duration: 160,
    services: [{ variant_id: 12 }, { service_id: colour.id }],
  })

  const same = `?except=${createdBooking.id}&variant_id=12&also=${colour.id}`
  const hiddenService = ((await staff.get(`/services/${cut.id}${same}`)).json() as Service).available_slots
  expect(hiddenService.find(({ date }) => date === MONDAY)?.slots).toContain('09:00:00')

  const changed = (await staff.put(`/bookings/update/${createdBooking.id}`, { ...visit, also: '' })).json()
  expect(changed).toMatchObject({ service_name: 'Taglio · capelli lunghi', service_duration: 60, version: 1 })
  const shaved = { ...visit, also: String(shave.id), calendar_id: null }
  expect((await staff.put(`/bookings/update/${createdBooking.id}`, shaved)).json()).toMatchObject({
    service_name: 'Taglio · capelli lunghi + Barba',
    calendar_id: bruno.id,
  })

  const visits = [MONDAY, '2026-11-30'].map((visit_day) => ({ visit_day, visit_hour: '15:00', calendar_id: anna.id }))
  const { visit_day: __, visit_hour: ___, calendar_id: ____, ...series } = visit
  const { bookings } = (await staff.post('/bookings/series', { ...series, visits })).json()
  expect(bookings).toMatchObject([{ service_duration: 160 }, { service_duration: 160 }])
  const next = await staff.put(`/bookings/series/update/${bookings[0].id}`, { ...visit, visit_hour: '16:00' })
  expect(next.statusCode).toBe(200)
  expect((await staff.get(`/bookings/${bookings[1].id}`)).json()).toMatchObject({
    visit_hour: '16:00:00',
    service_duration: 160,
    services: [{ variant_id: 12 }, { service_id: colour.id }],
  })
})

test('a service of an upcoming visit is not deleted, and a report counts each of its services', async () => {
  const editor = await here.as('admin')
  await here.book(cut.id, cutAndColour())
  await here.book(cut.id, { visit_hour: '15:00', variant_id: 11, calendar_id: anna.id })
  const blocked = await editor.delete(`/services/${colour.id}`)
  expect([blocked.statusCode, (await editor.delete(`/services/${shave.id}`)).statusCode]).toEqual([409, 204])

  server.clock.now = NOW.add({ hours: 24 * 7 })
  const period = `from=2026-11-20&to=2026-11-27`
  const { by_service, current } = (await (await here.as('admin')).get(`/reports?${period}`)).json()
  expect(current.total).toMatchObject({ visits: 2, minutes_booked: 190, revenue: '115.00' })
  expect(by_service).toMatchObject([
    { id: colour.id, bookings: 1, visits: 1, minutes_booked: 90, revenue: '50.00' },
    { id: cut.id, bookings: 2, visits: 2, minutes_booked: 90, revenue: '65.00' },
  ])
})

test('the waiting list keeps the services that a visitor waits for', async () => {
  for (const visit_hour of ['10:30', '16:30']) await here.book(colour.id, { visit_hour })
  const { visit_hour: __, ...person } = aBooking
  const wish = { ...person, visit_day: MONDAY, calendar_id: anna.id, ...cutAndColour() }
  expect((await here.post(`/client/waiting-list/${cut.id}`, wish)).statusCode).toBe(201)
  const [entry] = await here.db.selectFrom('waiting_list_entries').selectAll().execute()
  expect(entry!.services).toMatchObject([{ variant_id: 12 }, { service_id: colour.id, price: '50.00' }])

  const editor = await here.as('editor')
  const [shownService] = (await editor.get(`/waiting-list?visit_day=${MONDAY}`)).json()
  expect(shownService.service_name).toBe('Taglio · capelli lunghi + Colore')
  await here.db.deleteFrom('bookings').where('tenant_id', '=', here.id).execute()
  const offered = await editor.post(`/waiting-list/${shownService.id}/offer`, {
    visit_hour: '09:00',
    calendar_id: anna.id,
  })
  expect(offered.json().offer).toMatchObject({ visit_hour: '09:00:00' })
  const [hold] = await here.db.selectFrom('slot_holds').selectAll().execute()
  expect(String(hold!.starts_at.until(hold!.ends_at))).toBe('PT10800S')
  expect((await here.page(`/waiting-list/${entry!.hidden_id}`)).body).toContain('160 minuti')
  const accepted = await here.post(`/client/waiting-list/book/${entry!.hidden_id}`, { offer_id: hold!.id })
  expect(accepted.json()).toMatchObject({ service_duration: 160, service_price: '90.00' })
})

test('single bookings and visits of several services at once never share a minute of a calendar', async () => {
  const wishes = Array.from({ length: 24 }, (_, i) => {
    const hour = ['09:00', '09:30', '10:00', '15:00', '16:00'][i % 5]!
    const person = { email: `v${i}@example.it`, visit_hour: hour }
    const book = (booking: object) => {
      const headers = { 'idempotency-key': randomUUID() }
      return waitForResponse(() => here.book(cut.id, { ...person, ...booking }, headers))
    }
    if (i % 3 === 0) return book(cutAndColour())
    if (i % 3 === 1) return book({ also: `${cut.id}:12` })
    return book({ calendar_id: i % 2 ? anna.id : bruno.id })
  })
  const statuses = (await Promise.all(wishes)).map(({ statusCode }) => statusCode)

  expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
  const createdBooking = await here.db.selectFrom('bookings').select(['calendar_id', 'services']).execute()
  expect(createdBooking).toHaveLength(statuses.filter((status) => status === 201).length)
  expect(createdBooking.length).toBeGreaterThan(3)
  const coloured = createdBooking.filter(({ services }) => services?.some(({ service_id }) => service_id === colour.id))
  expect(coloured.every(({ calendar_id }) => calendar_id === anna.id)).toBe(true)
  expect(await findOverbooked(server.owner, here.id, 1)).toEqual([])
})

test('a visit shows the present preparation of each service once, under its name if there are several', async () => {
  const prepare = (service: { id: number }, preparation: string) =>
    here.db.updateTable('services').set({ preparation }).where('id', '=', service.id).execute()
  await prepare(cut, 'Vieni con i capelli asciutti.\nNiente lacca.')
  const book = async (booking: object) => (await here.book(cut.id, { calendar_id: anna.id, ...booking })).json()
  const read = async (hiddenId: string) => (await here.get(`/client/bookings/${hiddenId}`)).json().preparation

  const alone = await book({ variant_id: LUNGHI.id })
  expect(alone.preparation).toBe('Vieni con i capelli asciutti.\nNiente lacca.')

  const services = { variant_id: CORTI.id, also: `${colour.id},${cut.id}:${LUNGHI.id}`, visit_hour: '15:00' }
  const [cutText, colourText] = ['Taglio · capelli corti:\nNiente gel.', 'Colore:\nPorta una foto.']
  const several = await book(services)
  expect(await read(several.hidden_id)).toBe('Taglio · capelli corti:\nVieni con i capelli asciutti.\nNiente lacca.')
  await prepare(cut, 'Niente gel.')
  await prepare(colour, 'Porta una foto.')
  expect(await read(several.hidden_id)).toBe(`${cutText}\n\n${colourText}`)
  expect(await read(alone.hidden_id)).toBe('Niente gel.')
  // The booking page joins the texts in core, bookings in SQL.
  const { variant_id, also } = services
  const page = await here.get(`/client/services/${cut.id}?variant_id=${variant_id}&also=${also}`)
  expect(page.json().preparation).toBe(`${cutText}\n\n${colourText}`)
  const staff = await here.as('operator')
  const panel = await staff.get(`/services/${cut.id}?variant_id=${variant_id}&also=${also}`)
  expect(panel.json()).toMatchObject({ preparation: 'Niente gel.', visit_preparation: `${cutText}\n\n${colourText}` })

  await prepare(cut, '')
  await prepare(colour, '')
  expect([await read(alone.hidden_id), await read(several.hidden_id)]).toEqual(['', ''])
})
