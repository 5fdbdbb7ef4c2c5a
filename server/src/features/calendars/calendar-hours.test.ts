import type { CalendarHours } from '@prenoto/core/calendars/calendar-hours.ts'
import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
let operator: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  here = await server.newTenant()
  operator = await here.as('operator')
})

const read = async (from: string, to = from, who = operator): Promise<CalendarHours[]> =>
  (await who.get(`/calendars/hours?from=${from}&to=${to}`)).json()

/** 'date from-to from-to' for each day on which a calendar opens. */
const asText = ({ days }: CalendarHours) =>
  days.map(({ date, windows }) =>
    [date, ...windows.map(({ from, to }) => `${from.slice(0, 5)}-${to.slice(0, 5)}`)].join(' '),
  )

const [FRIDAY, SUNDAY, MONDAY] = ['2026-11-27', '2026-11-29', '2026-11-30']

test('lists the hours of each calendar by day, with its special openings', { tags: ['13.104'] }, async () => {
  const { id } = await here.newCalendar({
    public_name: 'Anna',
    saturday_afternoon_from: null,
    saturday_afternoon_to: null,
  })
  await here.newSpecialOpening({ calendar_id: id, day: SUNDAY, hour_from: '10:00', hour_to: '12:00' })
  await here.newSpecialOpening({ calendar_id: id, day: MONDAY, hour_from: '13:00', hour_to: '14:00' })

  const [calendar, ...others] = await read(FRIDAY, MONDAY)

  expect(others).toEqual([])
  expect(calendar).toMatchObject({ id, name: 'Sala', public_name: 'Anna', capacity: 1 })
  expect(asText(calendar!)).toEqual([
    '2026-11-27 09:00-13:00 15:00-19:00',
    '2026-11-28 09:00-13:00',
    '2026-11-29 10:00-12:00',
    '2026-11-30 09:00-14:00 15:00-19:00',
  ])
})

test('ignores closures and deleted special openings; a window until midnight ends at 00:00', async () => {
  const hours = { sunday_morning_from: '09:00', sunday_morning_to: '00:00' }
  const { id } = await here.newCalendar(hours)
  await here.newDayOff({ calendar_id: id, day_from: SUNDAY, hour_from: '00:00', day_to: SUNDAY, hour_to: '23:59' })
  const editor = await here.as('editor')
  const opening = await here.newSpecialOpening({ calendar_id: id, day: SUNDAY, hour_from: '07:00', hour_to: '09:00' })
  expect((await read(SUNDAY)).map(asText)).toEqual([['2026-11-29 07:00-00:00']])

  await editor.delete(`/special-openings/${opening.id}`)

  expect((await read(SUNDAY)).map(asText)).toEqual([['2026-11-29 09:00-00:00']])
})

test('a calendar opens from its first day to its last; a deleted one is not listed', async () => {
  const { id } = await here.newCalendar({ from: '2026-11-28', to: '2026-11-30' })
  const gone = await here.newCalendar()
  const editor = await here.as('editor')
  await editor.delete(`/calendars/${gone.id}`)

  const calendars = await read(FRIDAY, '2026-12-02')

  expect(calendars.map((calendar) => calendar.id)).toEqual([id])
  expect(calendars[0]!.days.map(({ date }) => date)).toEqual(['2026-11-28', '2026-11-30'])
})

test('lists wall-clock hours when the clocks change', async () => {
  await here.newCalendar({ sunday_morning_from: '01:00', sunday_morning_to: '04:00' })
  for (const day of ['2026-10-25', '2027-03-28'])
    expect((await read(day)).map(asText)).toEqual([[`${day} 01:00-04:00`]])
})

test('the capacity is above one only if the business allows simultaneous bookings', async () => {
  await here.newCalendar({ simultaneous_bookings_number: 3 })
  const open = await server.newTenant({ app_simultaneous_bookings_enabled: true })
  await open.newCalendar({ simultaneous_bookings_number: 3 })

  expect(await read(MONDAY)).toMatchObject([{ capacity: 1 }])
  expect(await read(MONDAY, MONDAY, await open.as('operator'))).toMatchObject([{ capacity: 3 }])
})

test('lists six weeks of twelve calendars, and none of another business', async () => {
  const elsewhere = await server.newTenant()
  await elsewhere.newCalendar({ name: 'Altrove' })
  for (let i = 0; i < 12; i += 1) await here.newCalendar({ name: `Sala ${i}` })
  const text = (await operator.get(`/calendars/hours?from=2026-11-30&to=2027-01-10`)).body

  const calendars: CalendarHours[] = JSON.parse(text)

  expect(calendars).toHaveLength(12)
  expect(calendars.every(({ name, days }) => name.startsWith('Sala') && days.length === 36)).toBe(true)
})

test('accepts six weeks, rejects one day more and a reversed range', async () => {
  const status = async (from: string, to: string) =>
    (await operator.get(`/calendars/hours?from=${from}&to=${to}`)).statusCode
  expect(await status('2026-11-30', '2027-01-10')).toBe(200)
  expect(await status('2026-11-30', '2027-01-11')).toBe(422)
  expect(await status('2026-11-30', '2026-11-29')).toBe(422)
  expect(await status('2026-11-31', '2026-12-01')).toBe(422)
})
