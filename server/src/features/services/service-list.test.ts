import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import type { ServicePage } from '@prenoto/core/services/services.endpoints.ts'
import { aService } from '@prenoto/test-support/fixtures/services.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { afterEach, expect, test } from 'vitest'

const server = await sharedServer()
afterEach(() => {
  server.clock.now = NOW
})

/** Creates services with these names at positions 1, 2, 3 … */
async function withServices(here: TestTenant, ...names: string[]) {
  const { id: calendar_id } = await here.newCalendar()
  const idByName = new Map<string, number>()
  for (const [i, name] of names.entries())
    idByName.set(name, (await here.newService({ name, calendar_id, position: (i + 1) * 10 })).id)
  return { calendar_id, findId: (name: string) => idByName.get(name)! }
}

async function page(here: TestTenant, query = '') {
  const response = await here.get(`/client/services${query}`)
  expect(response.statusCode).toBe(200)
  const { services, last_id, has_more } = response.json()
  return { names: services.map(({ name }: PublicService) => name).join(''), last_id, has_more }
}

test('sorts services by position, then by creation', {
  tags: ['7.13'],
}, async () => {
  const here = await server.newTenant()
  const { calendar_id } = await withServices(here, 'A', 'B')
  await here.newService({ name: 'first', calendar_id, position: 1 })
  await here.newService({ name: 'again', calendar_id, position: 10 })
  await here.newService({ name: 'minus', calendar_id, position: -1 })

  expect((await page(here)).names).toBe('minusfirstAagainB')
})

test('shows the public fields of a service and no others', { tags: ['7.13'] }, async () => {
  const here = await server.newTenant()
  const service = await here.newService({
    name: 'Taglio',
    description: 'Con shampoo',
    discounted_amount: '19.90',
    notes: 'nota',
    internal_notes: 'segreto',
  })

  const [listed] = (await here.get('/client/services')).json().services

  const hours = ['10:00', '11:00', '12:00', '15:00', '16:00', '17:00', '18:00']
  expect(listed).toEqual(
    aService({
      id: service.id,
      name: 'Taglio',
      duration: 60,
      amount: '25.00',
      discounted_amount: '19.90',
      description: 'Con shampoo',
      available_slots: [{ date: '2026-11-21', slots: hours.map((hour) => `${hour}:00`) }] as never,
      next_slot: { date: '2026-11-21', hour: '10:00:00' } as never,
    }),
  )
})

test('lists today’s slots only, and none on a day without slots', { tags: ['2.13'] }, async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const slotsInList = async () => (await here.get('/client/services')).json().services[0].available_slots

  for (const hour of ['10', '11', '12', '15', '16', '17'])
    await here.book(service.id, { visit_day: '2026-11-21', visit_hour: `${hour}:00` })
  expect(await slotsInList()).toEqual([{ date: '2026-11-21', slots: ['18:00:00'] }])

  await here.book(service.id, { visit_day: '2026-11-21', visit_hour: '18:00' })
  expect(await slotsInList()).toEqual([])

  server.clock.now = Temporal.Instant.from('2026-11-22T08:00:00Z')
  expect(await slotsInList()).toEqual([])

  server.clock.now = Temporal.Instant.from('2026-11-23T08:00:00Z')
  expect((await slotsInList())[0].date).toBe('2026-11-23')
})

test('omits hidden and deleted services and those of other businesses', async () => {
  const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]
  await withServices(elsewhere, 'X')
  const { calendar_id } = await withServices(here, 'A')
  await here.newService({ name: 'H', calendar_id, visible_frontend: false })
  await here.newService({ name: 'D', calendar_id, deleted_at: NOW.toString() })

  expect((await page(here)).names).toBe('A')
})

test('returns an empty page for a business without services', async () => {
  const here = await server.newTenant()

  const response = await here.get('/client/services')

  expect(response.json()).toEqual({ services: [], last_id: null, has_more: false, categories: [] })
})

test('pages follow without a gap, and the last one is marked even when full', {
  tags: ['2.15'],
}, async () => {
  const here = await server.newTenant()
  const { findId } = await withServices(here, 'A', 'B', 'C', 'D')

  const first = await page(here, '?per_page=2')
  const second = await page(here, `?per_page=2&last_id=${first.last_id}`)
  const third = await page(here, `?per_page=2&last_id=${second.last_id}`)

  expect(first).toEqual({ names: 'AB', last_id: findId('B'), has_more: true })
  expect(second).toEqual({ names: 'CD', last_id: findId('D'), has_more: false })
  expect(third).toEqual({ names: '', last_id: null, has_more: false })
})

test('a page has as many services as requested, and tells whether more follow', { tags: ['4.5'] }, async () => {
  const here = await server.newTenant()
  await withServices(here, 'A', 'B', 'C', 'D')

  for (const [query, names, has_more] of [
    ['?per_page=3', 'ABC', true],
    ['?per_page=4', 'ABCD', false],
    ['?per_page=5', 'ABCD', false],
    ['?per_page=1', 'A', true],
    ['?per_page=100', 'ABCD', false],
    ['?last_id=', 'ABCD', false],
    ['?last_id=null', 'ABCD', false],
    ['?', 'ABCD', false],
  ] as const)
    expect([query, await page(here, query)]).toMatchObject([query, { names, has_more }])
})

test('returns ten services by default', async () => {
  const here = await server.newTenant()
  await withServices(here, ...'ABCDEFGHIJK')

  expect(await page(here)).toMatchObject({ names: 'ABCDEFGHIJ', has_more: true })
})

test('a service added or removed between two pages is neither skipped nor repeated', async () => {
  const here = await server.newTenant()
  const { calendar_id, findId } = await withServices(here, 'A', 'B', 'C', 'D')
  const first = await page(here, '?per_page=2')
  const now = NOW.toString()

  await here.newService({ name: 'before', calendar_id, position: 15 })
  await here.newService({ name: 'between', calendar_id, position: 25 })
  for (const gone of ['A', 'B', 'C'])
    await here.db.updateTable('services').set({ deleted_at: now }).where('id', '=', findId(gone)).execute()

  // The process notices a change made directly in the database within a second.
  await expect
    .poll(() => page(here, `?per_page=2&last_id=${first.last_id}`))
    .toMatchObject({
      names: 'betweenD',
      has_more: false,
    })
})

test('an unknown or foreign cursor returns an empty page', async () => {
  const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]
  await withServices(here, 'A', 'B')
  const { findId } = await withServices(elsewhere, 'X')

  for (const id of [999_999_999, Number.MAX_SAFE_INTEGER, findId('X')])
    expect(await page(here, `?last_id=${id}`)).toEqual({ names: '', last_id: null, has_more: false })
})

const TOO_FEW = 'Almeno 1 per pagina.'
const TOO_MANY = 'Al massimo 100 per pagina.'
const quiet = await server.newTenant()
test.for([
  ['per_page=0', 'per_page', TOO_FEW],
  ['per_page=', 'per_page', TOO_FEW],
  ['per_page=-1', 'per_page', TOO_FEW],
  ['per_page=101', 'per_page', TOO_MANY],
  ['per_page=1e9', 'per_page', TOO_MANY],
  ['per_page=1.5', 'per_page', 'Indica un numero intero.'],
  ['per_page=ten', 'per_page', 'Indica un numero.'],
  ['per_page=5&per_page=6', 'per_page', 'Indica un numero.'],
  ['last_id=0', 'last_id', 'Identificativo non valido.'],
  ['last_id=-1', 'last_id', 'Identificativo non valido.'],
  ['last_id=1.5', 'last_id', 'Identificativo non valido.'],
  ['last_id=abc', 'last_id', 'Identificativo non valido.'],
  ['last_id=99999999999999999999', 'last_id', 'Identificativo non valido.'],
])('rejects %s', async ([query, path, message]) => {
  const response = await quiet.get(`/client/services?${query}`)

  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ detail: message, errors: [{ path, message }] })
})

test('answers 404 for a service that is not a number, unknown, hidden, deleted or of another business', {
  tags: ['7.14'],
}, async () => {
  const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]
  const hidden = await here.newService({ visible_frontend: false })
  const deleted = await here.newService({ deleted_at: NOW.toString() })
  const foreign = await elsewhere.newService()

  for (const id of ['x', '0', '-1', '1.5', '99999999999999999999', 999_999_999, hidden.id, deleted.id, foreign.id])
    expect((await here.get(`/client/services/${id}`)).statusCode).toBe(404)
})

test('lists the first slot of each service, however far ahead, and updates it on every booking', {
  tags: ['13.59'],
}, async () => {
  const here = await server.newTenant()
  await here.newService()
  const far = await here.newService({ calendar_id: (await here.newCalendar({ from: '2027-01-10' })).id })
  const soon = await here.newService({ calendar_id: (await here.newCalendar({ from: '2026-11-25' })).id })
  await here.newService({ calendar_id: (await here.newCalendar({ to: '2026-11-20' })).id })
  const listed = async () =>
    ((await here.get('/client/services')).json() as ServicePage).services.map(({ available_slots, next_slot }) => [
      available_slots.length,
      next_slot && `${next_slot.date} ${next_slot.hour}`,
    ])
  const [today, never] = [
    [1, '2026-11-21 10:00:00'],
    [0, null],
  ]

  expect(await listed()).toEqual([today, [0, '2027-01-11 09:00:00'], [0, '2026-11-25 09:00:00'], never])

  const taken = (await here.book(far.id, { visit_day: '2027-01-11' })).json()
  await here.book(soon.id, { visit_day: '2026-11-25' })
  expect(await listed()).toEqual([today, [0, '2027-01-11 10:00:00'], [0, '2026-11-25 10:00:00'], never])
  expect((await here.get(`/client/services/${far.id}`)).json().next_slot).toEqual({
    date: '2027-01-11',
    hour: '10:00:00',
  })

  await here.delete(`/client/bookings/delete/${taken.hidden_id}`)
  expect((await listed())[1]).toEqual([0, '2027-01-11 09:00:00'])
})

test('every page names the categories of all services, with the service before their first ones', {
  tags: ['13.76'],
}, async () => {
  const here = await server.newTenant()
  const ids: number[] = []
  for (const [position, category] of ['Colore', '', 'Taglio', 'Colore'].entries())
    ids.push((await here.newService({ name: category, category, position })).id)
  await here.newService({ name: 'Nascosto', category: 'Segreti', visible_frontend: false })
  const categories = [
    { name: 'Colore', services: 2, after: null },
    { name: '', services: 1, after: ids[0] },
    { name: 'Taglio', services: 1, after: ids[1] },
  ]

  for (const query of ['', `&last_id=${ids[1]}`])
    expect((await here.get(`/client/services?per_page=1${query}`)).json().categories).toEqual(categories)
})
