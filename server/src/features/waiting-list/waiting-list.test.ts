import { findOverbooked } from '@prenoto/test-support/database/find-overbooked.ts'
import { type SmtpServer, smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { endUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import {
  aBooking,
  NOW,
  type TestServer,
  type TestTenant,
  testServer,
} from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

/** Monday, open from 9 to 13 and from 15 to 19, with visits of two hours. */
const DAY = aBooking.visit_day
const HOURS = ['09:00', '11:00', '15:00', '17:00']

/** Two servers on one database, each with its own caches; one of them runs jobs. */
let smtp: SmtpServer
let server: TestServer
let second: TestServer
beforeAll(async () => {
  smtp = await smtpServer()
  server = await testServer({ work: true, smtpUrl: smtp.url })
  second = await testServer({ url: server.url })
})
afterAll(async () => {
  await second.close()
  await server.close()
  await smtp.close()
})
afterEach(() => {
  for (const { clock } of [server, second]) clock.now = NOW
})

let people = 0

/** A person with an e-mail address of their own. */
const person = (name: string) => ({ name, email: `${name.toLowerCase()}.${++people}@example.it` })

/** Copies the booking of the first slot to the others of the day. */
const COPIES = `
  insert into bookings (tenant_id, hidden_id, customer_id, calendar_id, service_id, service_name, service_duration,
    service_price, name, surname, email, telephone, visit_day, visit_hour, starts_at, ends_at)
  select tenant_id, left(hidden_id, 21) || n, customer_id, calendar_id, service_id, service_name, service_duration,
    service_price, name, surname, email, telephone, visit_day, hour, starts_at + (hour - visit_hour), ends_at + (hour - visit_hour)
  from bookings, unnest($2::time[]) with ordinality _(hour, n)
  where tenant_id = $1
  returning id, hidden_id`

/** A business that is fully booked on Monday. */
async function aFullDay(configuration: object = {}) {
  const here = await server.newTenant(configuration)
  const service = await here.newService({ duration: 120 })
  // Before the notice of any business.
  server.clock.now = NOW.subtract({ hours: 24 })
  const first = (await here.book(service.id, { ...person('Cliente'), visit_hour: HOURS[0] })).json()
  server.clock.now = NOW
  const { rows } = await server.owner.query(COPIES, [here.id, HOURS.slice(1)])
  const booked = new Map<string, { id: number; hidden_id: string }>(
    [first, ...rows].map((booking, i) => [HOURS[i]!, booking]),
  )
  const staff = await here.as('operator')

  const waits = (who: { name: string; email: string }, wish: object = {}) => {
    const { visit_hour: _, ...visitor } = aBooking
    return here.post(`/client/waiting-list/${service.id}`, { ...visitor, ...who, ...wish })
  }
  /** The key of a person's private link, from their e-mails. */
  async function findLinkKey({ email }: { email: string }) {
    const row = await here.db
      .selectFrom('waiting_list_entries')
      .select('hidden_id')
      .where('email', '=', email)
      .executeTakeFirst()
    return row!.hidden_id
  }
  const settled = () => waitForJobs(server, here, { dueOnly: true })
  return {
    ...here,
    service,
    staff,
    waits,
    findLinkKey,
    settled,
    async cancels(...hours: string[]) {
      for (const hour of hours) await here.delete(`/client/bookings/delete/${booked.get(hour)!.hidden_id}`)
      await settled()
    },
    bookingAt: (visit_hour: string) => booked.get(visit_hour)!,
    async findOffer(who: { email: string }) {
      const page = await readPageData(here, await findLinkKey(who))
      return page.waiting?.offer
    },
    async books(who: { email: string }, offer_id: number) {
      return here.post(`/client/waiting-list/book/${await findLinkKey(who)}`, { offer_id })
    },
    async presses(who: { email: string }, answer: string) {
      const url = `/waiting-list/${await findLinkKey(who)}/${answer}`
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      return server.app.inject({ method: 'POST', url, headers: { host: here.domain, ...form } })
    },
    /** Makes all offers expire. */
    async timePasses() {
      await endUndoTime(server)
      second.clock.now = server.clock.now
      await settled()
    },
    htmlFor: async (who: { email: string }) => (await here.page(`/waiting-list/${await findLinkKey(who)}`)).body,
    wordsFor: async (who: { email: string }) =>
      (await here.page(`/waiting-list/${await findLinkKey(who)}`)).body
        .replace(/<script.*?<\/script>/gs, '')
        .replace(/<[^>]+>/g, ' '),
    listed: async () => (await staff.get(`/waiting-list?visit_day=${DAY}`)).json(),
    subjectsTo: async ({ email }: { email: string }) => (await smtp.read(email)).map(({ subject }) => subject),
  }
}

/** The data of a page. */
async function readPageData({ page }: TestTenant, key: string) {
  const { body } = await page(`/waiting-list/${key}`)
  const data = /id="page-data"[^>]*>(.+?)<\/script>/s.exec(body)
  return data ? JSON.parse(data[1]!) : {}
}

const listVisitors = async (here: TestTenant) => {
  const rows = await here.db
    .selectFrom('bookings')
    .select(['visit_hour', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('visit_hour')
    .execute()
  return rows
    .filter(({ name }) => name !== 'Cliente')
    .map(({ visit_hour, name }) => `${visit_hour.slice(0, 5)} ${name}`)
}

test('a full day: five wait, three cancel, one offer expires, one is refused, and a held slot is never booked by others', {
  tags: ['13.86'],
}, async () => {
  const here = await aFullDay()
  const [ada, bruno, carla, dario, elsa] = ['Ada', 'Bruno', 'Carla', 'Dario', 'Elsa'].map(person) as [
    ReturnType<typeof person>,
    ReturnType<typeof person>,
    ReturnType<typeof person>,
    ReturnType<typeof person>,
    ReturnType<typeof person>,
  ]
  for (const [who, wish] of [
    [ada, {}],
    [bruno, {}],
    [carla, { part: 'morning' }],
    [dario, {}],
    [elsa, { part: 'morning' }],
  ] as const)
    expect((await here.waits(who, wish)).statusCode).toBe(201)
  await here.settled()
  expect(await here.subjectsTo(carla)).toEqual(['Sei in lista d’attesa: Taglio, lunedì 23 novembre'])

  // The first waiting customer is offered the freed slot; no other visitor can book it at either server.
  await here.cancels('09:00')
  const first = await here.findOffer(ada)
  expect(first).toMatchObject({ visit_hour: '09:00:00', calendar_name: '' })
  expect(await here.subjectsTo(ada)).toContain('Si è liberato un posto: Taglio, lunedì 23 novembre alle 09:00')
  const stranger = { ...person('Estraneo'), visit_hour: '09:00' }
  for (const site of [here, second.visit(here.domain)]) {
    expect((await site.book(here.service.id, stranger)).statusCode).toBe(409)
    const days = (await site.get(`/client/services/${here.service.id}`)).json().available_slots
    expect(days.some(({ date }: { date: string }) => date === DAY)).toBe(false)
  }
  expect((await here.books(bruno, first.id)).statusCode).toBe(409)

  // Ada's offer expires, Bruno refuses, Carla books.
  await here.timePasses()
  expect(await here.findOffer(ada)).toBeNull()
  expect((await here.books(ada, first.id)).statusCode).toBe(409)
  const next = await here.findOffer(bruno)
  expect(next).toMatchObject({ visit_hour: '09:00:00' })
  const refused = await here.presses(bruno, `refuse?offerta=${next.id}`)
  expect([refused.statusCode, refused.headers.location]).toEqual([
    303,
    `/waiting-list/${await here.findLinkKey(bruno)}`,
  ])
  await here.settled()
  const third = await here.findOffer(carla)
  const booking = await here.books(carla, third.id)
  expect(booking.statusCode).toBe(201)
  expect(booking.json()).toMatchObject({ ...carla, visit_day: DAY, visit_hour: '09:00:00' })
  // A repeated request gets the same response.
  expect((await here.books(carla, third.id)).json()).toEqual(booking.json())

  // Each page shows how its offer has ended.
  expect(await here.wordsFor(ada)).toContain('Il posto non c’è più')
  expect(await here.wordsFor(bruno)).toContain('Hai lasciato il posto delle 09:00.')
  expect(await here.wordsFor(carla)).toContain('Hai già prenotato il posto')

  // A slot that staff delete is offered once the undo ends; Ada has not refused that one.
  await here.staff.delete(`/bookings/delete/${here.bookingAt('15:00').id}`)
  await here.settled()
  expect(await here.findOffer(ada)).toBeNull()
  await here.timePasses()
  const afternoon = await here.findOffer(ada)
  expect(afternoon).toMatchObject({ visit_hour: '15:00:00' })
  expect((await here.presses(ada, `book?offerta=${afternoon.id}`)).headers.location).toBe(
    '/thank_you#prenotazione-effettuata',
  )

  // Bruno is still waiting, before Dario.
  await here.cancels('17:00')
  expect((await here.books(bruno, (await here.findOffer(bruno)).id)).statusCode).toBe(201)
  await here.settled()

  expect(await listVisitors(here)).toEqual(['09:00 Carla', '15:00 Ada', '17:00 Bruno'])
  expect(await findOverbooked(server.owner, here.id, 1)).toEqual([])
  expect(await here.listed()).toMatchObject([
    { ...dario, part: null, offer: null },
    { ...elsa, part: 'morning', offer: null },
  ])
  for (const who of [ada, bruno, carla])
    expect(
      (await here.subjectsTo(who)).filter((subject) => subject?.startsWith('Prenotazione confermata')),
    ).toHaveLength(1)
  for (const who of [dario, elsa]) expect(await here.subjectsTo(who)).toHaveLength(1)
})

describe('joining the waiting list', () => {
  const chance = async (here: Awaited<ReturnType<typeof aFullDay>>, day: string) =>
    (await here.get(`/client/waiting-list/${here.service.id}?visit_day=${day}`)).json()

  test('is possible with the fields of a booking for the parts of a full day, not for days with slots, closed or far ones, nor if switched off', {
    tags: ['13.85'],
  }, async () => {
    const here = await aFullDay()
    expect(await chance(here, DAY)).toEqual({ parts: ['morning', 'afternoon', 'evening'] })

    for (const visit_day of ['2026-11-24', '2026-11-29', '2026-11-20', '2027-11-22']) {
      expect(await chance(here, visit_day)).toEqual({ parts: [] })
      expect((await here.waits(person('Ada'), { visit_day })).statusCode).toBe(409)
    }
    for (const [field, value, message] of [
      ['privacy', false, 'Devi accettare la Privacy Policy.'],
      ['name', 'Vinci su www.evil.example', 'Non può contenere indirizzi web.'],
      ['email', 'giulia@', 'Inserisci un’email valida.'],
      ['telephone', '', 'Il telefono è obbligatorio.'],
    ] as const) {
      const refused = await here.waits(person('Ada'), { [field]: value })
      expect(refused.json()).toMatchObject({ status: 422, errors: [{ path: field, message }] })
    }
    expect((await here.waits(person('Ada'), { calendar_id: 999_999 })).statusCode).toBe(409)
    expect((await here.waits(person('Ada'), { part: 'night' })).statusCode).toBe(422)
    expect((await here.get('/client/waiting-list/999999?visit_day=2026-11-23')).statusCode).toBe(404)
    expect(await here.db.selectFrom('waiting_list_entries').selectAll().execute()).toEqual([])
    expect((await here.waits(person('Ada'), { part: 'evening' })).json()).toEqual({ visit_day: DAY, part: 'evening' })

    await (await here.as('admin')).put('/configs/update', { app_waiting_list_minutes: 0 })
    await expect.poll(() => chance(here, DAY)).toEqual({ parts: [] })
    expect((await here.waits(person('Bruno'))).statusCode).toBe(409)
  })

  test('twice keeps the position and the telephone and updates the wish', {
    tags: ['13.85'],
  }, async () => {
    const here = await aFullDay()
    const [ada, bruno] = [person('Ada'), person('Bruno')]
    await here.waits(ada, { part: 'morning' })
    await here.waits(bruno)
    await here.waits({ ...ada, email: ada.email.toUpperCase() }, { part: 'evening', telephone: '3330000000' })
    await here.waits(ada, { part: 'evening', telephone: '3330000000' })
    await here.settled()

    const { telephone } = aBooking
    expect(await here.listed()).toMatchObject([{ ...ada, telephone, part: 'evening' }, bruno])
    expect(await here.subjectsTo(ada)).toHaveLength(2)
    await here.cancels('11:00')
    expect(await here.findOffer(bruno)).toMatchObject({ visit_hour: '11:00:00' })
  })
})

describe('an offer', () => {
  test('lasts for the configured minutes, which count from the morning on at night', { tags: ['13.88'] }, async () => {
    const here = await aFullDay({ app_waiting_list_minutes: 45 })
    const seconds = async () => {
      const { rows } = await server.owner.query(
        `select extract(epoch from held_until - now())::int as left from slot_holds where tenant_id = $1 and entry_id is not null`,
        [here.id],
      )
      return rows.map(({ left: secondsLeft }) => secondsLeft)
    }
    await here.waits(person('Ada'))
    await here.cancels('09:00')
    const [byDay] = await seconds()
    expect(byDay).toBeGreaterThan(44 * 60)
    expect(byDay).toBeLessThanOrEqual(45 * 60)

    await here.waits(person('Bruno'))
    server.clock.now = Temporal.Instant.from('2026-11-21T22:00:00Z')
    await here.cancels('11:00')
    const atNight = Math.max(...(await seconds()))
    expect(atNight).toBeGreaterThan((9 * 60 + 44) * 60)
    expect(atNight).toBeLessThanOrEqual((9 * 60 + 45) * 60)
  })

  test('is made neither within the notice nor to a customer who has booked that day since', {
    tags: ['13.88', '13.183'],
  }, async () => {
    const here = await aFullDay({ app_booking_hours_notice: 48 + 3 })
    const ada = person('Ada')
    await here.waits(ada)
    await here.cancels('09:00')
    expect(await here.findOffer(ada)).toBeNull()

    await here.cancels('17:00')
    expect(await here.findOffer(ada)).toMatchObject({ visit_hour: '17:00:00' })
    await here.timePasses()
    // The slot is open to all again when the waiting list is empty; Ada's page and one e-mail say so.
    const { id } = here.service
    const offer = await here.db.selectFrom('slot_holds').select('id').where('entry_id', 'is not', null).execute()
    const late = await here.presses(ada, `book?offerta=${offer[0]!.id}`)
    expect(late.headers.location).toBe(`/waiting-list/${await here.findLinkKey(ada)}#posto-scaduto`)
    expect(await here.wordsFor(ada)).toMatch(/È ancora libero.*Il tempo per rispondere è finito.*Durata.*Costo/s)
    expect(await here.htmlFor(ada)).toContain(`"/client_service/${id}/booking?giorno=${DAY}&amp;ora=17%3A00"`)
    await server.checkWaitingLists()
    await here.settled()
    const subjects = (await here.subjectsTo(ada)).filter((subject) => subject?.startsWith('È ancora libero'))
    expect(subjects).toEqual(['È ancora libero: Taglio, lunedì 23 novembre alle 17:00'])
    expect((await here.book(here.service.id, { ...ada, visit_hour: '17:00' })).statusCode).toBe(201)
    await here.cancels('15:00')
    expect(await here.findOffer(ada)).toBeNull()
    expect(await here.listed()).toEqual([])
  })

  test('follows a deleted closure or a higher capacity, and is made once by all processes', {
    tags: ['13.88'],
  }, async () => {
    const here = await aFullDay({ app_simultaneous_bookings_enabled: true })
    const ada = person('Ada')
    await here.waits(ada, { part: 'evening' })
    await here.settled()
    await server.checkWaitingLists()
    await here.settled()
    expect(await here.findOffer(ada)).toBeNull()

    await here.db
      .updateTable('calendars')
      .set({ simultaneous_bookings_number: 2 })
      .where('tenant_id', '=', here.id)
      .execute()
    await Promise.all([server.checkWaitingLists(), server.checkWaitingLists()])
    await here.settled()

    expect(await here.findOffer(ada)).toMatchObject({ visit_hour: '17:00:00' })
    expect(await here.subjectsTo(ada)).toHaveLength(2)
  })

  test('respects the chosen calendar, else takes the least occupied one, with buffers', async () => {
    const here = await server.newTenant()
    const [anna, berta] = [
      await here.newCalendar({ name: 'Anna' }),
      await here.newCalendar({ name: 'Sala 2', public_name: 'Berta' }),
    ]
    const service = await here.newService({ duration: 240, buffer_after: 60, calendar_id: anna.id })
    await here.db
      .insertInto('service_calendars')
      .values({ tenant_id: here.id, service_id: service.id, calendar_id: berta.id })
      .execute()
    const createdBookings = []
    for (const calendar_id of [anna.id, berta.id])
      for (const visit_hour of ['09:00', '15:00'])
        createdBookings.push((await here.book(service.id, { ...person('Cliente'), visit_hour, calendar_id })).json())
    const waits = (who: object, wish: object) =>
      here.post(`/client/waiting-list/${service.id}`, { ...aBooking, ...who, ...wish })
    const [ada, bruno] = [person('Ada'), person('Bruno')]
    await waits(ada, { calendar_id: berta.id })
    await waits(bruno, { part: 'morning' })
    const staff = await here.as('operator')
    const cancels = async ({ hidden_id }: { hidden_id: string }) => {
      await here.delete(`/client/bookings/delete/${hidden_id}`)
      await waitForJobs(server, here, { dueOnly: true })
    }

    await cancels(createdBookings[0])
    await cancels(createdBookings[2])
    expect((await staff.get(`/waiting-list?visit_day=${DAY}`)).json()).toMatchObject([
      { ...ada, calendar_name: 'Berta', offer: { visit_hour: '09:00:00', calendar_name: 'Berta' } },
      { ...bruno, calendar_name: '', offer: { visit_hour: '09:00:00', calendar_name: 'Anna' } },
    ])
    const holds = await here.db.selectFrom('slot_holds').select(['starts_at', 'ends_at']).execute()
    expect(holds.map(({ starts_at, ends_at }) => ends_at.since(starts_at).total('minutes'))).toEqual([300, 300])
  })

  test('that has ended books nothing and leads to the current one, which ends when its slot cannot be booked', {
    tags: ['13.89', '13.183'],
  }, async () => {
    const here = await aFullDay()
    const ada = person('Ada')
    await here.waits(ada)
    await here.cancels('11:00')
    const ended = (await here.findOffer(ada)).id
    await here.presses(ada, `refuse?offerta=${ended}`)
    await here.cancels('15:00')
    const { id, visit_hour } = await here.findOffer(ada)
    expect(visit_hour).toBe('15:00:00')

    const answer = await here.presses(ada, `book?offerta=${ended}`)
    const key = await here.findLinkKey(ada)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/waiting-list/${key}#posto-scaduto`])
    expect(await here.htmlFor(ada)).toMatch(
      /<p id="posto-scaduto"[^>]*>Il posto che avevi scelto non è più disponibile/,
    )

    const closed = { day_from: DAY, hour_from: '14:30', day_to: DAY, hour_to: '16:00' }
    await here.newDayOff({ ...closed, calendar_id: here.service.calendar_id })
    expect((await here.books(ada, id)).statusCode).toBe(409)
    expect(await here.htmlFor(ada)).toContain('Il posto non c’è più')
    expect(await listVisitors(here)).toEqual([])
  })
})

test('opening the private link answers nothing and shows no personal data; its forms end with the day', {
  tags: ['13.89', '13.91'],
}, async () => {
  const here = await aFullDay()
  const ada = person('Ada')
  await here.waits(ada)
  await here.cancels('11:00')
  const key = await here.findLinkKey(ada)

  const page = await here.page(`/waiting-list/${key}`)
  expect(page.statusCode).toBe(200)
  expect(page.headers['cache-control']).toBe('no-store')
  for (const word of ['Ada', ada.email, aBooking.telephone]) expect(page.body).not.toContain(word)
  expect(await here.findOffer(ada)).toMatchObject({ visit_hour: '11:00:00' })

  await here.presses(ada, 'leave')
  expect((await here.page(`/waiting-list/${key}`)).body).toContain('Non sei più in lista d’attesa')
  expect((await here.book(here.service.id, { ...person('Zoe'), visit_hour: '11:00' })).statusCode).toBe(201)
  expect(await here.listed()).toEqual([])

  for (const unknown of ['AAAAAAAAAAAAAAAAAAAAAA', '1', "'%20or%20true--", 'x'.repeat(300)]) {
    const nothing = await here.page(`/waiting-list/${unknown}`)
    expect(nothing.statusCode).toBe(404)
    expect(nothing.body).toContain('La lista d’attesa non c’è più')
  }
  server.clock.now = Temporal.Instant.from('2026-11-24T08:00:00Z')
  expect((await here.page(`/waiting-list/${key}`)).statusCode).toBe(404)
  await server.checkWaitingLists()
  await here.settled()
  expect(await here.db.selectFrom('waiting_list_entries').selectAll().execute()).toEqual([])
})

describe('the staff', () => {
  test('offers any free slot manually, one at a time, and removes entries with an undo', {
    tags: ['13.90'],
  }, async () => {
    const here = await aFullDay()
    const [ada, bruno] = [person('Ada'), person('Bruno')]
    await here.waits(ada, { part: 'evening' })
    await here.waits(bruno, { part: 'evening' })
    await here.cancels('09:00')
    const [first, next] = await here.listed()
    expect([first.offer, next.offer]).toEqual([null, null])
    const days = async () => (await here.staff.get('/waiting-list/days')).json()
    expect(await days()).toEqual([{ visit_day: '2026-11-23', count: 2 }])
    const offer = (id: number, visit_hour: string) => here.staff.post(`/waiting-list/${id}/offer`, { visit_hour })

    expect((await offer(next.id, '11:00')).statusCode).toBe(409)
    const offered = await offer(next.id, '09:00')
    expect(offered.json()).toMatchObject({ ...bruno, offer: { visit_hour: '09:00:00', calendar_name: '' } })
    expect((await offer(next.id, '09:00')).statusCode).toBe(409)
    expect((await offer(first.id, '09:00')).statusCode).toBe(409)
    await here.settled()
    expect(await here.subjectsTo(bruno)).toContain('Si è liberato un posto: Taglio, lunedì 23 novembre alle 09:00')

    expect((await here.staff.delete(`/waiting-list/${next.id}`)).statusCode).toBe(204)
    expect(await here.listed()).toMatchObject([ada])
    expect(await days()).toEqual([{ visit_day: '2026-11-23', count: 1 }])
    expect((await here.staff.delete(`/waiting-list/${next.id}`)).statusCode).toBe(404)
    expect((await offer(first.id, '09:00')).statusCode).toBe(200)
    expect((await here.staff.post(`/waiting-list/${next.id}/restore`, undefined)).json()).toMatchObject({
      ...bruno,
      offer: null,
    })
    expect(await here.listed()).toMatchObject([ada, bruno])

    await here.staff.delete(`/waiting-list/${next.id}`)
    await here.timePasses()
    expect((await here.staff.post(`/waiting-list/${next.id}/restore`, undefined)).statusCode).toBe(409)
  })

  test('exports and erases the waiting-list entries of a customer and no others', { tags: ['13.91'] }, async () => {
    const here = await aFullDay()
    const [ada, bruno] = [person('Ada'), person('Bruno')]
    await here.book(here.service.id, { ...ada, visit_day: '2026-11-24' })
    await here.waits(ada)
    await here.waits(bruno)
    const { id } = await here.db
      .selectFrom('customers')
      .select('id')
      .where('email', '=', ada.email)
      .executeTakeFirstOrThrow()

    const data = (await (await here.as('admin')).get(`/customers/${id}/export`)).json()
    expect(data.waiting_list_entries).toMatchObject([
      { ...ada, visit_day: DAY, privacy_version: '2026-11-27', ended_at: null },
    ])

    server.clock.now = Temporal.Instant.from('2026-11-24T20:00:00Z')
    expect((await (await here.as('admin')).delete(`/customers/${id}`)).statusCode).toBe(204)
    expect(await here.db.selectFrom('waiting_list_entries').select('name').execute()).toEqual([{ name: 'Bruno' }])
  })
})

describe('of people who may be made up', () => {
  /** Joins from a network address. */
  const waitsFrom = async (
    here: Awaited<ReturnType<typeof aFullDay>>,
    who: { name: string; email: string },
    remoteAddress: string,
  ) => {
    const { visit_hour: _, ...visitor } = aBooking
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/client/waiting-list/${here.service.id}`,
      headers: { host: here.domain },
      payload: { ...visitor, ...who },
      remoteAddress,
    })
    expect(answer.statusCode).toBe(201)
  }
  const namesWithOffer = async (here: Awaited<ReturnType<typeof aFullDay>>) =>
    (await here.listed()).flatMap(({ name, offer }: { name: string; offer: object | null }) => (offer ? [name] : []))

  test('a person who opened an e-mail comes first, and one block of addresses holds one slot once, unless staff offer more', async () => {
    const here = await aFullDay()
    for (let i = 0; i < 3; i++) await waitsFrom(here, person(`Finta${i}`), `203.0.113.${i}`)
    const [ada, bruno] = [person('Ada'), person('Bruno')]
    await waitsFrom(here, ada, '198.51.100.7')
    await waitsFrom(here, bruno, '192.0.2.7')
    await here.settled()
    expect((await smtp.read(ada.email))[0]!.text).toContain('chi l’ha aperta viene prima')
    expect(await here.findOffer(ada)).toBeNull()

    await here.cancels('09:00')
    expect(await namesWithOffer(here)).toEqual(['Ada'])
    await here.cancels('11:00', '15:00', '17:00')
    // The block of the made-up people has one offer, although another slot is free.
    expect(await namesWithOffer(here)).toEqual(['Finta0', 'Ada', 'Bruno'])
    const { id } = (await here.listed()).find(({ name }: { name: string }) => name === 'Finta1')
    const { calendar_id } = here.service
    const offered = await here.staff.post(`/waiting-list/${id}/offer`, { visit_hour: '17:00', calendar_id })
    expect(offered.statusCode).toBe(200)
    expect(await namesWithOffer(here)).toEqual(['Finta0', 'Finta1', 'Ada', 'Bruno'])

    await here.timePasses()
    const names = await namesWithOffer(here)
    expect(names.filter((name: string) => name.startsWith('Finta'))).toEqual([])
    expect((await here.book(here.service.id, { ...person('Zoe'), visit_hour: '17:00' })).statusCode).toBe(201)
  })
})

test('concurrent offers, bookings and refusals at two servers never book a slot twice', {
  tags: ['13.87'],
}, async () => {
  const here = await aFullDay()
  const there = second.visit(here.domain)
  const waiting = Array.from({ length: 5 }, (_, i) => person(`Attesa${i}`))
  for (const who of waiting) await here.waits(who)
  const sites = [here, there]
  const strangers = () =>
    Promise.all(
      HOURS.map((visit_hour, i) => sites[i % 2]!.book(here.service.id, { ...person('Estraneo'), visit_hour })),
    )

  await Promise.all([
    ...HOURS.map((hour, i) => sites[i % 2]!.delete(`/client/bookings/delete/${here.bookingAt(hour).hidden_id}`)),
    strangers(),
  ])
  await here.settled()
  const offers = await Promise.all(
    waiting.map(async (who) => {
      const key = await here.findLinkKey(who)
      return { who, key, offer: (await readPageData(here, key)).waiting?.offer }
    }),
  )
  await Promise.all([
    strangers(),
    ...offers.flatMap(({ who, key, offer }, i) =>
      !offer
        ? []
        : i % 3 === 0
          ? [
              here.presses(who, `refuse?offerta=${offer.id}`),
              there.post(`/client/waiting-list/book/${key}`, { offer_id: offer.id }),
            ]
          : sites.map((site) => site.post(`/client/waiting-list/book/${key}`, { offer_id: offer.id })),
    ),
  ])
  await here.settled()

  expect(await findOverbooked(server.owner, here.id, 1)).toEqual([])
  const { rows } = await server.owner.query(
    `select entry_id from slot_holds where tenant_id = $1 and held_until > now() group by calendar_id, visit_day, visit_hour, entry_id
     having count(*) > 1`,
    [here.id],
  )
  expect(rows).toEqual([])
  const booked = (await listVisitors(here)).map((line) => line.slice(6))
  expect(new Set(booked.filter((name) => name.startsWith('Attesa'))).size).toBe(
    booked.filter((name) => name.startsWith('Attesa')).length,
  )
})
