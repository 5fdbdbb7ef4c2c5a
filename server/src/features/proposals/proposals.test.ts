import type { ServiceCalendar } from '@prenoto/core/services/service-schema.ts'
import { findOverbooked } from '@prenoto/test-support/database/find-overbooked.ts'
import { type SmtpServer, smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { aBooking, NOW, type TestServer, testServer } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

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

const MONDAY = '2026-11-23'
const TUESDAY = '2026-11-24'

let people = 0

/** A business with one service and a known customer, who was there last Friday. */
async function aSalon(configuration: object = {}) {
  const here = await server.newTenant({ app_waiting_list_minutes: 60, ...configuration })
  const service = await here.newService()
  const email = `cliente.${++people}@example.it`
  const { id } = (await here.book(service.id, { email, visit_day: '2026-11-28', visit_hour: '18:00' })).json()
  const admin = await here.as('admin')
  const { customer_id } = (await admin.get(`/bookings/${id}`)).json()
  const propose = (hours: object[], more: object = {}) =>
    admin.post('/proposals', { customer_id, service_id: service.id, hours, ...more })
  const send = (hiddenId: string, hourId: number, app = server.app) =>
    app.inject({
      method: 'POST',
      url: `/proposals/${hiddenId}/book?offerta=${hourId}`,
      headers: { host: here.domain, 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    })
  const listFree = async (day: string) => {
    const answer = (await here.get(`/client/services/${service.id}`)).json()
    return (answer.available_slots as { date: string; slots: string[] }[]).find(({ date }) => date === day)?.slots ?? []
  }
  const listBooked = () =>
    here.db
      .selectFrom('bookings')
      .select(['visit_day', 'visit_hour', 'customer_id', 'privacy_version'])
      .where('deleted_at', 'is', null)
      .where('visit_day', '<', '2026-11-28' as never)
      .orderBy('starts_at')
      .execute()
  return { ...here, service, email, admin, customer_id, propose, send, listFree, listBooked }
}

const HOURS = [
  { visit_day: MONDAY, visit_hour: '09:00' },
  { visit_day: MONDAY, visit_hour: '11:00' },
  { visit_day: TUESDAY, visit_hour: '15:00' },
]

test('holds the proposed hours for everybody else until it ends, and sends an e-mail on request', async () => {
  const here = await aSalon()

  const answer = await here.propose(HOURS, { sends_email: true })

  expect(answer.statusCode).toBe(201)
  const proposal = answer.json()
  expect(proposal.hours.map(({ visit_hour }: { visit_hour: string }) => visit_hour)).toEqual([
    '09:00:00',
    '11:00:00',
    '15:00:00',
  ])
  expect(await here.listFree(MONDAY)).not.toContain('09:00:00')
  expect((await here.book(here.service.id, { visit_day: MONDAY, visit_hour: '11:00' })).statusCode).toBe(409)
  await waitForJobs(server, here, { dueOnly: true })
  const [mail] = (await smtp.read(here.email)).filter(({ subject }) => subject?.startsWith('Scegli il tuo orario'))
  for (const text of [mail!.text, mail!.html]) {
    expect(text).toContain(`/proposals/${proposal.hidden_id}`)
    expect(text).toContain('lunedì 23 novembre alle 09:00')
  }
  expect((await here.admin.get(`/proposals?customer_id=${here.customer_id}`)).json()).toEqual([proposal])

  await server.owner.query('update slot_holds set held_until = now() where tenant_id = $1', [here.id])
  expect((await here.admin.get(`/proposals?customer_id=${here.customer_id}`)).json()).toEqual([])
  expect((await here.book(here.service.id, { visit_day: MONDAY, visit_hour: '11:00' })).statusCode).toBe(201)
})

test('lasts as long as an offer of the waiting list, and a day at most', async () => {
  const day = await aSalon({ app_waiting_list_minutes: 1440 })
  const usual = await aSalon({ app_waiting_list_minutes: 0 })
  const readMinutes = async ({ id, propose }: typeof day) => {
    await propose(HOURS.slice(1))
    const { rows } = await server.owner.query<{ minutes: number }>(
      'select round(extract(epoch from held_until - now()) / 60)::int as minutes from slot_holds where tenant_id = $1',
      [id],
    )
    return rows.map(({ minutes }) => minutes)
  }
  expect(Math.max(...(await readMinutes(day)))).toBeLessThanOrEqual(1440)
  expect(await readMinutes(usual)).toEqual([30, 30])
})

test('holds all hours or none', async () => {
  const here = await aSalon()
  await here.book(here.service.id, { visit_day: TUESDAY, visit_hour: '15:00', email: 'altra@example.it' })

  expect((await here.propose(HOURS)).statusCode).toBe(409)
  expect((await here.propose([HOURS[0]!, HOURS[0]!])).statusCode).toBe(409)
  expect(await here.listFree(MONDAY)).toContain('09:00:00')
  for (const hours of [[], HOURS.slice(0, 1), [...HOURS, { visit_day: TUESDAY, visit_hour: '16:00' }]])
    expect((await here.propose(hours)).statusCode).toBe(422)
  expect((await here.propose(HOURS, { customer_id: 999_999 })).statusCode).toBe(404)
})

test('opening the page books nothing; one touch books an hour and frees the others', async () => {
  const here = await aSalon()
  const { hidden_id, hours } = (await here.propose(HOURS)).json()
  const page = await here.page(`/proposals/${hidden_id}`)
  expect(page.body).toContain('lunedì 23 novembre alle 11:00')
  expect(page.body).not.toContain('<script src')
  expect(await here.listBooked()).toEqual([])

  const sent = await here.send(hidden_id, hours[1].id)

  expect([sent.statusCode, sent.headers.location]).toEqual([303, `/proposals/${hidden_id}`])
  expect(await here.listBooked()).toEqual([
    { visit_day: MONDAY, visit_hour: '11:00:00', customer_id: here.customer_id, privacy_version: null },
  ])
  expect(await here.listFree(MONDAY)).toContain('09:00:00')
  expect(await here.listFree(TUESDAY)).toContain('15:00:00')
  expect((await here.page(`/proposals/${hidden_id}`)).body).toContain('Prenotazione effettuata con successo')
  expect(await here.db.selectFrom('slot_holds').selectAll().execute()).toEqual([])
})

test('touches at once, also of different hours at two processes, book one', async () => {
  const here = await aSalon()
  for (let round = 0; round < 2; round++) {
    const { hidden_id, hours } = (await here.propose(HOURS)).json()
    const touches = await Promise.all(
      Array.from({ length: 8 }, (_, i) => here.send(hidden_id, hours[i % 3].id, [server, second][i % 2]!.app)),
    )
    expect(touches.map(({ statusCode }) => statusCode)).toEqual(touches.map(() => 303))
    expect(await here.listBooked()).toHaveLength(1)
    await server.owner.query(
      "update bookings set deleted_at = now() where tenant_id = $1 and visit_day < '2026-11-28'",
      [here.id],
    )
  }
})

test('proposals, visitors, withdrawals and answers at two processes never overbook', async () => {
  const here = await aSalon({ app_simultaneous_bookings_enabled: true })
  const second_admin = second.visit(here.domain, { authorization: `Bearer ${here.admin.token}` })
  const free = ['09:00', '10:00', '11:00', '12:00', '15:00', '16:00']
  const pairs = free.flatMap((one, i) => [
    [one, free[(i + 1) % free.length]!],
    [one, free[(i + 3) % free.length]!],
  ])
  const created = await Promise.all(
    pairs.map((pair, i) =>
      (i % 2 ? second_admin : here.admin).post('/proposals', {
        customer_id: here.customer_id,
        service_id: here.service.id,
        hours: pair.map((visit_hour) => ({ visit_day: MONDAY, visit_hour })),
      }),
    ),
  )
  expect(new Set(created.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]))
  const proposals = created.filter(({ statusCode }) => statusCode === 201).map((answer) => answer.json())
  const answers = await Promise.all([
    ...proposals.flatMap(({ hidden_id, hours }, i) =>
      hours.map(({ id }: ServiceCalendar, j: number) => here.send(hidden_id, id, [server, second][(i + j) % 2]!.app)),
    ),
    ...proposals.slice(0, 1).map(({ id }) => here.admin.delete(`/proposals/${id}`)),
    ...free.map((visit_hour, i) =>
      here.book(here.service.id, { visit_day: MONDAY, visit_hour, email: `v${i}@example.it` }),
    ),
  ])
  expect(answers.every(({ statusCode }) => [201, 204, 303, 404, 409].includes(statusCode))).toBe(true)

  expect(await findOverbooked(server.owner, here.id, 1)).toEqual([])
  for (const { hidden_id } of proposals) {
    const { booking_id, ending } = await here.db
      .selectFrom('proposals')
      .select(['booking_id', 'ending'])
      .where('hidden_id', '=', hidden_id)
      .executeTakeFirstOrThrow()
    expect(booking_id !== null).toBe(ending === 'booked')
  }
})

test('a withdrawn or expired proposal shows how to book, and cannot be booked', async () => {
  const here = await aSalon()
  for (const end of [
    async (id: number) => expect((await here.admin.delete(`/proposals/${id}`)).statusCode).toBe(204),
    () => server.owner.query('update slot_holds set held_until = now() where tenant_id = $1', [here.id]),
  ]) {
    const { id, hidden_id, hours } = (await here.propose(HOURS)).json()
    await end(id)
    await here.send(hidden_id, hours[0].id)
    expect(await here.listBooked()).toEqual([])
    const page = await here.page(`/proposals/${hidden_id}`)
    expect(page.body).toContain('Questi orari non sono più tenuti per te')
    expect(page.body).toContain(`href="/client_service/${here.service.id}/booking"`)
    await server.owner.query('delete from slot_holds where tenant_id = $1', [here.id])
  }
  expect((await here.page('/proposals/AAAAAAAAAAAAAAAAAAAAAA')).statusCode).toBe(404)
})

test('an hour that a closure takes is no longer proposed', async () => {
  const here = await aSalon()
  const { hidden_id, hours } = (await here.propose(HOURS)).json()
  const { calendar_id } = here.service
  await here.newDayOff({ calendar_id, day_from: MONDAY, hour_from: '08:00', day_to: MONDAY, hour_to: '10:00' })

  await here.send(hidden_id, hours[0].id)

  expect(await here.listBooked()).toEqual([])
  const page = await here.page(`/proposals/${hidden_id}`)
  expect(page.body).not.toContain('alle 09:00')
  expect(page.body).toContain('alle 11:00')
})

test('follows a customer through a merge, and ends with a restriction or an erasure', async () => {
  const here = await aSalon()
  const { customer_id: other } = await aBookingOfOther(here)
  const { hidden_id, hours } = (await here.propose(HOURS)).json()
  await here.admin.post(`/customers/${other}/merge`, { other_id: here.customer_id })
  expect((await here.admin.get(`/proposals?customer_id=${other}`)).json()).toHaveLength(1)
  await here.send(hidden_id, hours[0].id)
  expect((await here.listBooked()).map(({ customer_id }) => customer_id)).toContain(other)

  const there = await aSalon()
  const proposal = (await there.propose(HOURS)).json()
  await there.admin.put(`/customers/${there.customer_id}/restriction`, { is_restricted: true, reason: 'Contesta' })
  await there.send(proposal.hidden_id, proposal.hours[0].id)
  expect(await there.listBooked()).toEqual([])
  await there.admin.put(`/customers/${there.customer_id}/restriction`, { is_restricted: false, reason: '' })
  await server.owner.query(
    "update bookings set starts_at = now() - interval '1 year', ends_at = now() - interval '364 days', visit_day = '2025-11-28' where tenant_id = $1",
    [there.id],
  )
  expect((await there.admin.delete(`/customers/${there.customer_id}`)).statusCode).toBe(204)
  expect(await there.db.selectFrom('proposals').selectAll().execute()).toEqual([])
})

async function aBookingOfOther(here: Awaited<ReturnType<typeof aSalon>>) {
  const { id } = (
    await here.book(here.service.id, {
      ...aBooking,
      name: 'Giulietta',
      email: `altra.${++people}@example.it`,
      visit_day: '2026-11-28',
      visit_hour: '17:00',
    })
  ).json()
  return (await here.admin.get(`/bookings/${id}`)).json() as { customer_id: number }
}

test('another business and a visitor cannot read or answer a proposal', async () => {
  const here = await aSalon()
  const elsewhere = await aSalon()
  const { id, hidden_id } = (await here.propose(HOURS)).json()

  expect((await elsewhere.page(`/proposals/${hidden_id}`)).statusCode).toBe(404)
  expect((await elsewhere.admin.delete(`/proposals/${id}`)).statusCode).toBe(404)
  expect((await here.get(`/proposals?customer_id=${here.customer_id}`)).statusCode).toBe(401)
})
