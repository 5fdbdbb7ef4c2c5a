import { openStream } from '@prenoto/test-support/http/event-stream.ts'
import { aBooking, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

const server = await sharedServer()
beforeAll(async () => {
  await server.listen()
})

type Staff = Awaited<ReturnType<TestTenant['as']>>
type Row = Record<string, unknown>

let here: TestTenant
let [ada, ugo]: Staff[] = []
beforeEach(async () => {
  here = await server.newTenant()
  ada = await here.as('admin')
  ugo = await here.as('admin')
})

const RED_DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** A record that two users edit: its endpoint, the body to send, and the field that each user changes. */
type Kind = {
  name: string
  begin: () => Promise<{ path: string; body: Row; version: number }>
  first: Row
  second: Row
}

const KINDS: Kind[] = [
  {
    name: 'a booking',
    async begin() {
      const service = await here.newService()
      const { id } = (await here.book(service.id)).json()
      const { privacy: _, ...body } = aBooking
      const { version } = (await ada!.get(`/bookings/${id}`)).json()
      return { path: `/bookings/update/${id}`, body: { ...body, service_id: service.id }, version }
    },
    first: { visit_hour: '12:00:00' },
    second: { surname: 'Bruni' },
  },
  {
    name: 'a service',
    async begin() {
      const { calendar_id } = await here.newService()
      const body = { name: 'Taglio', duration: 60, amount: '25.00', description: 'Breve', calendar_id }
      const { id, version } = (await ada!.post('/services', body)).json()
      return { path: `/services/${id}`, body, version }
    },
    first: { amount: '30.00' },
    second: { duration: 45 },
  },
  {
    name: 'a calendar',
    async begin() {
      const body = { name: 'Sala', description: 'Grande', from: '2026-01-01', simultaneous_bookings_number: 1 }
      const { id, version } = (await ada!.post('/calendars', body)).json()
      return { path: `/calendars/${id}`, body, version }
    },
    first: { monday_morning_from: '09:00', monday_morning_to: '12:00' },
    second: { name: 'Studio' },
  },
  {
    name: 'a closure',
    async begin() {
      const { id: calendar_id } = await here.newCalendar()
      const day = { day_from: '2026-12-24', hour_from: '09:00', day_to: '2026-12-24', hour_to: '18:00' }
      const body = { ...day, reason: 'Ferie', calendar_id }
      const { id, version } = (await ada!.post('/days_off', body)).json()
      return { path: `/days_off/${id}`, body, version }
    },
    first: { hour_to: '20:00' },
    second: { reason: 'Natale' },
  },
  {
    name: 'an extra opening',
    async begin() {
      const { id: calendar_id } = await here.newCalendar()
      const body = { day: '2026-11-29', hour_from: '09:00', hour_to: '13:00', reason: '', calendar_id }
      const { id, version } = (await ada!.post('/special-openings', body)).json()
      return { path: `/special-openings/${id}`, body, version }
    },
    first: { hour_to: '20:00' },
    second: { reason: 'Natale' },
  },
  {
    name: 'changed hours',
    async begin() {
      const { id: calendar_id } = await here.newCalendar()
      const windows = [{ weekdays: [1], from: '14:00', to: '20:00' }]
      const body = { day_from: '2026-11-30', day_to: '2026-12-04', windows, reason: '', calendar_id }
      const { id, version } = (await ada!.post('/changed-hours', body)).json()
      return { path: `/changed-hours/${id}`, body, version }
    },
    first: { day_to: '11-12-2026' },
    second: { reason: 'Corso' },
  },
  {
    name: 'a user',
    async begin() {
      const body = { name: 'Luca', surname: 'Gallo', email: 'luca@salone.it', role: 'editor', phone: '' }
      const { id, version } = (await ada!.post('/users', body)).json()
      return { path: `/users/${id}`, body, version }
    },
    first: { role: 'operator' },
    second: { phone: '0510000100' },
  },
  {
    name: 'the notes on a customer',
    async begin() {
      const service = await here.newService()
      const { id } = (await here.book(service.id)).json()
      const { customer_id } = (await ada!.get(`/bookings/${id}`)).json()
      const { version } = (await ada!.get(`/customers/${customer_id}`)).json()
      return { path: `/customers/${customer_id}/notes`, body: { notes: '' }, version }
    },
    first: { notes: 'Allergica al lattice' },
    second: { notes: 'Preferisce Anna' },
  },
  {
    name: 'the site',
    async begin() {
      const { version } = (await ada!.get('/client/configs')).json()
      return { path: '/configs/update', body: { app_name: 'Salone', phone: '' }, version }
    },
    first: { phone: '0510000100' },
    second: { app_name: 'Aurora' },
  },
]

const ifMatchHeader = (version: number) => ({ 'if-match': `"${version}"` })

describe.for(KINDS.map((kind) => [kind.name, kind] as const))('%s that two people have open', ([, kind]) => {
  test('is not overwritten by the second of two saves, which gets the current record and can continue from it, nor by one at the same time; a request without a version replaces it', {
    tags: ['13.36', '13.98'],
  }, async () => {
    const { path, body, version } = await kind.begin()
    const first = await ugo!.put(path, { ...body, ...kind.first }, ifMatchHeader(version))
    expect(first.statusCode).toBe(200)
    expect(first.json()).toMatchObject(kind.first)
    expect(first.json().version).toBeGreaterThan(version)

    const second = await ada!.put(path, { ...body, ...kind.second }, ifMatchHeader(version))
    expect(second.statusCode).toBe(409)
    expect(second.json()).toMatchObject({ detail: 'Nel frattempo qualcun altro ha modificato questi dati.' })
    expect(second.json().current).toEqual(first.json())

    const both = { ...body, ...kind.first, ...kind.second }
    const third = await ada!.put(path, both, ifMatchHeader(second.json().current.version))
    expect(third.statusCode).toBe(200)
    expect(third.json()).toMatchObject({ ...kind.first, ...kind.second })

    const atOnce = await Promise.all(
      [ada, ugo, ada].map((who) => who!.put(path, { ...body, ...kind.first }, ifMatchHeader(third.json().version))),
    )
    expect(atOnce.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])

    expect((await ada!.put(path, { ...body, ...kind.second })).statusCode).toBe(200)
    expect((await ada!.put(path, body, { 'if-match': 'yesterday' })).statusCode).toBe(422)
  })
})

test('open dashboards of the business receive the id and version of each changed or deleted record', {
  tags: ['13.37'],
}, async () => {
  const elsewhere = await server.newTenant()
  const [service, stranger] = [await here.newService(), await elsewhere.as('admin')]
  const listen = (domain: string, { token }: Staff) =>
    openStream(server.app, domain, '/notifications/stream', { authorization: `Bearer ${token}` })
  const [near, far] = [await listen(here.domain, ugo!), await listen(elsewhere.domain, stranger)]

  await ada!.put('/configs/update', { phone: '0510000100' })
  await ada!.delete(`/services/${service.id}`)

  const receivedRecords = () => near.events.filter(({ event }) => event === 'record').map(({ data }) => data)
  await expect.poll(receivedRecords).toEqual([
    { of: 'configurations', id: null, version: expect.any(Number) },
    { of: 'services', id: service.id, version: 2 },
  ])
  await ada!.put('/configs/update', { phone: '0510000100' })
  await server.waitForInvalidations()
  expect(receivedRecords()).toHaveLength(2)
  expect(far.events).toEqual([])
  for (const stream of [near, far]) stream.close()
})

test('a logo that was chosen for another version of the site is not taken', { tags: ['13.36'] }, async () => {
  const { version } = (await ada!.get('/client/configs')).json()
  const send = (sentVersion: number) => {
    const form = new FormData()
    form.append('logo', new Blob([Buffer.from(RED_DOT, 'base64')], { type: 'image/png' }), 'logo.png')
    return ada!.post('/configs/upload-logo', form, ifMatchHeader(sentVersion))
  }
  const sent = await send(version)
  expect(sent.statusCode).toBe(200)
  const { photo_url, version: now } = sent.json()
  expect((await here.get('/client/configs')).json()).toMatchObject({ app_logo: photo_url, version: now })

  const late = await send(version)

  expect(late.statusCode).toBe(409)
  expect(late.json().current).toEqual({ photo_url, version: now })
  expect((await here.get('/client/configs')).json().app_logo).toBe(photo_url)
  const { rows } = await server.owner.query('select count(*)::int as count from uploads where tenant_id = $1', [
    here.id,
  ])
  expect(rows).toEqual([{ count: 3 }])
})
