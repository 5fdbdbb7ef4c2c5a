import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'

const server = await sharedServer()
const MONDAY = '2026-11-23'

let here: TestTenant
let anna: { id: number }
let zoe: { id: number }
/** 45 minutes and 50 euros; with Zoe 60 minutes and 55 euros. */
let cut: { id: number }
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
  anna = await here.newCalendar({ name: 'Anna' })
  zoe = await here.newCalendar({ name: 'Zoe' })
  const by_calendar = JSON.stringify([{ calendar_id: zoe.id, duration: 60, amount: '55.00', discounted_amount: null }])
  cut = await here.newService({ duration: 45, amount: '50.00', calendar_id: anna.id, by_calendar }, zoe)
})

async function read(query = ''): Promise<OfferedService> {
  return (await here.get(`/client/services/${cut.id}${query}`)).json()
}

async function morning(query = '') {
  const { available_slots } = await read(query)
  const slots = available_slots.find(({ date }) => date === MONDAY)?.slots ?? []
  return slots.map((slot) => slot.slice(0, 5)).filter((slot) => slot < '13:00')
}

test('each calendar offers its own starts, and any calendar all of them', async () => {
  const [ofAnna, ofZoe] = [await morning(`?calendar_id=${anna.id}`), await morning(`?calendar_id=${zoe.id}`)]

  expect(ofAnna).toEqual(['09:00', '09:45', '10:30', '11:15', '12:00'])
  expect(ofZoe).toEqual(['09:00', '10:00', '11:00', '12:00'])
  expect(await morning()).toEqual([...new Set([...ofAnna, ...ofZoe])].sort())
})

test('the lowest price and duration are shown until a calendar is chosen, then its own', async () => {
  const [listed] = (await here.get('/client/services')).json().services

  expect(listed).toMatchObject({ duration: 45, amount: '50.00', varies: true })
  expect(await read()).toMatchObject({ duration: 45, amount: '50.00', varies: true })
  expect(await read(`?calendar_id=${zoe.id}`)).toMatchObject({
    duration: 60,
    amount: '55.00',
    services: [{ duration: 60, price: '55.00' }],
  })
  expect(await read(`?calendar_id=${zoe.id}`)).not.toHaveProperty('varies')
  expect(JSON.stringify(await read())).not.toContain('by_calendar')
})

test('a booking copies what holds on the calendar that it gets', async () => {
  const withZoe = { service_duration: 60, service_price: '55.00', calendar_id: zoe.id }
  expect((await here.book(cut.id, { visit_hour: '10:00', calendar_id: zoe.id })).json()).toMatchObject(withZoe)
  // Only Zoe begins at 11:00, and only Anna at 11:15.
  expect((await here.book(cut.id, { visit_hour: '11:00' })).json()).toMatchObject(withZoe)
  expect((await here.book(cut.id, { visit_hour: '11:15' })).json()).toMatchObject({
    service_duration: 45,
    service_price: '50.00',
    calendar_id: anna.id,
  })
  const rows = await here.db.selectFrom('bookings').select(['starts_at', 'ends_at']).orderBy('id').execute()
  expect(rows.map(({ starts_at, ends_at }) => starts_at.until(ends_at).total('minutes'))).toEqual([60, 60, 45])
  expect((await here.book(cut.id, { visit_hour: '10:30', calendar_id: zoe.id })).statusCode).toBe(409)
})

test('staff who book or reschedule onto a calendar are told its conflicts and end of the visit', async () => {
  const staff = await here.as('operator')
  const { privacy: _, ...customer } = aBooking
  const book = (visit: object) => staff.post('/bookings/create', { ...customer, service_id: cut.id, ...visit })
  await here.book(cut.id, { visit_hour: '12:00', calendar_id: zoe.id })

  // With Anna it would end at 12:00.
  const refused = await book({ visit_hour: '11:15', calendar_id: zoe.id, any_minute: true })
  expect(refused.statusCode).toBe(409)
  expect(refused.body).toContain('dalle 12:00 alle 13:00')
  const booked = (await book({ visit_hour: '11:15', calendar_id: anna.id })).json()
  // A visit stays as it was booked.
  const moved = await staff.put(`/bookings/update/${booked.id}`, {
    ...customer,
    service_id: cut.id,
    visit_hour: '09:00',
    calendar_id: zoe.id,
  })
  expect(moved.json()).toMatchObject({ service_duration: 45, service_price: '50.00', calendar_id: zoe.id })
})

test('a request without the terms keeps them, and one that makes them impossible is refused', async () => {
  const admin = await here.as('admin')
  const service = (await admin.get(`/services/${cut.id}`)).json()
  const fields = { name: 'Taglio', duration: 30, amount: '50', description: 'x', calendar_id: anna.id }

  expect((await admin.put(`/services/${cut.id}`, fields)).json().by_calendar).toEqual(service.by_calendar)
  const variants = [{ name: 'Corti', duration: 20, amount: '50' }]
  expect((await admin.put(`/services/${cut.id}`, { ...fields, duration: 90, variants })).json()).toMatchObject({
    status: 422,
    errors: [{ path: 'by_calendar.0.duration', message: expect.stringContaining('sarebbe di -10 minuti') }],
  })
  expect((await admin.put(`/services/${cut.id}`, { ...fields, by_calendar: [] })).json().by_calendar).toEqual([])
})

test('a proposal and an offer show the duration and price of the calendar that they hold', async () => {
  const admin = await here.as('admin')
  // Only Zoe is free at 15:00.
  await here.book(cut.id, { visit_hour: '15:00', calendar_id: anna.id })
  const { customer_id } = await here.db.selectFrom('bookings').select('customer_id').executeTakeFirstOrThrow()
  const propose = async (hours: [string, { id: number }][]) => {
    const heldHours = hours.map(([visit_hour, { id }]) => ({ visit_day: MONDAY, visit_hour, calendar_id: id }))
    const proposal = await admin.post('/proposals', { customer_id, service_id: cut.id, hours: heldHours })
    return (await here.page(`/proposals/${proposal.json().hidden_id}`)).body
  }
  const ofZoe = await propose([
    ['10:00', zoe],
    ['11:00', zoe],
  ])
  const ofBoth = await propose([
    ['12:00', zoe],
    ['11:15', anna],
  ])
  const entry = await here.newWaitingListEntry({ service_id: cut.id, calendar_id: zoe.id })
  expect((await admin.post(`/waiting-list/${entry.id}/offer`, { visit_hour: '15:00' })).statusCode).toBeLessThan(300)
  const offer = (await here.page(`/waiting-list/${entry.hidden_id}`)).body

  for (const page of [ofZoe, offer]) {
    expect(page).toContain('60 minuti')
    expect(page).toMatch(/55,00\s€/)
  }
  expect(ofBoth).toContain('da 45 minuti')
  expect(ofBoth).toMatch(/da 50,00\s€/)
})

test('services without a common calendar are shown without slots', async () => {
  const other = await here.newService()
  await here.db.updateTable('configurations').set({ app_services_per_visit: 3 }).execute()
  const answer = await here.get(`/client/services/${cut.id}?also=${other.id}`)

  expect([answer.statusCode, answer.json().available_slots]).toEqual([200, []])
})
