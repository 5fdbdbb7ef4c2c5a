import type { Closure, DayOff } from '@prenoto/core/schedule/day-off-schema.ts'
import { countLockWaits } from '@prenoto/test-support/database/count-lock-waits.ts'
import { openStream } from '@prenoto/test-support/http/event-stream.ts'
import { endUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { beforeEach, describe, expect, test } from 'vitest'

const server = await sharedServer({ work: true })
let here: TestTenant
let editor: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
  editor = await here.as('editor')
})

const FRIDAY = { day_from: '2026-11-27', hour_from: '13:00', day_to: '2026-11-27', hour_to: '23:59' }
const AFTERNOON = { ...FRIDAY, reason: 'Chiusura' }
const MONDAY = {
  day_from: aBooking.visit_day,
  hour_from: '00:00',
  day_to: aBooking.visit_day,
  hour_to: '23:59',
  reason: 'Ponte',
}

const close = (body: object, headers?: object) => editor.post('/days_off/batch', body, headers)
const closeAll = async (...spans: object[]): Promise<DayOff[]> => (await close({ spans })).json().daysOff
const listClosures = async (): Promise<DayOff[]> =>
  (await editor.get('/days_off?grouped=true&per_page=100')).json().daysOff
const rows = async (): Promise<DayOff[]> => (await editor.get('/days_off?per_page=100')).json().daysOff
const calendarNames = (dayOff: DayOff) => dayOff.calendars!.map(({ calendar_name }) => calendar_name)

/** Three calendars, named by number. */
const threeCalendars = () => Promise.all(['1', '2', '3'].map((name) => here.newCalendar({ name })))

describe('a closure of all calendars', () => {
  test('is one item in the grouped list, and one for each calendar in the plain list', {
    tags: ['13.118'],
  }, async () => {
    const calendars = await threeCalendars()
    const createdClosure = await close({ spans: [AFTERNOON] })

    expect(createdClosure.statusCode).toBe(201)
    const [friday] = createdClosure.json().daysOff as [DayOff]
    expect(friday).toMatchObject({ day_from: '27-11-2026', hour_from: '13:00', hour_to: '23:59', of_all: true })
    expect(friday.calendars!.map(({ calendar_id }) => calendar_id)).toEqual(calendars.map(({ id }) => id).sort())
    expect((await editor.get('/days_off?grouped=true')).json()).toMatchObject({ total: 1, daysOff: [friday] })
    expect((await editor.get('/days_off')).json().total).toBe(3)
    expect((await editor.get('/dashboard/summary')).json().days_off).toBe(1)
    const events = (await editor.get('/days_off/events?from=2026-11-01&to=2026-11-30')).json() as Closure[]
    expect(events.map(({ of_all }) => of_all)).toEqual([true, true, true])
  })

  test('is also one item if each calendar was closed apart for the same time and reason', {
    tags: ['13.171'],
  }, async () => {
    for (const { id } of await threeCalendars()) await editor.post('/days_off', { ...AFTERNOON, calendar_id: id })
    await here.newCalendar({ name: '4' })
    const [friday, ...others] = await listClosures()
    const path = `/days_off/batch/${friday!.id}`

    expect([others, calendarNames(friday!).sort(), friday!.of_all]).toEqual([[], ['1', '2', '3'], false])
    await editor.put(path, { ...AFTERNOON, reason: 'Inventario' })
    expect((await rows()).map(({ reason }) => reason)).toEqual(Array(3).fill('Inventario'))
    await editor.delete(path)
    expect(await rows()).toEqual([])
    await editor.post(`${path}/restore`, undefined)
    expect((await listClosures()).map((dayOff) => calendarNames(dayOff).sort())).toEqual([['1', '2', '3']])
  })

  test('is returned with all its calendars if one was closed before for the same time and reason', async () => {
    const [first] = await threeCalendars()
    await editor.post('/days_off', { ...AFTERNOON, calendar_id: first!.id })

    const createdClosure = (await close({ spans: [AFTERNOON] }, { 'idempotency-key': 'venerdi' })).json()

    expect(createdClosure.daysOff.map((dayOff: DayOff) => calendarNames(dayOff).sort())).toEqual([['1', '2', '3']])
    expect(await listClosures()).toEqual(createdClosure.daysOff)
    expect((await close({ spans: [AFTERNOON] }, { 'idempotency-key': 'venerdi' })).json()).toEqual(createdClosure)
  })

  test('is changed on all calendars, or on one, which is then a closure of its own', { tags: ['13.118'] }, async () => {
    const [, second] = await threeCalendars()
    const [friday] = await closeAll(AFTERNOON)
    const path = `/days_off/batch/${friday!.id}`
    const all = await editor.put(path, { ...AFTERNOON, reason: 'Inventario' }, { 'if-match': '"1"' })
    const one = await editor.put(path, { ...AFTERNOON, hour_from: '15:00', calendar_id: second!.id })

    expect(all.json()).toMatchObject({ id: friday!.id, reason: 'Inventario', of_all: true, version: 2 })
    expect(one.json()).toMatchObject({ calendar_id: second!.id, hour_from: '15:00', of_all: false })
    expect((await listClosures()).map((dayOff) => [dayOff.reason, calendarNames(dayOff).sort()])).toEqual([
      ['Inventario', ['1', '3']],
      ['Chiusura', ['2']],
    ])
  })

  test('rejects a change of an outdated version', async () => {
    await threeCalendars()
    const [friday] = await closeAll(AFTERNOON)
    const path = `/days_off/batch/${friday!.id}`
    const change = (reason: string) => editor.put(path, { ...AFTERNOON, reason }, { 'if-match': '"1"' })
    const answers = await Promise.all([change('Inventario'), change('Ferie')])

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)!.json()
    expect(refused.current).toEqual((await listClosures())[0])
    expect(new Set((await rows()).map(({ reason }) => reason)).size).toBe(1)
  })

  test('is deleted and restored on all calendars; earlier deletions stay deleted', {
    tags: ['13.118'],
  }, async () => {
    const [, second] = await threeCalendars()
    const [friday] = await closeAll(AFTERNOON)
    const of = friday!.calendars!.find(({ calendar_id }) => calendar_id === second!.id)!
    await editor.delete(`/days_off/${of.id}`)
    const [remainingClosure] = await listClosures()
    server.clock.now = NOW.add({ seconds: 1 })
    expect((await editor.delete(`/days_off/batch/${remainingClosure!.id}`)).statusCode).toBe(204)
    expect(await rows()).toEqual([])
    expect((await editor.delete(`/days_off/batch/${remainingClosure!.id}`)).statusCode).toBe(404)

    const back = await editor.post(`/days_off/batch/${remainingClosure!.id}/restore`, undefined)

    expect(back.json()).toEqual({ ...remainingClosure, version: expect.any(Number) })
    expect((await listClosures()).map(calendarNames)).toEqual([calendarNames(remainingClosure!)])
    await editor.delete(`/days_off/batch/${remainingClosure!.id}`)
    await endUndoTime(server)
    expect((await editor.post(`/days_off/batch/${remainingClosure!.id}/restore`, undefined)).statusCode).toBe(409)
  })

  test('also closes a calendar that is added later', { tags: ['13.118'] }, async () => {
    const [first] = await threeCalendars()
    const [friday] = await closeAll(AFTERNOON, { ...AFTERNOON, day_from: '2026-10-02', day_to: '2026-10-02' })
    await close({ spans: [MONDAY], calendar_ids: [first!.id] })
    const added = { name: 'Nuova', description: 'Quarta', from: '2026-01-01', simultaneous_bookings_number: 1 }
    const { id } = (await editor.post('/calendars', added)).json()

    const its = (await rows()).filter(({ calendar_id }) => calendar_id === id)

    expect(its).toMatchObject([{ day_from: '27-11-2026', hour_from: '13:00', hour_to: '23:59' }])
    expect((await listClosures()).find((one) => one.id === friday!.id || one.day_from === '27-11-2026')!.of_all).toBe(
      true,
    )
  })

  test('requires calendars of this business', async () => {
    const elsewhere = await server.newTenant()
    const foreign = await elsewhere.newCalendar()
    await elsewhere.newCalendar()
    const ownCalendar = await here.newCalendar()

    const refused = await close({ spans: [AFTERNOON], calendar_ids: [ownCalendar.id, foreign.id] })
    await closeAll(AFTERNOON)

    expect(refused.json()).toMatchObject({ status: 422, errors: [{ path: 'calendar_ids' }] })
    expect(await elsewhere.db.selectFrom('calendar_exceptions').select('id').execute()).toEqual([])
    expect((await rows()).map(({ calendar_id }) => calendar_id)).toEqual([ownCalendar.id])
  })

  test('reaches open pages once for all its calendars', { tags: ['13.121'] }, async () => {
    await server.listen()
    await threeCalendars()
    const stream = await openStream(server.app, here.domain, '/notifications/stream', {
      authorization: `Bearer ${editor.token}`,
    })
    const [friday] = await closeAll(AFTERNOON)
    await editor.put(`/days_off/batch/${friday!.id}`, { ...AFTERNOON, reason: 'Inventario' })
    await editor.delete(`/days_off/batch/${friday!.id}`)

    const news = (version: number) => ({ of: 'days_off', id: friday!.id, version })
    await expect
      .poll(() => stream.events.filter(({ event }) => event === 'record').map(({ data }) => data))
      .toEqual([news(1), news(2), news(3)])
    stream.close()
  })
})

describe('several closures in one request', () => {
  const holidays = Array.from({ length: 13 }, (_, i) => ({
    ...MONDAY,
    day_from: `2027-01-${i + 10}`,
    day_to: `2027-01-${i + 10}`,
    reason: `Festa ${i}`,
  }))

  test('many calendars on thirteen days make thirteen closures', { tags: ['13.118'] }, async () => {
    for (let i = 0; i < 4; i++) await here.newCalendar({ name: `Sala ${i}` })

    const createdClosure = await close({ spans: holidays })

    expect(createdClosure.statusCode).toBe(201)
    const { daysOff, total } = (await editor.get('/days_off?grouped=true&per_page=20')).json()
    expect(total).toBe(13)
    expect(daysOff.map(({ reason }: DayOff) => reason)).toEqual(holidays.map(({ reason }) => reason))
    expect(daysOff.every(({ of_all, calendars }: DayOff) => of_all && calendars!.length === 4)).toBe(true)
    expect((await editor.get('/days_off')).json().total).toBe(52)
  })

  test('are all created or none', { tags: ['13.118'] }, async () => {
    await threeCalendars()
    const backwards = { ...AFTERNOON, day_to: '2026-11-26' }
    expect((await close({ spans: [...holidays, backwards] })).statusCode).toBe(422)
    expect((await close({ spans: holidays, calendar_ids: [999_999] })).statusCode).toBe(422)
    expect(await rows()).toEqual([])
  })

  test('are created once for a repeated or concurrent key', async () => {
    await threeCalendars()
    const key = { 'idempotency-key': 'agosto' }
    const answers = await Promise.all([1, 2, 3].map(() => close({ spans: holidays }, key)))

    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect((await listClosures()).length).toBe(13)
  })

  test('skip times that are already closed, also when two users close at once', {
    tags: ['13.120'],
  }, async () => {
    const [first] = await threeCalendars()
    await close({ spans: [{ ...MONDAY, day_to: '2026-11-24' }], calendar_ids: [first!.id] })

    await Promise.all([1, 2].map(() => close({ spans: [MONDAY], skip_closed: true })))

    const ofMonday = (await rows()).filter(({ day_to }) => day_to === '23-11-2026')
    expect(ofMonday.map(({ calendar_name }) => calendar_name).sort()).toEqual(['2', '3'])
  })
})

describe('the bookings within closures', () => {
  const book = async (service: { id: number }, visit_hour: string) =>
    (await here.book(service.id, { visit_hour })).json().id as number
  const standing = async () =>
    (await editor.get('/bookings?per_page=100'))
      .json()
      .bookings.map(({ id }: { id: number }) => id)
      .sort((a: number, b: number) => a - b)
  const mails = () => here.db.selectFrom('messages').select('kind').where('kind', '=', 'cancellation').execute()

  test('are listed page by page for all calendars and times, each once', { tags: ['13.119'] }, async () => {
    const [one, other] = [await here.newService(), await here.newService()]
    const [late, early] = [await book(one, '11:00'), await book(other, '09:00')]
    const outside = await book(other, '18:00')
    const exceptions = [
      { kind: 'closure', ...MONDAY, hour_to: '12:00' },
      { kind: 'closure', ...MONDAY, hour_from: '08:00', hour_to: '16:00' },
    ]
    const ask = async (query: object) => (await editor.post('/exceptions/bookings', { exceptions, ...query })).json()

    const first = await ask({ per_page: 1 })
    const second = await ask({ per_page: 1, last_id: first.last_id })

    expect([first, second].map(({ bookings, has_more, count }) => [bookings[0].id, has_more, count])).toEqual([
      [early, true, 2],
      [late, false, 2],
    ])
    expect((await ask({ calendar_ids: [one.calendar_id] })).bookings).toMatchObject([{ id: late }])
    expect(await standing()).toContain(outside)
  })

  test('are cancelled with the closure except those kept; e-mails follow after ten seconds', {
    tags: ['13.119'],
  }, async () => {
    const [one, other] = [await here.newService(), await here.newService()]
    const [first, excepted, third] = [await book(one, '09:00'), await book(one, '11:00'), await book(other, '15:00')]
    const stays = await book(other, '18:00')

    const closed = await close({ spans: [{ ...MONDAY, hour_to: '17:00' }], cancel: { except: [excepted] } })

    expect(closed.json().cancelled).toEqual([first, third])
    expect(await standing()).toEqual([excepted, stays])
    expect(await mails()).toEqual([])
    await endUndoTime(server)
    await waitForJobs(server, here)
    expect(await mails()).toHaveLength(2)
  })

  test('are restored in time, also by a repeated request, without e-mails', async () => {
    const service = await here.newService()
    const ids = [await book(service, '09:00'), await book(service, '11:00')]
    const { cancelled } = (await close({ spans: [MONDAY], cancel: { only: [ids[0], ids[1], 999_999] } })).json()
    expect(cancelled).toEqual(ids)

    const back = await Promise.all([1, 2].map(() => editor.post('/days_off/bookings/restore', { ids })))

    expect(back.map(({ statusCode }) => statusCode)).toEqual([204, 204])
    expect(await standing()).toEqual(ids)
    expect((await editor.post('/days_off/bookings/restore', { ids: [ids[0], 999_999] })).statusCode).toBe(404)
    await endUndoTime(server)
    await waitForJobs(server, here)
    expect(await mails()).toEqual([])
  })

  test('cannot be restored after the undo ends for any of them', async () => {
    const service = await here.newService()
    const ids = [await book(service, '09:00')]
    await close({ spans: [MONDAY], cancel: { except: [] } })
    await endUndoTime(server)

    expect((await editor.post('/days_off/bookings/restore', { ids })).statusCode).toBe(409)
    expect(await standing()).toEqual([])
  })

  test('are cancelled with a change of the closure, or nothing is changed', async () => {
    const service = await here.newService()
    const id = await book(service, '18:00')
    const [monday] = await closeAll({ ...MONDAY, hour_to: '12:00' })
    const path = `/days_off/batch/${monday!.id}`
    const change = (version: number) =>
      editor.put(path, { ...MONDAY, cancel: { except: [] } }, { 'if-match': `"${version}"` })

    expect((await change(7)).statusCode).toBe(409)
    expect(await standing()).toEqual([id])
    expect((await change(1)).json()).toMatchObject({ hour_to: '23:59', cancelled: [id] })
    expect(await standing()).toEqual([])
  })

  test('are cancelled although an e-mail about one of them is being sent', async () => {
    const service = await here.newService()
    const ids = [await book(service, '09:00'), await book(service, '11:00')]
    const sending = await server.owner.connect()
    await sending.query('begin')
    await sending.query(`select set_config('app.provider', 'on', true)`)
    await sending.query('select from bookings where tenant_id = $1 and id = $2 for no key update', [here.id, ids[0]])

    const closing = close({ spans: [MONDAY], cancel: { except: [] } })
    await expect.poll(() => countLockWaits(server.owner)).toBeGreaterThan(0)
    await sending.query('commit')
    sending.release()

    expect((await closing).json().cancelled).toEqual(ids)
    expect(await standing()).toEqual([])
  })

  test('made during the closure are cancelled with it or rejected', {
    tags: ['13.119'],
  }, async () => {
    const service = await here.newService()
    const hours = ['09:00', '10:00', '11:00', '12:00', '15:00', '16:00', '17:00', '18:00']
    const booking = hours.map((visit_hour) => here.book(service.id, { visit_hour }))
    const closing = close({ spans: [MONDAY], cancel: { except: [] } })
    const later = hours.map((visit_hour) => here.book(service.id, { visit_hour }))

    const answers = await Promise.all([...booking, ...later])

    const { cancelled } = (await closing).json()
    expect(cancelled.sort()).toEqual(
      answers
        .filter(({ statusCode }) => statusCode === 201)
        .map((answer) => answer.json().id)
        .sort(),
    )
    expect(answers.every(({ statusCode }) => [201, 409].includes(statusCode))).toBe(true)
    expect(await standing()).toEqual([])
  })

  test('are cancelled and restored by the hundreds in one request', { tags: ['13.119'] }, async () => {
    const service = await here.newService({ duration: 10 })
    const customer = await book(service, '09:00')
    await server.owner.query(
      `insert into bookings (tenant_id, hidden_id, customer_id, service_id, service_name, service_duration, service_price,
         name, surname, email, telephone, visit_day, visit_hour, starts_at, ends_at, calendar_id, patient_notes, scheduled_at)
       select tenant_id, hidden_id || i, customer_id, service_id, service_name, service_duration, service_price,
         name, surname, email, telephone, visit_day + i % 20, visit_hour, starts_at + (i % 20) * interval '1 day',
         ends_at + (i % 20) * interval '1 day', calendar_id, '', scheduled_at
       from bookings, generate_series(1, 299) i where id = $1`,
      [customer],
    )

    const closed = await close({ spans: [{ ...MONDAY, day_to: '2026-12-31' }], cancel: { except: [] } })

    expect(closed.json().cancelled).toHaveLength(300)
    expect(await standing()).toEqual([])
    const ids = closed.json().cancelled
    expect((await editor.post('/days_off/bookings/restore', { ids })).statusCode).toBe(204)
  })
})
