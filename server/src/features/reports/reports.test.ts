import type { Report } from '@prenoto/core/reports/reports.endpoints.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeAll, expect, test } from 'vitest'

const server = await sharedServer()
const TIME_ZONE = 'Europe/Rome'
const TODAY = '2026-11-21'

type Booking = {
  id: number
  customer_id: number
  calendar_id: number
  service_id: number
  service_duration: number
  service_price: string
  visit_day: string
  starts_at: Temporal.Instant
  deleted_at: Temporal.Instant | null
  attendance: string | null
  source: string | null
}

let here: TestTenant
let admin: Awaited<ReturnType<TestTenant['as']>>
let calendars: number[]
let services: number[]

/** Seeded, so that every run is the same. */
let seed = 14
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return Math.floor((seed / 2 ** 31) * below)
}

const dayAfter = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString()

beforeAll(async () => {
  here = await server.newTenant({ app_simultaneous_bookings_enabled: true })
  admin = await here.as('admin')
  const night = { sunday_morning_from: '00:00', sunday_morning_to: '06:00', sunday_afternoon_from: '20:00' }
  calendars = [
    (await here.newCalendar({ name: 'Anna', simultaneous_bookings_number: 2 })).id,
    (await here.newCalendar({ name: 'Notte', ...night, sunday_afternoon_to: '00:00', to: '2026-11-10' })).id,
    (await here.newCalendar({ name: 'Chiusa', deleted_at: '2026-10-27T09:00:00Z' })).id,
  ]
  services = [
    (await here.newService({ name: 'Taglio', calendar_id: calendars[0]! })).id,
    (await here.newService({ name: 'Colore', calendar_id: calendars[1]! })).id,
  ]
  await here.newSpecialOpening({ calendar_id: calendars[0]!, day: '2026-11-01', hour_from: '12:30', hour_to: '00:00' })
  await here.newSpecialOpening({ calendar_id: calendars[0]!, day: '2026-11-02', hour_from: '12:00', hour_to: '16:00' })
  await here.newChangedHours({
    calendar_id: calendars[0]!,
    day_from: '2026-11-10',
    day_to: '2026-11-12',
    windows: [{ weekdays: [2, 4], from: '07:30', to: '11:00' }],
  })
  for (const [calendar_id, day_from, hour_from, day_to, hour_to] of [
    [calendars[0]!, '2026-10-30', '10:00', '2026-11-02', '12:15'],
    [calendars[0]!, '2026-11-02', '11:00', '2026-11-02', '12:30'],
    [calendars[1]!, '2026-10-25', '01:15', '2026-10-25', '02:45'],
  ] as const)
    await here.newDayOff({ calendar_id, day_from, hour_from, day_to, hour_to })
  await here.newDayOff({
    calendar_id: calendars[0]!,
    day_from: '2026-11-05',
    hour_from: '00:00',
    day_to: '2026-11-06',
    hour_to: '00:00',
    deleted_at: '2026-11-04T09:00:00Z',
  })
  for (let i = 0; i < 12; i++)
    await server.owner.query(
      `insert into customers (tenant_id, identity, name, surname, email, telephone) values ($1, $2, 'A', 'B', '', '')`,
      [here.id, `c${i}`],
    )
  for (let i = 0; i < 300; i++) await newBooking(dayAfter('2026-09-10', random(85)))
})

beforeAll(() => server.owner.query("select set_config('app.provider', 'on', false)"))

async function newBooking(day: string) {
  const hour = `${String(8 + random(11)).padStart(2, '0')}:${random(2) ? '00' : '30'}`
  const at = Temporal.PlainDateTime.from(`${day}T${hour}`).toZonedDateTime(TIME_ZONE).toInstant()
  const duration = [30, 45, 60][random(3)]!
  await server.owner.query(
    `insert into bookings (tenant_id, hidden_id, customer_id, calendar_id, service_id, service_name, service_duration, service_price,
       name, surname, email, telephone, visit_day, visit_hour, starts_at, ends_at, scheduled_at, deleted_at, attendance, source)
     select $1, md5(random()::text), id, $2, $3, 'x', $4, $5, 'A', 'B', '', '', $6, $7, $8, $9, $8, $10, $11, $13
     from customers where tenant_id = $1 order by id offset $12 limit 1`,
    [
      here.id,
      calendars[random(3)],
      services[random(2)],
      duration,
      `${random(90)}.${10 + random(90)}`,
      day,
      hour,
      at.toString(),
      at.add({ minutes: duration }).toString(),
      random(6) === 0 ? '2026-09-01T08:00:00Z' : null,
      [null, null, null, 'arrived', 'completed', 'no_show'][random(6)],
      random(12),
      [null, null, 'google', 'sito'][random(4)],
    ],
  )
}

const readAll = async () =>
  (await server.owner.query('select * from bookings where tenant_id = $1', [here.id])).rows as Booking[]

const isActive = ({ deleted_at }: Booking) => deleted_at === null
const tookPlace = (b: Booking) =>
  isActive(b) && b.attendance !== 'no_show' && Temporal.Instant.compare(b.starts_at, server.clock.now) <= 0

/** Computes the figures by their definitions. */
function figures(all: Booking[], chosen: Booking[]) {
  const isFirst = (b: Booking) =>
    !all.some(
      (e) =>
        e.customer_id === b.customer_id &&
        tookPlace(e) &&
        (Temporal.Instant.compare(e.starts_at, b.starts_at) || e.id - b.id) < 0,
    )
  const cents = chosen.filter(tookPlace).reduce((sum, b) => sum + BigInt(b.service_price.replace('.', '')), 0n)
  const text = cents.toString().padStart(3, '0')
  return {
    bookings: chosen.filter(isActive).length,
    cancelled: chosen.filter((b) => !isActive(b)).length,
    no_show: chosen.filter((b) => isActive(b) && b.attendance === 'no_show').length,
    visits: chosen.filter(tookPlace).length,
    first_visits: chosen.filter((b) => tookPlace(b) && isFirst(b)).length,
    minutes_booked: chosen.filter(isActive).reduce((sum, b) => sum + b.service_duration, 0),
    revenue: `${text.slice(0, -2)}.${text.slice(-2)}`,
  }
}

const openMinutesCache = new Map<string, number>()

const openMinutes = (calendar: number, day: string) =>
  openMinutesCache.getOrInsertComputed(`${calendar} ${day}`, () => countOpenMinutes(calendar, day))

/** Checks each quarter of an hour in local time. */
function countOpenMinutes(calendar: number, day: string) {
  const begin = Temporal.PlainDate.from(day).toZonedDateTime(TIME_ZONE)
  const end = begin.add({ days: 1 })
  const within = (at: Temporal.ZonedDateTime, from: string, to: string) => {
    const time = at.toPlainTime().toString()
    return time >= from && (to === '00:00' || time < to)
  }
  const betweenDays = (at: Temporal.ZonedDateTime, from: string, to: string) => {
    const toEpochMilliseconds = (text: string) =>
      Temporal.PlainDateTime.from(text).toZonedDateTime(TIME_ZONE).epochMilliseconds
    return at.epochMilliseconds >= toEpochMilliseconds(from) && at.epochMilliseconds < toEpochMilliseconds(to)
  }
  const weekday = begin.dayOfWeek
  let minutes = 0
  for (let at = begin; Temporal.ZonedDateTime.compare(at, end) < 0; at = at.add({ minutes: 15 })) {
    const inWeek = weekday < 7 && (within(at, '09:00', '13:00') || within(at, '15:00', '19:00'))
    const [anna, night] = calendars
    const isOpen =
      calendar === anna
        ? ((day >= '2026-11-10' && day <= '2026-11-12'
            ? day !== '2026-11-11' && within(at, '07:30', '11:00')
            : inWeek) ||
            (day === '2026-11-01' && within(at, '12:30', '00:00')) ||
            (day === '2026-11-02' && within(at, '12:00', '16:00'))) &&
          !betweenDays(at, '2026-10-30T10:00', '2026-11-02T12:15') &&
          !betweenDays(at, '2026-11-02T11:00', '2026-11-02T12:30')
        : calendar === night
          ? day <= '2026-11-10' &&
            (inWeek || (weekday === 7 && (within(at, '00:00', '06:00') || within(at, '20:00', '00:00')))) &&
            !betweenDays(at, '2026-10-25T01:15', '2026-10-25T02:45')
          : day <= '2026-10-27' && inWeek
    if (isOpen) minutes += calendar === anna ? 30 : 15
  }
  return minutes
}

const listDays = (from: string, to: string) => {
  const days: string[] = []
  for (let day = from; day <= to; day = dayAfter(day, 1)) days.push(day)
  return days
}

const sumOpenMinutes = (ids: number[], from: string, to: string) =>
  listDays(from, to).reduce((sum, day) => sum + ids.reduce((open, id) => open + openMinutes(id, day), 0), 0)

type Case = { from: string; to: string; until?: string; previous: [string, string]; steps: string[] }

async function expectCorrectReport({ from, to, until = to, previous, steps }: Case) {
  const answer = await admin.get(`/reports?from=${from}&to=${to}`)
  expect(answer.statusCode).toBe(200)
  const report: Report = answer.json()
  const all = await readAll()
  const between = (first: string, last: string) => all.filter((b) => b.visit_day >= first && b.visit_day <= last)
  const current = between(from, until)
  const total = (first: string, last: string) => ({
    ...figures(all, between(first, last)),
    minutes_open: sumOpenMinutes(calendars, first, last),
  })

  expect(report.current).toEqual({ from, to: until, total: total(from, until) })
  expect(report.previous).toEqual({ from: previous[0], to: previous[1], total: total(...previous) })
  expect(report.upcoming).toBe(between(dayAfter(until, 1), to).filter(isActive).length)
  expect(report.by_time).toEqual(
    steps.map((start, i) => {
      const end = steps[i + 1] ? dayAfter(steps[i + 1]!, -1) : until
      return { from: start, ...total(start, end) }
    }),
  )
  expect(report.by_service).toEqual(
    [...services].reverse().map((id) => ({
      id,
      name: id === services[0] ? 'Taglio' : 'Colore',
      ...figures(
        all,
        current.filter((b) => b.service_id === id),
      ),
    })),
  )
  expect(report.by_source).toEqual(
    ['google', 'sito', null].map((source) => ({
      id: source ?? 'other',
      ...figures(
        all,
        current.filter((b) => b.source === source),
      ),
    })),
  )
  expect(report.by_calendar).toEqual(
    [0, 2, 1].map((i) => {
      const id = calendars[i]!
      const name = ['Anna', 'Notte', 'Chiusa'][i]
      const ofCalendar = current.filter((b) => b.calendar_id === id)
      return { id, name, ...figures(all, ofCalendar), minutes_open: sumOpenMinutes([id], from, until) }
    }),
  )
  return report
}

const OCTOBER: Case = {
  from: '2026-10-01',
  to: '2026-10-31',
  previous: ['2026-09-01', '2026-09-30'],
  steps: listDays('2026-10-01', '2026-10-31'),
}
const IN_PROGRESS: Case = {
  from: '2026-11-01',
  to: '2026-11-30',
  until: TODAY,
  previous: ['2026-10-01', '2026-10-21'],
  steps: listDays('2026-11-01', TODAY),
}
const QUARTER: Case = {
  from: '2026-10-01',
  to: '2026-12-31',
  until: TODAY,
  previous: ['2026-07-01', '2026-08-21'],
  steps: listDays('2026-10-01', TODAY),
}
const RANGE: Case = {
  from: '2026-09-08',
  to: '2026-11-20',
  previous: ['2026-06-26', '2026-09-07'],
  steps: ['2026-09-08', '2026-10-01', '2026-11-01'],
}

test('the figures match their definitions for a month with a clock change, a period in progress, a quarter and a range', {
  tags: ['13.122'],
}, async () => {
  for (const period of [OCTOBER, IN_PROGRESS, QUARTER]) await expectCorrectReport(period)
  const { current } = await expectCorrectReport(RANGE)
  expect(current.total.first_visits).toBe(12)
  expect(current.total.minutes_open).toBeGreaterThan(current.total.minutes_booked)
})

test('counts every change of a past booking at once', { tags: ['13.123'] }, async () => {
  for (const change of [
    "attendance = 'no_show'",
    'attendance = null',
    'deleted_at = now()',
    'deleted_at = null',
    'customer_id = (select min(id) from customers c where c.tenant_id = b.tenant_id)',
    'service_price = 1000000.01, service_duration = 90',
    `calendar_id = ${calendars[0]}, service_id = ${services[1]}`,
    "visit_day = '2026-10-05', starts_at = '2026-10-05 08:00+00', ends_at = '2026-10-05 09:00+00'",
  ]) {
    const id = `(select id from bookings where tenant_id = $1 and visit_day between '2026-09-01' and '2026-11-01'
                 order by starts_at limit 1 offset ${random(20)})`
    await server.owner.query(`update bookings b set ${change} where tenant_id = $1 and id = ${id}`, [here.id])
    await expectCorrectReport(RANGE)
  }
  await newBooking('2026-10-14')
  await expectCorrectReport(RANGE)
})

test('counts today and later days by their present state, and past days afterwards', { tags: ['13.123'] }, async () => {
  await newBooking(TODAY)
  await newBooking('2026-11-28')
  await expectCorrectReport(IN_PROGRESS)

  server.clock.now = NOW.add({ hours: 24 * 9 })
  admin = await here.as('admin')
  try {
    await expectCorrectReport({
      ...IN_PROGRESS,
      until: '2026-11-30',
      previous: ['2026-10-01', '2026-10-31'],
      steps: listDays('2026-11-01', '2026-11-30'),
    })
  } finally {
    server.clock.now = NOW
    admin = await here.as('admin')
  }
})

test('the report contains no bookings of another tenant', async () => {
  const elsewhere = await server.newTenant()
  const answer = await (await elsewhere.as('admin')).get('/reports?from=2025-01-01&to=2026-12-31')

  expect(answer.json()).toMatchObject({
    current: { total: { bookings: 0, cancelled: 0, revenue: '0.00', minutes_open: 0 } },
    by_service: [],
    by_source: [],
    by_calendar: [],
  })
})

test.for([
  ['from=2026-11-02&to=2026-11-01', 'La fine non può precedere l’inizio.'],
  ['from=2024-11-01&to=2026-11-01', 'Il periodo può durare al massimo 24 mesi.'],
  ['from=2026-11-31&to=2026-12-01', 'Data non valida.'],
])('rejects an invalid period: %s', async ([query, detail]) => {
  const answer = await admin.get(`/reports?${query}`)

  expect([answer.statusCode, answer.json().detail]).toEqual([422, detail])
})
