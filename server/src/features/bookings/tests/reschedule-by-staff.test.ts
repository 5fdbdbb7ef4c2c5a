import { setTimeout as sleep } from 'node:timers/promises'
import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { findOverbooked } from '@prenoto/test-support/database/find-overbooked.ts'
import { endUndoTime, prolongUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import {
  aBooking,
  NOW,
  type TestServer,
  type TestTenant,
  testServer,
} from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

/** Two servers on one database, each with its own caches; one of them runs jobs. */
let server: TestServer
let second: TestServer
beforeAll(async () => {
  server = await testServer({ work: true })
  second = await testServer({ url: server.url })
})
afterEach(() => {
  for (const { clock } of [server, second]) clock.now = NOW
})
afterAll(async () => {
  await second.close()
  await server.close()
})

const A = { visit_day: '2026-11-23', visit_hour: '09:00:00' }
const B = { visit_day: '2026-11-24', visit_hour: '09:00:00' }
const C = { visit_day: '2026-11-25', visit_hour: '10:00:00' }

async function aSalon() {
  const here = await server.newTenant()
  const service = await here.newService()
  const staff = await here.as('operator')
  const elsewhere = second.visit(here.domain, { authorization: `Bearer ${staff.token}` })
  const booking = (await here.book(service.id, A)).json()
  await waitForJobs(server, here)
  const read = async () => (await staff.get(`/bookings/${booking.id}`)).json()
  return {
    here,
    service,
    staff,
    elsewhere,
    booking,
    read,
    async reschedule(to: object, headers = {}) {
      const answer = await staff.put(`/bookings/reschedule/${booking.id}`, to, headers)
      await prolongUndoTime(server)
      return answer
    },
    undoReschedule: (site: Pick<TestTenant, 'post'> = staff) =>
      site.post(`/bookings/undo-reschedule/${booking.id}`, undefined),
  }
}

async function isOffered({ get }: Pick<TestTenant, 'get'>, serviceId: number, { visit_day, visit_hour } = A) {
  const days: { date: string; slots: string[] }[] = (await get(`/client/services/${serviceId}`)).json().available_slots
  return days.some(({ date, slots }) => date === visit_day && slots.includes(visit_hour))
}

async function finishJobs(here: TestTenant) {
  await endUndoTime(server)
  await waitForJobs(server, here)
}

const sentMessages = async (here: TestTenant) => ({
  messages: (
    await here.db
      .selectFrom('messages')
      .select(['kind', 'sent_at', 'drop_reason'])
      .orderBy('kind')
      .orderBy('id')
      .execute()
  ).map(({ kind, drop_reason, sent_at }) => `${kind} ${drop_reason ?? (sent_at ? 'sent' : 'waits')}`),
  titles: (await here.db.selectFrom('notifications').select('title').distinct().orderBy('title').execute()).map(
    ({ title }) => title,
  ),
})

const BEFORE = { messages: ['confirmation sent', 'new-booking no address'], titles: ['Nuova prenotazione'] }

test('an undone reschedule leaves the booking as it was and sends no e-mail', {
  tags: ['13.107'],
}, async () => {
  const { here, staff, reschedule, undoReschedule, read } = await aSalon()
  const columns = [
    'scheduled_at',
    'notified_day',
    'notified_hour',
    'starts_at',
    'ends_at',
    'overridden_conflicts',
  ] as const
  const row = () => here.db.selectFrom('bookings').select(columns).executeTakeFirstOrThrow()
  const [before, rowBefore] = [await read(), await row()]

  const rescheduled = await reschedule(B, { 'if-match': `"${before.version}"` })
  expect(rescheduled.statusCode).toBe(200)
  expect(rescheduled.json()).toEqual({ ...before, ...B, version: before.version + 1 })
  const back = await undoReschedule()

  expect(back.statusCode).toBe(200)
  expect(back.json()).toEqual({ ...before, version: before.version + 2 })
  expect(await row()).toEqual(rowBefore)
  await finishJobs(here)
  expect(await sentMessages(here)).toEqual(BEFORE)
  expect((await staff.post('/bookings/undo-reschedule/999999', undefined)).statusCode).toBe(404)
})

test('the previous slot is held in every process until the undo ends; then it is free and e-mails are sent once', {
  tags: ['13.107'],
}, async () => {
  const { here, service, staff, elsewhere, reschedule, undoReschedule } = await aSalon()
  expect(await isOffered(elsewhere, service.id, B)).toBe(true)

  await reschedule(B)

  for (const site of [staff, elsewhere]) {
    expect(await isOffered(site, service.id, A)).toBe(false)
    expect((await site.book(service.id, A)).statusCode).toBe(409)
    expect((await site.book(service.id, B)).statusCode).toBe(409)
  }
  await waitForJobs(server, here, { dueOnly: true })
  expect(await sentMessages(here)).toEqual(BEFORE)
  await finishJobs(here)
  // Caches remember the prolonged time.
  for (const { clock } of [server, second]) clock.now = NOW.add({ hours: 1, seconds: 1 })

  expect(await sentMessages(here)).toEqual({
    messages: ['change sent', ...BEFORE.messages],
    titles: ['Nuova prenotazione', 'Prenotazione spostata'],
  })
  for (const site of [staff, elsewhere]) expect(await isOffered(site, service.id, A)).toBe(true)
  expect((await elsewhere.book(service.id, A)).statusCode).toBe(201)
  const late = await undoReschedule()
  expect(late.statusCode).toBe(409)
  expect(late.json().detail).toBe('È passato troppo tempo: la prenotazione resta dove è stata spostata.')
})

test('a reschedule that is silenced in time sends no e-mail to the customer; the next one does', async () => {
  const { here, staff, booking, reschedule } = await aSalon()
  const silence = (version: number) =>
    staff.post(`/bookings/silence-reschedule/${booking.id}`, undefined, { 'if-match': `"${version}"` })
  const { version } = (await reschedule(B)).json()

  expect((await silence(version - 1)).statusCode).toBe(409)
  for (const _ of ['', 'the answer was lost']) expect((await silence(version)).statusCode).toBe(204)

  await finishJobs(here)
  const silenced = ['change unwanted', ...BEFORE.messages]
  const titles = ['Nuova prenotazione', 'Prenotazione spostata']
  expect(await sentMessages(here)).toEqual({ messages: silenced, titles })
  const next = (await reschedule(C)).json()
  await finishJobs(here)
  expect(await sentMessages(here)).toEqual({ messages: ['change unwanted', 'change sent', ...BEFORE.messages], titles })
  expect((await silence(next.version)).statusCode).toBe(409)
  expect((await staff.post('/bookings/silence-reschedule/999999', undefined)).statusCode).toBe(404)
})

test('the staff add and change bookings and series without notifying the customer', async () => {
  const { here, service, staff } = await aSalon()
  const quiet = { ...aBooking, service_id: service.id, notifies_customer: false }
  const visits = [B, { ...B, visit_day: '2026-12-01' }]

  const { id } = (await staff.post('/bookings/create', { ...quiet, ...C })).json()
  await staff.put(`/bookings/update/${id}`, { ...quiet, ...C, visit_hour: '11:00' })
  const { bookings } = (await staff.post('/bookings/series', { ...quiet, visits })).json()
  await staff.put(`/bookings/series/update/${bookings[0].id}`, { ...quiet, ...B, visit_hour: '10:00' })

  await waitForJobs(server, here)
  expect((await sentMessages(here)).messages).toEqual(BEFORE.messages)
  await staff.put(`/bookings/update/${id}`, { ...quiet, ...C, notifies_customer: true })
  await waitForJobs(server, here)
  expect((await sentMessages(here)).messages).toEqual(['change sent', ...BEFORE.messages])
})

test('the last of several reschedules is undone; the customer gets one e-mail from the last notified slot', {
  tags: ['13.108'],
}, async () => {
  const { here, service, reschedule, undoReschedule, read } = await aSalon()
  await reschedule(B)
  await reschedule(C)
  // Only the last previous slot is held.
  expect(await isOffered(here, service.id, B)).toBe(false)
  expect(await isOffered(here, service.id, A)).toBe(true)

  expect((await undoReschedule()).json()).toMatchObject(B)

  await finishJobs(here)
  expect(await read()).toMatchObject(B)
  expect((await sentMessages(here)).messages).toEqual(['change sent', ...BEFORE.messages])
  expect(
    await here.db.selectFrom('bookings').select(['previous_day', 'previous_hour', 'notified_day']).executeTakeFirst(),
  ).toEqual({
    previous_day: A.visit_day,
    previous_hour: A.visit_hour,
    notified_day: B.visit_day,
  })
})

test('a reschedule can be undone after the booking was deleted and restored, not while it is deleted', {
  tags: ['13.108'],
}, async () => {
  const { here, staff, booking, reschedule, undoReschedule } = await aSalon()
  await reschedule(B)
  await staff.delete(`/bookings/delete/${booking.id}`)
  expect((await undoReschedule()).statusCode).toBe(404)
  expect((await here.book(booking.service_id, A)).statusCode).toBe(409)
  expect((await staff.post(`/bookings/restore/${booking.id}`, undefined)).json()).toMatchObject(B)

  expect((await undoReschedule()).json()).toMatchObject(A)

  await finishJobs(here)
  expect(await sentMessages(here)).toEqual(BEFORE)
})

test('an undo with the version of an earlier reschedule is rejected; with the latest it works', {
  tags: ['13.145'],
}, async () => {
  const { staff, booking, reschedule, read } = await aSalon()
  const undoReschedule = ({ version }: { version: number }) =>
    staff.post(`/bookings/undo-reschedule/${booking.id}`, undefined, { 'if-match': `"${version}"` })
  const [first, then] = [(await reschedule(B)).json(), (await reschedule(C)).json()]

  expect((await undoReschedule(first)).statusCode).toBe(409)
  expect(await read()).toMatchObject(C)
  await staff.delete(`/bookings/delete/${booking.id}`)
  await staff.post(`/bookings/restore/${booking.id}`, undefined)
  expect((await undoReschedule(first)).statusCode).toBe(409)
  for (const _ of ['', 'the answer was lost']) expect((await undoReschedule(then)).json()).toMatchObject(B)
  await staff.delete(`/bookings/delete/${booking.id}`)
  await staff.post(`/bookings/restore/${booking.id}`, undefined)
  expect((await undoReschedule(then)).json()).toMatchObject(B)
  expect((await undoReschedule(first)).statusCode).toBe(409)
  expect(await read()).toMatchObject(B)
})

test('a repeated reschedule or undo changes nothing more', { tags: ['13.108'] }, async () => {
  const { elsewhere, booking, reschedule, undoReschedule } = await aSalon()
  const versionHeader = { 'if-match': '"0"' }
  const there = await Promise.all([1, 2, 3, 4].map(() => reschedule(B, versionHeader)))
  expect(there.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(there.map((answer) => answer.json().version)).toEqual([1, 1, 1, 1])
  expect((await elsewhere.put(`/bookings/reschedule/${booking.id}`, C, versionHeader)).statusCode).toBe(409)

  const back = await Promise.all([
    undoReschedule(),
    undoReschedule(elsewhere),
    undoReschedule(),
    undoReschedule(elsewhere),
  ])
  expect(back.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(back.map((answer) => answer.json())).toEqual(back.map(() => expect.objectContaining({ ...A, version: 2 })))
})

describe('a change by another user since the reschedule', () => {
  const CHANGED = 'Nel frattempo qualcun altro ha modificato la prenotazione: lo spostamento non si può più annullare.'
  const { privacy: _, ...typed } = aBooking

  test.for([
    {
      who: 'a colleague',
      change: ({ elsewhere, booking }: Awaited<ReturnType<typeof aSalon>>) =>
        elsewhere.put(`/bookings/update/${booking.id}`, {
          ...typed,
          ...B,
          service_id: booking.service_id,
          name: 'Giuliana',
        }),
    },
    {
      who: 'the customer',
      change: ({ here, booking }: Awaited<ReturnType<typeof aSalon>>) =>
        here.put(`/client/bookings/update/${booking.hidden_id}`, C),
    },
  ])('$who: the booking keeps its slot', { tags: ['13.108'] }, async ({ change }) => {
    const salon = await aSalon()
    await salon.reschedule(B)
    expect((await change(salon)).statusCode).toBe(200)
    const now = await salon.read()

    const refused = await salon.undoReschedule()

    expect(refused.statusCode).toBe(409)
    expect(refused.json().detail).toBe(CHANGED)
    expect(await salon.read()).toEqual(now)
    const before = await salon.reschedule(A, { 'if-match': '"1"' })
    expect(before.statusCode).toBe(409)
    expect(before.json().current).toEqual(now)
  })
})

describe('a reschedule to any minute', () => {
  const kinds = (answer: { json(): { conflicts?: { kind: string }[] } }) =>
    answer.json().conflicts?.map(({ kind }) => kind)

  test('accepts any minute without conflicts, within the notice too; conflicts are reported and can be overridden', {
    tags: ['13.109'],
  }, async () => {
    const { here, service, staff, booking, reschedule, undoReschedule } = await aSalon()
    await here.db.updateTable('configurations').set({ app_booking_hours_notice: 72 }).execute()
    expect((await reschedule({ ...A, visit_hour: '09:10' })).json()).toMatchObject({
      visit_hour: '09:10:00',
      overridden_conflicts: null,
    })
    expect((await reschedule({ ...A, visit_hour: '09:05' })).statusCode).toBe(200)
    await staff.post('/bookings/create', {
      ...aBooking,
      ...A,
      visit_hour: '11:00',
      service_id: service.id,
      override: true,
    })

    expect(kinds(await reschedule({ ...A, visit_hour: '10:50' }))).toEqual(['booking'])
    expect(kinds(await reschedule({ ...A, visit_hour: '03:00' }))).toEqual(['hours'])
    const forced = await reschedule({ ...A, visit_hour: '10:50', override: true })
    expect(forced.json()).toMatchObject({ visit_hour: '10:50:00', overridden_conflicts: ['booking'] })
    expect((await undoReschedule()).json()).toMatchObject({
      id: booking.id,
      visit_hour: '09:05:00',
      overridden_conflicts: null,
    })
  })

  test('rejects the past and calendars of other services; a booking of a past day keeps its time', async () => {
    const { here, reschedule } = await aSalon()
    const { id: other } = await here.newCalendar()
    expect((await reschedule({ ...A, calendar_id: other, override: true })).json().detail).toBe(
      'Questo servizio non si prenota con questo calendario.',
    )
    expect((await reschedule({ ...A, visit_day: '2026-11-20', override: true })).statusCode).toBe(409)
    expect((await reschedule({ visit_day: '2026-11-21', visit_hour: '09:00', override: true })).statusCode).toBe(409)
    await here.db
      .updateTable('bookings')
      .set({ visit_day: parsePlainDate('2026-11-20') })
      .execute()
    const past = await reschedule(C)
    expect(past.json().detail).toBe('Una prenotazione di un giorno passato non può essere modificata.')
  })

  test('may go to another calendar of the service and back; the undo is rejected if that has been deleted', async () => {
    const here = await server.newTenant()
    const [anna, bruno] = [await here.newCalendar(), await here.newCalendar()]
    const service = await here.newService({ calendar_id: anna.id }, bruno)
    const staff = await here.as('editor')
    const booking = (await here.book(service.id, { ...A, calendar_id: anna.id })).json()
    const reschedule = () => staff.put(`/bookings/reschedule/${booking.id}`, { ...A, calendar_id: bruno.id })
    const undoReschedule = () => staff.post(`/bookings/undo-reschedule/${booking.id}`, undefined)

    expect((await reschedule()).json()).toMatchObject({ ...A, calendar_id: bruno.id })
    expect((await undoReschedule()).json()).toMatchObject({ ...A, calendar_id: anna.id })
    await reschedule()
    await here.db.updateTable('calendars').set({ deleted_at: NOW.toString() }).where('id', '=', anna.id).execute()
    expect((await undoReschedule()).statusCode).toBe(409)
  })
})

test('conflicts at the same time tomorrow and in a week are listed without changing anything', {
  tags: ['13.109'],
}, async () => {
  const { here, service, staff, booking, read } = await aSalon()
  const sameHours = async () => (await staff.get(`/bookings/reschedule/${booking.id}`)).json()
  const day = (visit_day: string, ...kinds: string[]) => ({
    calendar_id: service.calendar_id,
    calendar_name: 'Sala',
    visit_day,
    visit_hour: A.visit_hour,
    conflicts: kinds.map((kind) => expect.objectContaining({ kind })),
  })
  const before = await read()
  expect(await sameHours()).toEqual([day('2026-11-24'), day('2026-11-30')])

  const { calendar_id } = service
  await here.book(service.id, B)
  const closed = { day_from: '2026-11-30', hour_from: '08:00', day_to: '2026-11-30', hour_to: '12:00' }
  await here.newDayOff({ calendar_id, ...closed })

  expect(await sameHours()).toEqual([day('2026-11-24', 'booking'), day('2026-11-30', 'closure')])
  expect(await read()).toEqual(before)
  expect((await staff.get('/bookings/reschedule/999999')).statusCode).toBe(404)
})

describe('a booking whose calendar is closed', () => {
  const closed = { day_from: A.visit_day, hour_from: '00:00', day_to: A.visit_day, hour_to: '23:59' }

  async function anIllColleague() {
    const here = await server.newTenant()
    const [bruno, carla] = [await here.newCalendar({ name: 'Bruno' }), await here.newCalendar({ name: 'Carla' })]
    const service = await here.newService({ duration: 60 }, bruno, carla)
    const ada = { id: service.calendar_id, name: 'Sala' }
    const staff = await here.as('operator')
    const book = async (calendar_id: number, visit_hour = A.visit_hour): Promise<number> =>
      (await here.book(service.id, { ...A, visit_hour, calendar_id })).json().id
    const id = await book(ada.id)
    const offers = async (query = '') => (await staff.get(`/bookings/reschedule/${id}${query}`)).json()
    return { here, staff, service, ada, bruno, carla, book, id, offers }
  }

  const at = (calendar: { id: number }, visit_day: string) =>
    expect.objectContaining({ calendar_id: calendar.id, visit_day })

  test('is offered to a colleague who is free at its time, first of all', async () => {
    const { here, ada, bruno, carla, offers, book } = await anIllColleague()
    expect(await offers()).toEqual([at(ada, '2026-11-24'), at(ada, '2026-11-30')])
    await here.newDayOff({ calendar_id: ada.id, ...closed })

    expect(await offers()).toEqual([
      { ...A, calendar_id: bruno.id, calendar_name: 'Bruno', conflicts: [] },
      at(ada, '2026-11-24'),
      at(ada, '2026-11-30'),
    ])
    await book(bruno.id)
    expect((await offers())[0]).toMatchObject({ calendar_name: 'Carla' })
    await book(carla.id)
    expect(await offers()).toEqual([at(ada, '2026-11-24'), at(ada, '2026-11-30')])
  })

  test('is offered on the chosen calendar, or on any', async () => {
    const { here, ada, bruno, carla, offers } = await anIllColleague()
    await here.newDayOff({ calendar_id: bruno.id, ...closed, day_from: '2026-11-24', day_to: '2026-11-24' })
    await here.newDayOff({ calendar_id: ada.id, ...closed, day_from: '2026-11-24', day_to: '2026-11-24' })

    const ofBruno = await offers(`?calendar_id=${bruno.id}`)
    expect(ofBruno).toEqual([at(bruno, A.visit_day), at(bruno, '2026-11-24'), at(bruno, '2026-11-30')])
    expect(ofBruno[1].conflicts).toMatchObject([{ kind: 'closure' }])
    const [sameDay, nextDay] = await offers('?calendar_id=any')
    expect([sameDay, nextDay]).toEqual([at(bruno, A.visit_day), at(carla, '2026-11-24')])
  })

  test('is planned with the others of the list, so that no two need the same place', async () => {
    const { staff, here, service, ada, bruno, carla, book, id } = await anIllColleague()
    await here.db.updateTable('configurations').set({ app_simultaneous_bookings_enabled: true }).execute()
    await here.db.updateTable('calendars').set({ simultaneous_bookings_number: 3 }).where('id', '=', ada.id).execute()
    const [second, third, later] = [await book(ada.id), await book(ada.id), await book(ada.id, '11:00:00')]
    const elsewhere = await anIllColleague()

    const plan = await staff.post('/bookings/colleagues', { ids: [id, second, third, later, elsewhere.id] })

    expect(plan.json()).toEqual([
      { booking_id: id, calendar_id: bruno.id, calendar_name: 'Bruno' },
      { booking_id: second, calendar_id: carla.id, calendar_name: 'Carla' },
      { booking_id: later, calendar_id: bruno.id, calendar_name: 'Bruno' },
    ])
    expect(service.calendar_id).toBe(ada.id)
    const { bookings } = (await staff.get('/bookings?per_page=100')).json()
    expect(new Set(bookings.map((booking: { calendar_id: number }) => booking.calendar_id))).toEqual(new Set([ada.id]))
  })
})

test('the next waiting customer is offered the previous slot once it is no longer held', {
  tags: ['13.107'],
}, async () => {
  const { here, service, reschedule, undoReschedule } = await aSalon()
  const wait = ({ visit_day }: typeof A) =>
    here.post(`/client/waiting-list/${service.id}`, { ...aBooking, email: 'ada@example.it', visit_day })
  const offers = () =>
    here.db.selectFrom('slot_holds').select(['visit_day', 'visit_hour']).where('entry_id', 'is not', null).execute()
  await fill(here, service.id)
  expect((await wait(A)).statusCode).toBe(201)

  await reschedule({ ...A, visit_day: '2026-11-30' })
  await waitForJobs(server, here, { dueOnly: true })
  expect(await offers()).toEqual([])
  await undoReschedule()
  await reschedule({ ...A, visit_day: '2026-11-30' })
  await endUndoTime(server)
  await waitForJobs(server, here, { dueOnly: true })

  expect(await offers()).toEqual([A])
})

test('either a visitor or the undo gets the previous slot when its hold ends', {
  tags: ['13.107'],
}, async () => {
  const { here, service, elsewhere, booking, read, undoReschedule } = await aSalon()
  for (const [round, days] of [8, 9].entries()) {
    const from = { ...A, visit_day: `2026-12-${String(days).padStart(2, '0')}` }
    const to = { ...from, visit_hour: `${10 + round}:30:00` }
    expect((await elsewhere.put(`/bookings/reschedule/${booking.id}`, { ...from, override: true })).statusCode).toBe(
      200,
    )
    expect((await elsewhere.put(`/bookings/reschedule/${booking.id}`, { ...to, override: true })).statusCode).toBe(200)
    await server.owner.query(`
      select set_config('app.provider', 'on', true);
      update slot_holds set held_until = clock_timestamp() + interval '15 milliseconds'
      where tenant_id = ${here.id} and is_previous`)

    const visitors = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        await sleep(3 * i)
        const booked = await (i % 2 ? here : elsewhere).book(service.id, { ...from, email: `v${i}@example.it` })
        if (i % 3 === 0) await undoReschedule(i % 2 ? elsewhere : undefined)
        return booked.statusCode
      }),
    )

    const isBack = (await read()).visit_hour === from.visit_hour
    expect(visitors.filter((status) => status === 201)).toHaveLength(isBack ? 0 : 1)
  }
  expect(await findOverbooked(server.owner, here.id, 1)).toEqual([])
})

/** Books all remaining slots of the day. */
async function fill(here: TestTenant, serviceId: number) {
  const days: { date: string; slots: string[] }[] = (await here.get(`/client/services/${serviceId}`)).json()
    .available_slots
  for (const visit_hour of days.find(({ date }) => date === A.visit_day)!.slots)
    await here.book(serviceId, { ...A, visit_hour })
}
