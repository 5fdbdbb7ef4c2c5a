import type { VisitOfService } from '@prenoto/core/bookings/staff-slots.endpoints.ts'
import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant({ app_min_gap: 20 })
})

/** A Monday, open from 9 to 13 only. */
const MONDAY = aBooking.visit_day
const MORNING = { monday_afternoon_from: null, monday_afternoon_to: null }

const hoursOn = (days: AvailableDay[], day = MONDAY) =>
  days.find(({ date }) => date === day)?.slots.map((slot) => slot.slice(0, 5)) ?? []

/** A visit of 50 minutes every half hour, and one of 80 minutes from 9:00. */
async function aMorning() {
  const { id: calendar_id } = await here.newCalendar(MORNING)
  const service = await here.newService({ calendar_id, duration: 50, slot_step: 30 })
  const long = await here.newService({ calendar_id, duration: 80, name: 'Colore' })
  const first = (await here.book(long.id, { visit_hour: '09:00' })).json()
  return { service, first, calendar_id }
}
const readShown = async (id: number) => hoursOn((await here.get(`/client/services/${id}`)).json().available_slots)

test('visitors see the starts that leave no useless gap, and staff all of them with what they leave', async () => {
  const { service } = await aMorning()
  const staff = await here.as('operator')
  const { available_slots, useless_gaps }: VisitOfService = (await staff.get(`/services/${service.id}`)).json()

  // From 10:20 to 13:00 only 10:30 leaves less than 20 minutes, as 12:00 leaves 10 after it.
  expect(await readShown(service.id)).toEqual(['10:20', '11:00', '11:30'])
  expect(hoursOn(available_slots)).toEqual(['10:20', '10:30', '11:00', '11:30', '12:00'])
  expect(useless_gaps.filter(({ date }) => date === MONDAY)).toEqual([
    { date: MONDAY, slot: '10:30:00', minutes: 10 },
    { date: MONDAY, slot: '12:00:00', minutes: 10 },
  ])
})

test('without the rule visitors and staff see the starts of the grid', async () => {
  const { service } = await aMorning()
  await (await here.as('admin')).put('/configs/update', { app_min_gap: 0 })
  const staff = await here.as('operator')
  const { available_slots, useless_gaps } = (await staff.get(`/services/${service.id}`)).json()

  for (const slots of [await readShown(service.id), hoursOn(available_slots)])
    expect(slots).toEqual(['10:30', '11:00', '11:30', '12:00'])
  expect(useless_gaps).toEqual([])
})

test('a visitor can book exactly the starts that are shown, staff also those that are hidden', async () => {
  const { service } = await aMorning()
  const staff = await here.as('operator')
  const { privacy: _, ...customer } = aBooking

  for (const visit_hour of ['10:30', '10:45', '12:00', '10:10'])
    expect((await here.book(service.id, { visit_hour })).statusCode).toBe(409)
  expect((await here.book(service.id, { visit_hour: '10:20' })).statusCode).toBe(201)
  // From 11:10 to 13:00 the starts of the grid are 11:30 and 12:00; right after the visit is 11:10.
  expect(await readShown(service.id)).toEqual(['11:10', '11:30'])
  const booked = await staff.post('/bookings/create', { ...customer, service_id: service.id, visit_hour: '12:00' })
  expect(booked.statusCode).toBe(201)
  expect(booked.json().overridden_conflicts ?? []).toEqual([])
  // 50 minutes are left.
  expect(await readShown(service.id)).toEqual(['11:10'])
})

test('a customer can reschedule to exactly the starts that are shown for the visit', async () => {
  const { service } = await aMorning()
  const { hidden_id } = (await here.book(service.id, { visit_hour: '11:00' })).json()
  const read = await here.get(`/client/bookings/${hidden_id}/slots`)
  expect(hoursOn(read.json().available_slots)).toEqual(['10:20', '11:00', '11:30'])
  const reschedule = (visit_hour: string) =>
    here.put(`/client/bookings/update/${hidden_id}`, { visit_day: MONDAY, visit_hour })

  expect((await reschedule('10:30')).statusCode).toBe(409)
  expect((await reschedule('10:20')).statusCode).toBe(200)
})

test('without a choice the visit goes to a calendar on which its start is shown', async () => {
  const { service, calendar_id } = await aMorning()
  const other = await here.newCalendar(MORNING)
  await here.db
    .insertInto('service_calendars')
    .values({ tenant_id: here.id, service_id: service.id, calendar_id: other.id })
    .execute()
  // The other calendar has more booked minutes, but 10:30 is useless on the first one only.
  const long = await here.newService({ calendar_id: other.id, duration: 90, name: 'Piega' })
  await here.book(long.id, { visit_hour: '09:00' })

  const { calendar_id: booked } = (await here.book(service.id, { visit_hour: '10:30' })).json()
  expect(booked).toBe(other.id)
  expect(booked).not.toBe(calendar_id)
})

test('a start held for a waiting person stays theirs when the visit that it touches is cancelled', async () => {
  const { service, first, calendar_id } = await aMorning()
  const waiting = await here.newWaitingListEntry({ service_id: service.id, visit_day: MONDAY })
  const { rows } = await server.owner.query<{ id: number }>(
    `insert into slot_holds (tenant_id, entry_id, calendar_id, visit_day, visit_hour, starts_at, ends_at, held_until)
     values ($1, $2, $3, $4, '10:20', '2026-11-23T09:20Z', '2026-11-23T10:10Z', now() + interval '1 hour') returning id`,
    [here.id, waiting.id, calendar_id, MONDAY],
  )
  expect((await here.delete(`/client/bookings/delete/${first.hidden_id}`)).statusCode).toBe(204)
  expect(await readShown(service.id)).not.toContain('10:20')

  const answer = await here.post(`/client/waiting-list/book/${waiting.hidden_id}`, { offer_id: rows[0]!.id })

  expect([answer.statusCode, answer.json().visit_hour]).toEqual([201, '10:20:00'])
})
