import { addDays, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { countStatements } from '@prenoto/test-support/database/count-queries.ts'
import { readCalendar } from '@prenoto/test-support/formats/calendar-file.ts'
import { type SmtpServer, smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { endQuietTime } from '@prenoto/test-support/server/end-quiet-time.ts'
import { endUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import {
  aBooking,
  NOW,
  type TestServer,
  type TestTenant,
  testServer,
} from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

/** Two servers on one database; one of them runs jobs. */
let smtp: SmtpServer
let server: TestServer
let second: TestServer
beforeAll(async () => {
  smtp = await smtpServer()
  server = await testServer({ work: true, smtpUrl: smtp.url })
  second = await testServer({ url: server.url })
})
beforeEach(() => {
  for (const { clock } of [server, second]) clock.now = NOW
})
afterAll(async () => {
  await second.close()
  await server.close()
  await smtp.close()
})

const { privacy: _, visit_day: __, visit_hour: ___, ...giulia } = aBooking
const MONDAY = parsePlainDate('2026-11-23')
const week = (n: number) => addDays(MONDAY, n * 7)
const onMondays = (times: number, visit: object = {}) =>
  Array.from({ length: times }, (_, i) => ({ visit_day: week(i), visit_hour: '09:00', ...visit }))

async function aSalon(configuration: object = {}) {
  const here = await server.newTenant(configuration)
  const service = await here.newService()
  return { here, service, staff: await here.as('operator') }
}
type StaffClient = Pick<TestTenant, 'get' | 'post' | 'put' | 'delete'>

const plan = async (staff: StaffClient, service_id: number, rhythm: object = {}) =>
  (
    await staff.post('/bookings/series/preview', {
      service_id,
      visit_day: MONDAY,
      visit_hour: '09:00',
      every: 1,
      times: 4,
      ...rhythm,
    })
  ).json().visits

const bookSeries = (staff: StaffClient, service_id: number, visits: object[], more: object = {}, key?: string) =>
  staff.post('/bookings/series', { ...giulia, service_id, visits, ...more }, key ? { 'idempotency-key': key } : {})

const standing = (here: TestTenant) =>
  here.db
    .selectFrom('bookings')
    .select(['id', 'visit_day', 'visit_hour', 'starts_at', 'series_id', 'customer_id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('starts_at')
    .execute()
const whenAll = async (here: TestTenant) =>
  (await standing(here)).map(({ visit_day, visit_hour }) => `${visit_day} ${visit_hour.slice(0, 5)}`)

describe('planning a series', () => {
  test('shows which dates are free, which conflict and why, and the nearest free slot instead', {
    tags: ['13.111'],
  }, async () => {
    const { here, service, staff } = await aSalon()
    await here.book(service.id, { visit_day: week(1), visit_hour: '09:00' })
    const { calendar_id } = service
    await here.newDayOff({ calendar_id, day_from: week(2), hour_from: '00:00', day_to: week(2), hour_to: '23:59' })
    await here.newDayOff({
      calendar_id,
      day_from: addDays(week(3), -3),
      hour_from: '00:00',
      day_to: addDays(week(3), 3),
      hour_to: '23:59',
    })
    const at = (visit_day: string, visit_hour = '09:00:00') => ({ visit_day, visit_hour })

    expect(await plan(staff, service.id)).toEqual([
      { ...at(week(0)), state: 'free', conflicts: [], instead: null },
      {
        ...at(week(1)),
        state: 'taken',
        conflicts: [{ kind: 'booking', detail: 'C’è già Giulia Verdi, dalle 09:00 alle 10:00.' }],
        instead: at(week(1), '10:00:00'),
      },
      {
        ...at(week(2)),
        state: 'taken',
        conflicts: [{ kind: 'closure', detail: 'In questo orario il calendario è chiuso.' }],
        instead: at(addDays(week(2), 1)),
      },
      { ...at(week(3)), state: 'taken', conflicts: [expect.objectContaining({ kind: 'closure' })], instead: null },
    ])
    expect(await plan(staff, service.id, { visit_hour: '09:10', times: 2 })).toMatchObject([
      { state: 'taken', conflicts: [], instead: { visit_hour: '09:00:00' } },
      { state: 'taken', conflicts: [{ kind: 'booking' }], instead: { visit_hour: '10:00:00' } },
    ])
  })

  test('keeps the local time over a year, with a chosen or any calendar, up to the staff’s horizon', {
    tags: ['13.111'],
  }, async () => {
    const { here, service, staff } = await aSalon()
    const anna = await here.newCalendar()
    const two = await here.newService({ calendar_id: service.calendar_id }, anna)
    await here.book(service.id, { visit_day: week(1) })

    const year = await plan(staff, service.id, { times: 52, visit_hour: '15:00' })
    expect(year).toHaveLength(52)
    expect(new Set(year.map((visit: { visit_hour: string }) => visit.visit_hour))).toEqual(new Set(['15:00:00']))
    expect(year.at(-1)).toMatchObject({ visit_day: '2027-11-15', state: 'free' })
    expect((await plan(staff, two.id)).map(({ state }: { state: string }) => state)).toEqual(Array(4).fill('free'))
    expect((await plan(staff, two.id, { calendar_id: service.calendar_id }))[1].state).toBe('taken')
    const far = await plan(staff, service.id, { every: 8, times: 14 })
    expect(far.at(-1)).toMatchObject({ visit_day: '2028-11-20', state: 'free' })
    expect((await plan(staff, service.id, { every: 8, times: 15 })).at(-1)).toMatchObject({
      state: 'beyond',
      instead: null,
    })
  })

  test('requires staff, an existing service, and two to 52 visits', async () => {
    const { here, service, staff } = await aSalon()
    const body = { service_id: service.id, visit_day: MONDAY, visit_hour: '09:00', every: 1, times: 2 }
    const ask = async (client: StaffClient, changes: object) =>
      (await client.post('/bookings/series/preview', { ...body, ...changes })).statusCode

    expect(await ask(here, {})).toBe(401)
    expect(await ask(staff, { service_id: 99 })).toBe(404)
    expect(await ask(staff, { calendar_id: 99 })).toBe(404)
    for (const wrong of [{ every: 0 }, { every: 9 }, { times: 1 }, { times: 53 }, { every: 1.5 }])
      expect(await ask(staff, wrong)).toBe(422)
    expect((await bookSeries(staff, service.id, onMondays(1))).statusCode).toBe(422)
    expect((await bookSeries(staff, service.id, onMondays(53))).statusCode).toBe(422)
    expect((await bookSeries(staff, 99, onMondays(2))).statusCode).toBe(404)
    expect((await bookSeries(here, service.id, onMondays(2))).statusCode).toBe(401)
  })
})

describe('creating a series', () => {
  test('keeps the local time of 52 visits across clock changes and links them to one customer', {
    tags: ['13.111'],
  }, async () => {
    const { here, service, staff } = await aSalon()

    const answer = await bookSeries(staff, service.id, onMondays(52))

    expect(answer.statusCode).toBe(201)
    const { bookings } = answer.json()
    expect(bookings).toHaveLength(52)
    const rows = await standing(here)
    expect(new Set(rows.map(({ visit_hour }) => visit_hour))).toEqual(new Set(['09:00:00']))
    expect(new Set(rows.map(({ customer_id }) => customer_id)).size).toBe(1)
    expect(new Set(rows.map(({ series_id }) => series_id))).toEqual(new Set([bookings[0].id]))
    const inUtc = new Set(rows.map(({ starts_at }) => starts_at.toString().slice(11, 16)))
    expect(inUtc).toEqual(new Set(['07:00', '08:00']))
    expect((await staff.get(`/bookings/${bookings[2].id}/series`)).json().visits).toHaveLength(52)
    const single = (await here.book(service.id, { visit_hour: '11:00' })).json()
    expect((await staff.get(`/bookings/${single.id}/series`)).json().visits).toEqual([])
    expect((await staff.get(`/bookings/${single.id}`)).json().series_id).toBe(null)
  })

  test('books all visits or none, names every conflict, and overrides conflicts only on request', {
    tags: ['13.111'],
  }, async () => {
    const { here, service, staff } = await aSalon()
    await here.book(service.id, { visit_day: week(1) })
    const visits = [...onMondays(3), { visit_day: week(3), visit_hour: '09:10' }]

    const refused = await bookSeries(staff, service.id, visits)

    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      detail: '2 date non sono più disponibili.',
      conflicts: [
        { kind: 'booking', detail: 'Lunedì 30 novembre alle 09:00: c’è già Giulia Verdi, dalle 09:00 alle 10:00.' },
        { kind: 'hours', detail: 'Lunedì 14 dicembre alle 09:10: non è tra gli orari proposti.' },
      ],
    })
    expect(await standing(here)).toHaveLength(1)
    const past = await bookSeries(staff, service.id, [
      { visit_day: '2026-11-16', visit_hour: '09:00', override: true },
      ...visits,
    ])
    expect([past.statusCode, past.json().detail]).toEqual([
      409,
      'Lunedì 16 novembre alle 09:00: una prenotazione non può iniziare nel passato.',
    ])

    const insisted = await bookSeries(
      staff,
      service.id,
      visits.map((visit) => ({ ...visit, override: true })),
    )
    expect(
      insisted
        .json()
        .bookings.map(({ overridden_conflicts }: { overridden_conflicts: unknown }) => overridden_conflicts),
    ).toEqual([null, ['booking'], null, null])
  })

  test('returns the first response for a repeated idempotency key and books nothing more', {
    tags: ['13.111'],
  }, async () => {
    const { here, service, staff } = await aSalon()
    const first = await bookSeries(staff, service.id, onMondays(3), {}, 'lost')
    const [{ id }] = first.json().bookings

    const again = await Promise.all([1, 2, 3].map(() => bookSeries(staff, service.id, onMondays(3), {}, 'lost')))

    for (const answer of again) expect([answer.statusCode, answer.body]).toEqual([201, first.body])
    expect(await standing(here)).toHaveLength(3)
    const { telephone: ____, ...others } = giulia
    for (const other of [
      await bookSeries(staff, service.id, onMondays(4), {}, 'lost'),
      await bookSeries(staff, service.id, onMondays(3, { visit_hour: '10:00' }), {}, 'lost'),
      await bookSeries(staff, service.id, onMondays(3), { ...others, email: 'altri@example.it' }, 'lost'),
      await staff.post(
        '/bookings/create',
        { ...giulia, service_id: service.id, visit_day: MONDAY, visit_hour: '09:00' },
        { 'idempotency-key': 'lost' },
      ),
    ]) {
      const { status, current } = other.json()
      expect([status, (current.bookings?.[0] ?? current).id]).toEqual([409, id])
    }

    await staff.delete(`/bookings/delete/${id}`)
    expect((await bookSeries(staff, service.id, onMondays(3), {}, 'lost')).statusCode).toBe(201)
    expect(await standing(here)).toHaveLength(2)
  })

  test('sends the customer one e-mail with all dates and one calendar file, and the staff one notification', {
    tags: ['13.113'],
  }, async () => {
    const { here, service, staff } = await aSalon({ app_name: 'Salone Aurora' })
    const email = 'una.serie@example.it'
    await bookSeries(staff, service.id, onMondays(3), { email })
    await waitForJobs(server, here)

    const [mail, ...others] = await smtp.read(email)
    expect(others).toEqual([])
    expect(mail!.subject).toBe('Prenotazioni confermate: Taglio, da lunedì 23 novembre alle 09:00')
    const bookings = await here.db.selectFrom('bookings').select('hidden_id').orderBy('id').execute()
    for (const { hidden_id } of bookings) {
      expect(mail!.html).toContain(`/bookings/${hidden_id}"`)
      expect(mail!.text).toMatch(new RegExp(`\n  https?://\\S+/bookings/${hidden_id}\n`))
    }
    for (const day of ['lunedì 23 novembre 2026', 'lunedì 30 novembre 2026', 'lunedì 7 dicembre 2026'])
      expect(mail!.text).toContain(`${day} alle 09:00`)
    const { notifications } = (await staff.get('/notifications')).json()
    expect(notifications.map(({ title, message }: Record<string, string>) => [title, message])).toEqual([
      [
        'Nuova serie di prenotazioni',
        'Da lunedì 23 novembre alle 09:00: Ada Bianchi ha aggiunto 3 prenotazioni di Giulia Verdi (Taglio).',
      ],
    ])
    expect(notifications[0].booking_id).toBe((await standing(here))[0]!.id)
    const file = readCalendar(mail!.attachments[0]!.content as string)
    expect(file).toMatchObject({ method: 'PUBLISH', entries: [{}, {}, { start: '2026-12-07T08:00:00Z' }] })
  })
})

test('the number of SQL statements does not depend on the number of visits', async () => {
  const statements = async (times: number) => {
    const { here, service, staff } = await aSalon()
    const client = second.visit(here.domain, { authorization: `Bearer ${staff.token}` })
    const { calendar_id } = service
    const end = week(times)
    await here.newDayOff({ calendar_id, day_from: MONDAY, hour_from: '00:00', day_to: end, hour_to: '00:00' })
    await second.waitForInvalidations()
    await plan(client, service.id, { times })
    const counted = async (act: () => Promise<{ statusCode: number }>) => {
      let status = 0
      const count = await countStatements(second, async () => {
        status = (await act()).statusCode
      })
      return [status, count]
    }
    const visits = onMondays(times)
    const overriding = onMondays(times, { override: true })
    const preview = { service_id: service.id, visit_day: MONDAY, visit_hour: '09:00', every: 1, times }
    const figures = {
      preview: await counted(() => client.post('/bookings/series/preview', preview)),
      refusal: await counted(() => bookSeries(client, service.id, visits)),
      booking: await counted(() => bookSeries(client, service.id, overriding)),
    }
    const [first] = await standing(here)
    const changes = { ...giulia, name: 'Livia', service_id: service.id, visit_day: MONDAY, visit_hour: '11:00' }
    const change = () => client.put(`/bookings/series/update/${first!.id}`, { ...changes, override: true })
    const remove = () => client.delete(`/bookings/series/delete/${first!.id}`)
    const restore = () => client.post(`/bookings/series/restore/${first!.id}`, undefined)
    return { ...figures, change: await counted(change), remove: await counted(remove), restore: await counted(restore) }
  }

  const few = await statements(2)
  expect(Object.values(few).map(([status]) => status)).toEqual([200, 409, 201, 200, 204, 200])
  expect(await statements(5)).toEqual(few)
})

describe('a booking and all that follow it in its series', () => {
  async function aSeries(times = 4) {
    const salon = await aSalon()
    const email = `serie.${salon.here.id}@example.it`
    const { bookings } = (await bookSeries(salon.staff, salon.service.id, onMondays(times), { email })).json()
    const form = { ...giulia, email, service_id: salon.service.id }
    return { ...salon, email, bookings, form }
  }

  test('are cancelled, held, restored and notified together', {
    tags: ['13.112', '13.113', '13.182'],
  }, async () => {
    const { here, service, staff, bookings, email } = await aSeries()
    await waitForJobs(server, here)
    const cancel = () => staff.delete(`/bookings/series/delete/${bookings[1].id}`)

    expect((await cancel()).statusCode).toBe(204)
    expect(await whenAll(here)).toEqual(['2026-11-23 09:00'])
    for (const n of [1, 2, 3]) expect((await here.book(service.id, { visit_day: week(n) })).statusCode).toBe(409)
    expect((await cancel()).statusCode).toBe(404)

    const restored = await staff.post(`/bookings/series/restore/${bookings[1].id}`, undefined)
    expect([restored.statusCode, restored.json().id]).toEqual([200, bookings[1].id])
    expect((await staff.post(`/bookings/series/restore/${bookings[1].id}`, undefined)).statusCode).toBe(200)
    expect(await standing(here)).toHaveLength(4)

    await cancel()
    await endUndoTime(server)
    await waitForJobs(server, here)
    expect((await staff.post(`/bookings/series/restore/${bookings[1].id}`, undefined)).statusCode).toBe(409)
    expect((await here.book(service.id, { visit_day: week(2) })).statusCode).toBe(201)
    const mails = await smtp.read(email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Prenotazioni confermate: Taglio, da lunedì 23 novembre alle 09:00',
      'Prenotazioni disdette: Taglio, da lunedì 30 novembre alle 09:00',
    ])
    expect(mails[1]!.text).toContain('Disdetta: lunedì 14 dicembre 2026 alle 09:00')
    expect(mails[1]!.text).toMatch(
      new RegExp(`Confermata: lunedì 23 novembre 2026 alle 09:00\n  \\S+/bookings/${bookings[0].hidden_id}\n`),
    )
    expect(mails[1]!.text).toContain('Gli altri restano confermati.')
    const { notifications } = (await staff.get('/notifications')).json()
    expect(notifications.map(({ message }: { message: string }) => message)).toContain(
      'Da lunedì 30 novembre alle 09:00: Ada Bianchi ha disdetto 3 prenotazioni di Giulia Verdi (Taglio).',
    )
  })

  test('are rescheduled by the same local difference, with one e-mail for all of them', {
    tags: ['13.112', '13.182'],
  }, async () => {
    const { here, staff, bookings, form, email } = await aSeries()
    await waitForJobs(server, here)
    server.clock.now = NOW.add({ minutes: 1 })
    const reschedule = (to: object, version = 0) =>
      staff.put(`/bookings/series/update/${bookings[1].id}`, { ...form, ...to }, { 'if-match': `"${version}"` })

    expect((await reschedule({ visit_day: week(2), visit_hour: '09:00' })).json()).toMatchObject({ visit_day: week(2) })
    expect(await whenAll(here)).toEqual([
      '2026-11-23 09:00',
      '2026-12-07 09:00',
      '2026-12-14 09:00',
      '2026-12-21 09:00',
    ])
    const outdated = await reschedule({ visit_day: week(3), visit_hour: '09:00' })
    expect([outdated.statusCode, outdated.json().current.id]).toEqual([409, bookings[1].id])
    // The second e-mail names the slot of the first one as the previous slot.
    await waitForJobs(server, here)
    server.clock.now = NOW.add({ minutes: 2 })
    await reschedule({ visit_day: addDays(week(1), 1), visit_hour: '16:00', name: 'Livia' }, 1)
    expect(await whenAll(here)).toEqual([
      '2026-11-23 09:00',
      '2026-12-01 16:00',
      '2026-12-08 16:00',
      '2026-12-15 16:00',
    ])
    expect((await standing(here)).map(({ name }) => name)).toEqual(['Giulia', 'Livia', 'Livia', 'Livia'])

    await waitForJobs(server, here)
    const mails = await smtp.read(email)
    const [first, changed, ...others] = mails.filter(({ subject }) => subject!.startsWith('Prenotazioni modificate'))
    expect(others).toEqual([])
    expect(first!.text).toContain('lunedì 21 dicembre 2026 alle 09:00 (prima: lunedì 14 dicembre alle 09:00)\n')
    expect(changed!.text).toContain('martedì 15 dicembre 2026 alle 16:00 (prima: lunedì 21 dicembre alle 09:00)\n')
    expect(changed!.text).not.toContain('lunedì 23 novembre 2026 alle 09:00 (prima')
  })

  test('keep their time if one cannot be rescheduled, unless the staff overrides the conflict', {
    tags: ['13.112'],
  }, async () => {
    const { here, service, staff, bookings, form } = await aSeries()
    await here.book(service.id, { visit_day: week(2), visit_hour: '10:00' })
    const before = await whenAll(here)
    const reschedule = (to: object) => staff.put(`/bookings/series/update/${bookings[0].id}`, { ...form, ...to })

    const refused = await reschedule({ visit_day: MONDAY, visit_hour: '10:00' })
    expect(refused.json().conflicts).toEqual([
      {
        kind: 'booking',
        detail: 'Lunedì 7 dicembre alle 10:00: c’è già Giulia Verdi, dalle 10:00 alle 11:00.',
        booking_id: bookings[2].id,
      },
    ])
    expect(await whenAll(here)).toEqual(before)
    expect((await reschedule({ visit_day: MONDAY, visit_hour: '10:00', override: true })).statusCode).toBe(200)
    expect((await whenAll(here)).filter((when) => when.endsWith('10:00'))).toHaveLength(5)
    expect((await reschedule({ visit_day: '2026-11-20', visit_hour: '10:00' })).statusCode).toBe(409)
    expect((await staff.put('/bookings/series/update/99999', { ...form, ...onMondays(1)[0] })).statusCode).toBe(404)
  })

  test('keep their time if the staff excludes them from a reschedule', { tags: ['13.168'] }, async () => {
    const { here, service, staff, bookings, form } = await aSeries()
    await here.book(service.id, { visit_day: week(2), visit_hour: '10:00' })

    const changed = await staff.put(`/bookings/series/update/${bookings[0].id}`, {
      ...form,
      visit_day: MONDAY,
      visit_hour: '10:00',
      name: 'Livia',
      keep_time_ids: [bookings[2].id],
    })

    expect(changed.statusCode).toBe(200)
    const series = (await standing(here)).filter(({ series_id }) => series_id !== null)
    expect(series.map(({ visit_hour }) => visit_hour.slice(0, 5))).toEqual(['10:00', '10:00', '09:00', '10:00'])
    expect(new Set(series.map(({ name }) => name))).toEqual(new Set(['Livia']))
  })

  test('stay unchanged if a visitor cancels or reschedules one of them', {
    tags: ['13.112'],
  }, async () => {
    const { here, bookings, email } = await aSeries()
    await waitForJobs(server, here)
    server.clock.now = NOW.add({ minutes: 1 })

    await here.delete(`/client/bookings/delete/${bookings[1].hidden_id}`)
    await here.put(`/client/bookings/update/${bookings[2].hidden_id}`, { visit_day: week(2), visit_hour: '11:00' })

    expect(await whenAll(here)).toEqual(['2026-11-23 09:00', '2026-12-07 11:00', '2026-12-14 09:00'])
    await endQuietTime(server, here)
    await waitForJobs(server, here)
    const mails = await smtp.read(email)
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Prenotazione disdetta: Taglio, lunedì 30 novembre alle 09:00',
      'Prenotazione modificata: Taglio, lunedì 7 dicembre alle 11:00',
      'Prenotazioni confermate: Taglio, da lunedì 23 novembre alle 09:00',
    ])
    const change = mails.find(({ subject }) => subject!.startsWith('Prenotazione modificata'))
    expect(change!.text).toContain('prima era lunedì 7 dicembre alle 09:00')
  })
})
