import { busyTimes } from '@prenoto/core/availability/intervals.ts'
import { slotsOfDay } from '@prenoto/core/availability/slots.ts'
import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import { addDays, isoWeekday } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { dayClock } from '@prenoto/core/time/time-zone.ts'
import { findOverbooked } from '@prenoto/test-support/database/find-overbooked.ts'
import { type Answer, type ServerProcess, spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { shuffle } from '@prenoto/test-support/server/shuffled.ts'
import { aBooking, type TestServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Two real processes on one database, called over sockets; the third server only prepares and observes. */
let observer: TestServer
let servers: ServerProcess[]
beforeAll(async () => {
  observer = await testServer()
  servers = [1, 2].map(() => spawnServer({ DATABASE_URL: observer.url }))
  await Promise.all(servers.map((server) => server.ready()))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGINT')))
  await observer.close()
})

const book = (i: number, host: string, serviceId: number, visit: object) =>
  servers[i % 2]!.callUntilServed({
    host,
    method: 'POST',
    path: `/client/bookings/create/${serviceId}`,
    payload: { ...aBooking, email: `v${i}@example.it`, ...visit },
  })

/** The offered slots of all days; the processes use the real clock. */
async function listOffered(host: string, serviceId: number) {
  const { body } = await servers[0]!.callUntilServed({ host, path: `/client/services/${serviceId}` })
  const days: AvailableDay[] = JSON.parse(body).available_slots
  return days.flatMap(({ date, slots }) => slots.map((visit_hour) => ({ visit_day: date, visit_hour })))
}

const tally = (answers: Answer[]) => ({
  booked: answers.filter(({ status }) => status === 201).length,
  refused: answers.filter(({ status }) => status === 409).length,
  other: answers.filter(({ status }) => status !== 201 && status !== 409).map(({ status }) => status),
})

test.for([1, 3])(
  'of 16 visitors and 4 programs at two processes exactly as many get each slot as it has places: %i',
  { tags: ['4.28'] },
  async (capacity) => {
    const here = await observer.newTenant({ app_simultaneous_bookings_enabled: true })
    const { id: calendar_id } = await here.newCalendar({ simultaneous_bookings_number: capacity })
    const service = await here.newService({ calendar_id, visible_api: true })
    const slot = (await listOffered(here.domain, service.id)).at(-1)!
    const { key } = (await (await here.as('admin')).post('/api_keys', { name: 'Cassa', rights: ['book'] })).json()
    const { privacy: _, ...customer } = aBooking
    const bookByProgram = (i: number) =>
      servers[i % 2]!.callUntilServed({
        host: here.domain,
        method: 'POST',
        path: '/bookings/create',
        payload: { ...customer, email: `v${i}@example.it`, service_id: service.id, ...slot },
        headers: { authorization: `Bearer ${key}` },
      })

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 5 === 0 ? bookByProgram(i) : book(i, here.domain, service.id, slot))),
    )

    expect(tally(answers)).toEqual({ booked: capacity, refused: 20 - capacity, other: [] })
    expect(await here.db.selectFrom('bookings').selectAll().execute()).toHaveLength(capacity)
  },
)

test('many concurrent visits of one or two services and different lengths never exceed the capacity at any instant', async () => {
  const here = await observer.newTenant({ app_simultaneous_bookings_enabled: true, app_services_per_visit: 2 })
  const { id: calendar_id } = await here.newCalendar({ simultaneous_bookings_number: 2 })
  const services = await Promise.all([20, 35, 60, 240].map((duration) => here.newService({ duration, calendar_id })))
  const offers = await Promise.all(services.map(async ({ id }) => ({ id, slots: await listOffered(here.domain, id) })))
  const anotherThan = (one: number) => String(services.find(({ id }) => id !== one)!.id)
  const day = offers[0]!.slots.at(-1)!.visit_day
  const wishes = offers.flatMap(({ id, slots }) =>
    slots
      .filter(({ visit_day, visit_hour }) => visit_day === day && visit_hour >= '15:00')
      .flatMap((slot) => [undefined, anotherThan(id)].map((also) => ({ id, visit: { ...slot, also } }))),
  )

  // In some rushes only visits of one service are booked.
  const ofTwo = wishes.find(({ visit }) => visit.also)!
  const first = await book(wishes.length, here.domain, ofTwo.id, ofTwo.visit)
  const others = await Promise.all(shuffle(wishes).map(({ id, visit }, i) => book(i, here.domain, id, visit)))

  const { booked, other } = tally([first, ...others])
  expect(other).toEqual([])
  expect(booked).toBeGreaterThan(2)
  const rows = await here.db.selectFrom('bookings').select('services').execute()
  expect(rows).toHaveLength(booked)
  expect(rows.filter(({ services }) => services).length).toBeGreaterThan(0)
  expect(await findOverbooked(observer.owner, here.id, 2)).toEqual([])
})

test('visitors at two processes book only hours of the week that applies, and concurrent changes keep all weeks', async () => {
  const here = await observer.newTenant()
  const other_weeks = [{ monday_afternoon_from: '14:00', monday_afternoon_to: '20:00' }]
  const { id } = await here.newCalendar({ rota_from: '2026-01-05', other_weeks } as never)
  const service = await here.newService({ calendar_id: id })
  const offered = await listOffered(here.domain, service.id)
  const mondays = [...new Set(offered.map(({ visit_day }) => visit_day))]
    .filter((day) => isoWeekday(day) === 1)
    .slice(1, 3)
  const wishes = mondays.flatMap((visit_day) =>
    Array.from({ length: 12 }, (_, i) => ({ visit_day, visit_hour: `${String(i + 9).padStart(2, '0')}:00:00` })),
  )
  const editor = await here.newUser({ role: 'editor' })
  const token = await here.newSession(editor.id, { created: Temporal.Now.instant() })
  const call = (i: number, method: 'GET' | 'PUT', path: string, payload?: object) =>
    servers[i % 2]!.callUntilServed({
      host: here.domain,
      method,
      path,
      payload,
      headers: { authorization: `Bearer ${token}` },
    })
  const {
    version: _,
    rota_from,
    other_weeks: others,
    ...calendar
  } = JSON.parse((await call(0, 'GET', '/calendars')).body).calendars[0]

  const [answers, changes] = await Promise.all([
    Promise.all(shuffle(wishes).map((visit, i) => book(i, here.domain, service.id, visit))),
    Promise.all(
      [{}, { rota_from }, { other_weeks: others }, { max_bookings_per_day: 0 }, {}, { rota_from }].map((fields, i) =>
        call(i, 'PUT', `/calendars/${id}`, { ...calendar, description: 'Turni', ...fields }),
      ),
    ),
  ])

  expect(changes.map(({ status }) => status)).toEqual(changes.map(() => 200))
  const bookable = wishes.filter((wish) =>
    offered.some((slot) => slot.visit_day === wish.visit_day && slot.visit_hour === wish.visit_hour),
  )
  // One week of eight hours, and one of six.
  expect(bookable).toHaveLength(8 + 6)
  expect(tally(answers)).toEqual({ booked: bookable.length, refused: wishes.length - bookable.length, other: [] })
  const bookings = await here.db.selectFrom('bookings').select(['visit_day', 'visit_hour']).execute()
  expect(bookings).toEqual(expect.arrayContaining(bookable))
  expect(JSON.parse((await call(1, 'GET', '/calendars')).body).calendars[0]).toMatchObject({
    description: 'Turni',
    rota_from,
    other_weeks: others,
  })
})

test('racing visitors at two processes get only starts that leave no useless gap where another leaves none', async () => {
  const here = await observer.newTenant({ app_min_gap: 25 })
  const service = await here.newService({ duration: 40, slot_step: 15, buffer_after: 5 })
  const day = (await listOffered(here.domain, service.id)).at(-1)!.visit_day
  for (let wave = 0; wave < 20; wave++) {
    const shownSlots = (await listOffered(here.domain, service.id)).filter(
      ({ visit_day, visit_hour }) => visit_day === day && visit_hour < '13:00',
    )
    if (shownSlots.length === 0) break
    const answers = await Promise.all(
      shuffle([...shownSlots, ...shownSlots]).map((slot, i) => book(i, here.domain, service.id, slot)),
    )
    expect(tally(answers).other).toEqual([])
    expect(tally(answers).booked).toBeGreaterThan(0)
  }

  expect(await findOverbooked(observer.owner, here.id, 1)).toEqual([])
  const { rows } = await observer.owner.query<{ visit_hour: PlainTime; from: number; to: number }>(
    `select visit_hour, extract(epoch from busy_from)::int / 60 as from, extract(epoch from busy_to)::int / 60 as to
     from bookings where tenant_id = $1 order by id`,
    [here.id],
  )
  const windows = [540, 900].map((from) => ({ from, to: from + 240 })).slice(0, isoWeekday(day) === 7 ? 0 : 2)
  const open = { date: day, clock: dayClock(day, 'Europe/Rome'), windows }
  rows.forEach(({ visit_hour }, i) => {
    const earlier = rows.slice(0, i)
    const bookings = busyTimes(
      { starts: earlier.map(({ from }) => from), ends: earlier.map(({ to }) => to) },
      { starts: [], ends: [] },
    )
    const shownSlots = slotsOfDay(open, {
      ...{ duration: 40, step: 15, before: 0, after: 5, processing: [], capacity: 1, maxPerDay: 0, bookings },
      ...{ closures: { starts: [], ends: [] }, earliest: 0, minGap: 25, hidesGaps: true },
    })
    expect([i, shownSlots]).toEqual([i, expect.arrayContaining([visit_hour])])
  })
  expect(rows.length).toBeGreaterThan(2)
})

test('series and visitors at two processes get each slot once, and a series all its slots or none', {
  tags: ['13.111'],
}, async () => {
  const here = await observer.newTenant()
  const service = await here.newService()
  const slots = await listOffered(here.domain, service.id)
  const [first] = slots.filter(({ visit_day }) => visit_day > slots[0]!.visit_day)
  const weeks = [0, 1, 2, 3, 4, 5].map((n) => ({ ...first!, visit_day: addDays(first!.visit_day, 7 * n) }))
  const { id: operator } = await here.newUser({ role: 'operator' })
  const token = await here.newSession(operator, { created: Temporal.Now.instant() })
  const { privacy: _, visit_day: __, visit_hour: ___, ...customer } = aBooking
  const bookSeries = (i: number, visits: object[]) =>
    servers[i % 2]!.callUntilServed({
      host: here.domain,
      method: 'POST',
      path: '/bookings/series',
      payload: { ...customer, email: `s${i}@example.it`, service_id: service.id, visits },
      headers: { authorization: `Bearer ${token}` },
    })

  const answers = await Promise.all(
    shuffle([
      ...[0, 1, 2, 3, 4, 5, 6, 7].map((i) => () => bookSeries(i, weeks.slice(i % 3, (i % 3) + 4).toReversed())),
      ...weeks.flatMap((visit, n) => [0, 1].map((i) => () => book(n * 2 + i, here.domain, service.id, visit))),
    ]).map((call) => call()),
  )

  expect(tally(answers).other).toEqual([])
  expect(await findOverbooked(observer.owner, here.id, 1)).toEqual([])
  const rows = await here.db.selectFrom('bookings').select('series_id').execute()
  const ofSeries = Map.groupBy(rows, ({ series_id }) => series_id)
  for (const [series, visits] of ofSeries) if (series !== null) expect(visits).toHaveLength(4)
})

describe('a service of three calendars with one slot each', () => {
  async function threePeople() {
    const here = await observer.newTenant()
    const [anna, bruno, carla] = [await here.newCalendar(), await here.newCalendar(), await here.newCalendar()]
    const service = await here.newService({ calendar_id: bruno.id }, anna, carla)
    // These processes use the real clock.
    const token = await here.newSession((await here.newUser({ role: 'operator' })).id, {
      created: Temporal.Now.instant(),
    })
    const staff = (i: number, method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
      servers[i % 2]!.callUntilServed({
        host: here.domain,
        method,
        path,
        payload,
        headers: { authorization: `Bearer ${token}` },
      })
    const bookings = here.db.selectFrom('bookings').where('deleted_at', 'is', null)
    return { here, service, calendars: [anna.id, bruno.id, carla.id], staff, bookings }
  }

  test('gives exactly three of 12 visitors without a choice one slot, each on another calendar', {
    tags: ['13.54'],
  }, async () => {
    const { here, service, calendars, bookings } = await threePeople()
    const [slot] = (await listOffered(here.domain, service.id)).slice(-1)

    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => {
        const requested = i % 5 === 0 ? calendars[i % 3] : i % 2 ? null : undefined
        return book(i, here.domain, service.id, { ...slot, calendar_id: requested })
      }),
    )

    expect(tally(answers)).toEqual({ booked: 3, refused: 9, other: [] })
    const calendarRows = await bookings.select('calendar_id').execute()
    expect(calendarRows.map(({ calendar_id }) => calendar_id).sort()).toEqual(calendars.sort())
  })

  test('has no deadlock and no double booking under reschedules, bookings and cancellations', {
    tags: ['13.54'],
  }, async () => {
    const { here, service, calendars, staff, bookings } = await threePeople()
    const slots = await listOffered(here.domain, service.id)
    const days = [...new Set(slots.map(({ visit_day }) => visit_day))].slice(-2)
    const hours = ['09:00:00', '10:00:00', '11:00:00']
    const targets = days.flatMap((visit_day) => hours.map((visit_hour) => ({ visit_day, visit_hour })))
    const createdBookings: { id: number; hidden_id: string }[] = []
    for (const [i, slot] of targets.entries())
      createdBookings.push(JSON.parse((await book(i, here.domain, service.id, slot)).body))

    const { privacy: _, ...typed } = aBooking
    const answers = await Promise.all(
      shuffle(
        createdBookings.flatMap(({ id, hidden_id }, i) => {
          const to = { ...typed, ...targets[(i + 3) % 6], service_id: service.id }
          return [
            () => staff(i, 'PUT', `/bookings/update/${id}`, to),
            () => staff(i + 1, 'PUT', `/bookings/update/${id}`, { ...to, calendar_id: calendars[i % 3] }),
            () => book(i, here.domain, service.id, targets[i]!),
            () => book(i + 1, here.domain, service.id, { ...targets[i], calendar_id: calendars[(i + 1) % 3] }),
            () => book(i, here.domain, service.id, targets[(i + 3) % 6]!),
            ...(i % 3 === 0
              ? [
                  () =>
                    servers[i % 2]!.callUntilServed({
                      host: here.domain,
                      method: 'DELETE',
                      path: `/client/bookings/delete/${hidden_id}`,
                    }),
                ]
              : []),
          ]
        }),
      ).map((call) => call()),
    )

    expect(new Set(answers.map(({ status }) => status)).difference(new Set([200, 201, 204, 404, 409]))).toEqual(
      new Set(),
    )
    expect(await findOverbooked(observer.owner, here.id, 1)).toEqual([])
    const standing = await bookings.select(['calendar_id']).execute()
    expect(standing.length).toBeGreaterThan(targets.length)
  })

  test('holds a slot that staff cancel until the undo ends; one that a visitor cancels is free at once', {
    tags: ['13.54'],
  }, async () => {
    const { here, service, calendars, staff, bookings } = await threePeople()
    const [slot] = (await listOffered(here.domain, service.id)).slice(-1)
    const createdBookings: { id: number; hidden_id: string; calendar_id: number }[] = []
    for (const calendar_id of calendars)
      createdBookings.push(JSON.parse((await book(0, here.domain, service.id, { ...slot, calendar_id })).body))
    const [heldBooking, leftBooking] = [createdBookings[0]!, createdBookings[1]!]

    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, (_, i) => book(i, here.domain, service.id, slot!))),
      staff(0, 'DELETE', `/bookings/delete/${heldBooking.id}`),
      servers[1]!.callUntilServed({
        host: here.domain,
        method: 'DELETE',
        path: `/client/bookings/delete/${leftBooking.hidden_id}`,
      }),
    ])
    const late = await Promise.all(Array.from({ length: 4 }, (_, i) => book(i, here.domain, service.id, slot!)))
    const back = await staff(1, 'POST', `/bookings/restore/${heldBooking.id}`)

    const all = tally([...answers, ...late])
    expect(all).toEqual({ booked: 1, refused: 13, other: [] })
    expect(back.status).toBe(200)
    const standing = await bookings.select('calendar_id').execute()
    expect(standing.map(({ calendar_id }) => calendar_id).sort()).toEqual(calendars.sort())
    expect(await findOverbooked(observer.owner, here.id, 1)).toEqual([])
  })
})

test('a reschedule by staff holds the previous slot against visitors until the undo ends', {
  tags: ['13.107'],
}, async () => {
  const here = await observer.newTenant()
  const service = await here.newService()
  const token = await here.newSession((await here.newUser({ role: 'operator' })).id, {
    created: Temporal.Now.instant(),
  })
  const staff = (i: number, method: 'PUT' | 'POST', path: string, payload?: object) =>
    servers[i % 2]!.callUntilServed({
      host: here.domain,
      method,
      path,
      payload,
      headers: { authorization: `Bearer ${token}` },
    })
  const [from, to] = (await listOffered(here.domain, service.id)).slice(-2)
  const createdBookings: { id: number } = JSON.parse((await book(0, here.domain, service.id, from!)).body)

  const visitors = (many: number) =>
    Promise.all(Array.from({ length: many }, (_, i) => book(i, here.domain, service.id, from!)))
  const [competing, rescheduled] = await Promise.all([
    visitors(6),
    staff(0, 'PUT', `/bookings/reschedule/${createdBookings.id}`, to),
  ])
  expect(rescheduled.status).toBe(200)
  const [late, back, again] = await Promise.all([
    visitors(4),
    staff(1, 'POST', `/bookings/undo-reschedule/${createdBookings.id}`),
    staff(0, 'POST', `/bookings/undo-reschedule/${createdBookings.id}`),
  ])

  expect(tally([...competing, ...late])).toEqual({ booked: 0, refused: 10, other: [] })
  expect([back.status, again.status]).toEqual([200, 200])
  const visit = here.db.selectFrom('bookings').select(['visit_day', 'visit_hour']).where('deleted_at', 'is', null)
  expect(await visit.execute()).toEqual([from])
  expect(await findOverbooked(observer.owner, here.id, 1)).toEqual([])
})

test('one key sent to two processes at once makes one booking and gets one response', {
  tags: ['4.30'],
}, async () => {
  const here = await observer.newTenant()
  const service = await here.newService()
  const [slot] = (await listOffered(here.domain, service.id)).slice(-1)

  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      servers[i % 2]!.callUntilServed({
        host: here.domain,
        method: 'POST',
        path: `/client/bookings/create/${service.id}`,
        payload: { ...aBooking, ...slot },
        headers: { 'idempotency-key': 'press' },
      }),
    ),
  )

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(await here.db.selectFrom('bookings').select('id').execute()).toHaveLength(1)
})

test('freed slots that two processes offer and visitors want are booked once each', {
  tags: ['13.87'],
}, async () => {
  const here = await observer.newTenant()
  const service = await here.newService({ duration: 120 })
  const slots = await listOffered(here.domain, service.id)
  const day = slots.at(-1)!.visit_day
  const requested = slots.filter(({ visit_day }) => visit_day === day)
  const createdBookings = await Promise.all(requested.map((slot, i) => book(i, here.domain, service.id, slot)))
  const people = Array.from({ length: 8 }, (_, i) => ({ ...aBooking, email: `attesa${i}@example.it`, visit_day: day }))
  const joined = await Promise.all(
    people.map((payload, i) =>
      servers[i % 2]!.callUntilServed({
        host: here.domain,
        method: 'POST',
        path: `/client/waiting-list/${service.id}`,
        payload,
      }),
    ),
  )
  expect(joined.map(({ status }) => status)).toEqual(people.map(() => 201))

  const strangers = (round: number) => requested.map((slot, i) => book(100 * round + i, here.domain, service.id, slot))
  await Promise.all([
    ...createdBookings.map(({ body }, i) =>
      servers[i % 2]!.callUntilServed({
        host: here.domain,
        method: 'DELETE',
        path: `/client/bookings/delete/${JSON.parse(body).hidden_id}`,
      }),
    ),
    ...strangers(1),
  ])
  await waitForJobs(observer, here, { dueOnly: true })
  const offers = await here.db
    .selectFrom('slot_holds')
    .innerJoin('waiting_list_entries', 'waiting_list_entries.id', 'slot_holds.entry_id')
    .select(['slot_holds.id', 'hidden_id'])
    .execute()
  const answers = await Promise.all([
    ...strangers(2),
    ...[...offers, ...offers].map(({ id, hidden_id }, i) =>
      servers[i % 2]!.callUntilServed({
        host: here.domain,
        method: 'POST',
        path: `/client/waiting-list/book/${hidden_id}`,
        payload: { offer_id: id },
      }),
    ),
  ])

  expect(answers.slice(requested.length).map(({ status }) => status)).toEqual([...offers, ...offers].map(() => 201))
  expect(await findOverbooked(observer.owner, here.id, 1)).toEqual([])
  const booked = await here.db.selectFrom('bookings').selectAll().where('deleted_at', 'is', null).execute()
  expect(booked).toHaveLength(requested.length)
})

describe('visits with a processing time', () => {
  /** The staff of a tenant, at both processes, which use the real clock. */
  async function asStaff(here: TestTenant) {
    const { id } = await here.newUser({ role: 'operator' })
    const token = await here.newSession(id, { created: Temporal.Now.instant() })
    return (i: number, method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
      servers[i % 2]!.callUntilServed({
        host: here.domain,
        method,
        path,
        payload,
        headers: { authorization: `Bearer ${token}` },
      })
  }

  /** Pairs of visits of which one takes up processing time of the other; two long ones can interlock. */
  const countUsedProcessing = async (here: TestTenant) => {
    const { rows } = await observer.owner.query(
      `select count(*)::int as pairs from bookings a join bookings b using (tenant_id, calendar_id)
       where tenant_id = $1 and a.id <> b.id and a.deleted_at is null and b.deleted_at is null
         and a.processing && tstzrange(coalesce(b.busy_from, b.starts_at), coalesce(b.busy_to, b.ends_at))`,
      [here.id],
    )
    return rows[0].pairs as number
  }

  test('never work at the same time: alone, buffered, of several services, by calendar, in series, for anyone, undone', async () => {
    const here = await observer.newTenant({ app_services_per_visit: 3 })
    const staff = await asStaff(here)
    const [anna, bruno] = [await here.newCalendar(), await here.newCalendar()]
    const newService = (service: object) => here.newService({ slot_step: 20, calendar_id: anna.id, ...service }, bruno)
    const colour = await newService({ duration: 90, processing_after: 30, processing_minutes: 40 })
    const tone = await newService({ duration: 60, processing_after: 10, processing_minutes: 35, buffer_after: 5 })
    // Too long with Bruno for the processing time of the tone.
    const withBruno = { calendar_id: bruno.id, duration: 30, amount: '30.00', discounted_amount: null }
    const by_calendar = JSON.stringify([withBruno])
    const cut = await newService({ duration: 20, buffer_before: 5, buffer_after: 5, by_calendar })
    const slots = await listOffered(here.domain, cut.id)
    const [day, later] = [...new Set(slots.map(({ visit_day }) => visit_day))].slice(-8).filter((_, i) => i % 7 === 0)
    // Every second of them: a cut 40 minutes after a colour is within its processing time.
    const hours = [
      ...new Set(slots.filter(({ visit_day }) => visit_day === day).map(({ visit_hour }) => visit_hour)),
    ].filter((_, i) => i % 2 === 0)
    const choices = [undefined, undefined, anna.id, bruno.id]
    const { privacy: _, visit_day: __, visit_hour: ___, ...customer } = aBooking
    // In some rushes no other colour is booked.
    const first = await book(900, here.domain, colour.id, {
      visit_day: day,
      visit_hour: hours[0],
      calendar_id: anna.id,
    })
    expect(first.status).toBe(201)

    const alone = hours.flatMap((visit_hour, i) =>
      [colour, cut, tone].map(
        ({ id }, n) =>
          () =>
            book(3 * i + n, here.domain, id, {
              visit_day: day,
              visit_hour,
              calendar_id: choices[(i + n) % 4],
            }),
      ),
    )
    const together = hours
      .filter((_, i) => i % 3 === 0)
      .map(
        (visit_hour, i) => () =>
          book(1_000 + i, here.domain, colour.id, { visit_day: day, visit_hour, also: `${tone.id},${cut.id}` }),
      )
    const series = hours
      .filter((_, i) => i % 4 === 1)
      .map(
        (visit_hour, i) => () =>
          staff(i, 'POST', '/bookings/series', {
            ...customer,
            email: `s${i}@example.it`,
            service_id: i % 2 ? colour.id : tone.id,
            visits: [day, later].map((visit_day) => ({ visit_day, visit_hour })),
          }),
      )
    const answers = await Promise.all(shuffle([...alone, ...together, ...series]).map((call) => call()))

    expect(tally(answers).other).toEqual([])
    // Processing times that nobody has got in the rush are still free.
    for (const [i, visit_hour] of hours.entries())
      await book(500 + i, here.domain, cut.id, { visit_day: day, visit_hour, calendar_id: anna.id })
    expect(await findOverbooked(observer.owner, here.id, 1)).toEqual([])
    expect(await countUsedProcessing(here)).toBeGreaterThan(0)

    const rows = await here.db.selectFrom('bookings').select(['id', 'series_id', 'visit_hour']).execute()
    const single = rows.filter(({ series_id }) => series_id === null)
    const changes = single.flatMap(({ id }, i) => {
      const undone =
        i % 2
          ? [
              ['DELETE', 'delete'],
              ['POST', 'restore'],
            ]
          : [
              ['PUT', 'reschedule'],
              ['POST', 'undo-reschedule'],
            ]
      const to = { visit_day: day, visit_hour: hours[(7 * i) % hours.length] }
      return [
        async () => {
          const [first, second] = undone as [['DELETE' | 'PUT', string], ['POST', string]]
          const changed = await staff(i, first[0], `/bookings/${first[1]}/${id}`, first[0] === 'PUT' ? to : undefined)
          return [changed, await staff(i + 1, second[0], `/bookings/${second[1]}/${id}`)]
        },
      ]
    })
    const visitors = hours.flatMap((visit_hour, i) =>
      [cut, tone].map(({ id }, n) => async () => [
        await book(2_000 + 2 * i + n, here.domain, id, { visit_day: day, visit_hour }),
      ]),
    )
    const laterAnswers = (await Promise.all(shuffle([...changes, ...visitors]).map((call) => call()))).flat()

    expect(laterAnswers.filter(({ status }) => ![200, 201, 204, 409].includes(status))).toEqual([])
    expect(await findOverbooked(observer.owner, here.id, 1)).toEqual([])
  })

  test('are offered to the waiting list once each, within each other', async () => {
    const here = await observer.newTenant()
    // Each half of the day has an hour of work, two of processing, in which a cut fits, and another hour of work.
    const times = { duration: 240, processing_after: 60, processing_minutes: 120 }
    const colour = await here.newService(times)
    const cut = await here.newService({ duration: 120, slot_step: 60, calendar_id: colour.calendar_id })
    const day = (await listOffered(here.domain, cut.id)).at(-1)!.visit_day
    const visits = [
      [colour, '09:00'],
      [colour, '15:00'],
      [cut, '10:00'],
      [cut, '16:00'],
    ] as const
    const wish = (round: number) =>
      visits.map(
        ([{ id }, visit_hour], i) =>
          () =>
            book(100 * round + i, here.domain, id, { visit_day: day, visit_hour }),
      )
    const created: Answer[] = []
    for (const call of wish(0)) created.push(await call())
    expect(tally(created)).toEqual({ booked: 4, refused: 0, other: [] })
    const joined = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        servers[i % 2]!.callUntilServed({
          host: here.domain,
          method: 'POST',
          path: `/client/waiting-list/${(i % 2 ? colour : cut).id}`,
          payload: { ...aBooking, email: `attesa${i}@example.it`, visit_day: day },
        }),
      ),
    )
    expect(joined.map(({ status }) => status)).toEqual(joined.map(() => 201))

    await Promise.all([
      ...created.map(({ body }, i) =>
        servers[i % 2]!.callUntilServed({
          host: here.domain,
          method: 'DELETE',
          path: `/client/bookings/delete/${JSON.parse(body).hidden_id}`,
        }),
      ),
      ...wish(1).map((call) => call()),
    ])
    await waitForJobs(observer, here, { dueOnly: true })
    const offers = await here.db
      .selectFrom('slot_holds')
      .innerJoin('waiting_list_entries', 'waiting_list_entries.id', 'slot_holds.entry_id')
      .select(['slot_holds.id', 'hidden_id'])
      .execute()
    const answers = await Promise.all([
      ...[...offers, ...offers].map(({ id, hidden_id }, i) =>
        servers[i % 2]!.callUntilServed({
          host: here.domain,
          method: 'POST',
          path: `/client/waiting-list/book/${hidden_id}`,
          payload: { offer_id: id },
        }),
      ),
      ...wish(2).map((call) => call()),
    ])

    expect(answers.slice(0, 2 * offers.length).map(({ status }) => status)).toEqual(
      [...offers, ...offers].map(() => 201),
    )
    expect(await findOverbooked(observer.owner, here.id, 1)).toEqual([])
    const { rows } = await observer.owner.query(
      'select sum(extract(epoch from ends_at - starts_at))::int as seconds from bookings where tenant_id = $1 and deleted_at is null',
      [here.id],
    )
    expect(rows[0].seconds).toBeLessThanOrEqual(2 * (240 + 120) * 60)
  })
})
