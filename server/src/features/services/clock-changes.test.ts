import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import { sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer()

const AUTUMN = '2026-10-25'
const SPRING = '2027-03-28'

/** A business in Rome that is open on Sundays, some days before the clocks change. */
async function openOnSundays(
  day: string,
  hours: { morning: [string, string]; afternoon?: [string, string] },
  duration = 60,
) {
  server.clock.now = Temporal.Instant.from(`${day}T08:00:00Z`).subtract({ hours: 24 * 5 })
  const here = await server.newTenant()
  const { id: calendar_id } = await here.newCalendar({
    sunday_morning_from: hours.morning[0],
    sunday_morning_to: hours.morning[1],
    sunday_afternoon_from: hours.afternoon?.[0] ?? null,
    sunday_afternoon_to: hours.afternoon?.[1] ?? null,
  })
  const service = await here.newService({ calendar_id, duration })
  const days: AvailableDay[] = (await here.get(`/client/services/${service.id}`)).json().available_slots
  const offered = days.find(({ date }) => date === day)?.slots.map((slot) => slot.slice(0, 5)) ?? []

  /** Books all offered slots and returns their instants in UTC: 'hour → start–end'. */
  async function bookAll() {
    for (const visit_hour of offered)
      expect((await here.book(service.id, { visit_day: day, visit_hour })).statusCode).toBe(201)
    const bookings = await here.db.selectFrom('bookings').selectAll().orderBy('visit_hour').execute()
    const clock = (instant: Temporal.Instant) => instant.toString().slice(8, 16)
    return bookings.map(
      ({ visit_hour, starts_at, ends_at }) => `${visit_hour.slice(0, 5)} → ${clock(starts_at)}–${clock(ends_at)}`,
    )
  }
  return { here, service, offered, bookAll }
}

test('offers one hour more when the clocks go back, and reads the repeated hour as the first one', async () => {
  const { offered, bookAll } = await openOnSundays(AUTUMN, { morning: ['00:00', '06:00'] })

  expect(offered).toEqual(['00:00', '01:00', '02:00', '03:00', '04:00', '05:00'])
  expect(await bookAll()).toEqual([
    '00:00 → 24T22:00–24T23:00',
    '01:00 → 24T23:00–25T00:00',
    '02:00 → 25T00:00–25T01:00',
    '03:00 → 25T02:00–25T03:00',
    '04:00 → 25T03:00–25T04:00',
    '05:00 → 25T04:00–25T05:00',
  ])
})

test('does not offer the hour that is skipped when the clocks go forward', { tags: ['4.27'] }, async () => {
  const { offered, bookAll } = await openOnSundays(SPRING, { morning: ['00:00', '06:00'] })

  expect(offered).toEqual(['00:00', '01:00', '03:00', '04:00', '05:00'])
  expect(await bookAll()).toEqual([
    '00:00 → 27T23:00–28T00:00',
    '01:00 → 28T00:00–28T01:00',
    '03:00 → 28T01:00–28T02:00',
    '04:00 → 28T02:00–28T03:00',
    '05:00 → 28T03:00–28T04:00',
  ])
})

test.for(['02:00', '02:30'])('rejects %s in the night in which it does not exist', async (visit_hour) => {
  const { here, service, offered } = await openOnSundays(SPRING, { morning: ['00:00', '06:00'] }, 30)

  const response = await here.book(service.id, { visit_day: SPRING, visit_hour })

  expect(offered).not.toContain(visit_hour)
  expect(offered).toContain('01:30')
  expect(response.statusCode).toBe(409)
})

test.for([
  [
    AUTUMN,
    [
      '09:00 → 25T08:00–25T10:00',
      '11:00 → 25T10:00–25T12:00',
      '14:00 → 25T13:00–25T15:00',
      '16:00 → 25T15:00–25T17:00',
    ],
  ],
  [
    SPRING,
    [
      '09:00 → 28T07:00–28T09:00',
      '11:00 → 28T09:00–28T11:00',
      '14:00 → 28T12:00–28T14:00',
      '16:00 → 28T14:00–28T16:00',
    ],
  ],
] as const)('keeps the local hours of the day on %s', { tags: ['4.27'] }, async ([day, visits]) => {
  const { bookAll } = await openOnSundays(day, { morning: ['09:00', '13:00'], afternoon: ['14:00', '18:00'] }, 120)

  expect(await bookAll()).toEqual(visits)
})

test('the days before and after a clock change keep their own offset', async () => {
  server.clock.now = Temporal.Instant.from('2026-10-20T08:00:00Z')
  const here = await server.newTenant()
  const service = await here.newService()

  for (const visit_day of ['2026-10-24', '2026-10-26']) await here.book(service.id, { visit_day })

  const bookings = await here.db.selectFrom('bookings').select('starts_at').orderBy('visit_day').execute()
  expect(bookings.map(({ starts_at }) => starts_at.toString())).toEqual([
    '2026-10-24T07:00:00Z',
    '2026-10-26T08:00:00Z',
  ])
})

test('a visit in the repeated hour blocks its slot from both sides', async () => {
  const { here, service } = await openOnSundays(AUTUMN, { morning: ['00:00', '06:00'] }, 30)
  const first = await here.book(service.id, { visit_day: AUTUMN, visit_hour: '02:30' })

  const again = await here.book(service.id, { visit_day: AUTUMN, visit_hour: '02:30' })
  const beside = await here.book(service.id, { visit_day: AUTUMN, visit_hour: '03:00' })

  expect([first.statusCode, again.statusCode, beside.statusCode]).toEqual([201, 409, 201])
})

test('a closing day that ends in the night of the change reopens at its local time', async () => {
  server.clock.now = Temporal.Instant.from('2027-03-23T08:00:00Z')
  const here = await server.newTenant()
  const { id: calendar_id } = await here.newCalendar({ sunday_morning_from: '00:00', sunday_morning_to: '06:00' })
  const service = await here.newService({ calendar_id })
  await here.newDayOff({ calendar_id, day_from: '2027-03-27', hour_from: '00:00', day_to: SPRING, hour_to: '04:00' })

  const days: AvailableDay[] = (await here.get(`/client/services/${service.id}`)).json().available_slots

  expect(days.find(({ date }) => date === SPRING)?.slots).toEqual(['04:00:00', '05:00:00'])
})
