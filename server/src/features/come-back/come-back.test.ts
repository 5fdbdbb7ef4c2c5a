import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import { type SmtpServer, smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import {
  aBooking,
  NOW,
  type TestServer,
  type TestTenant,
  testServer,
} from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let smtp: SmtpServer
let server: TestServer
beforeAll(async () => {
  smtp = await smtpServer()
  server = await testServer({ work: true, smtpUrl: smtp.url })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})
beforeEach(() => {
  server.clock.now = NOW
})

let people = 0

const HOURS = ['09:00', '10:00', '11:00', '12:00', '15:00', '16:00']

/** A business whose customer has a visit on Tuesday 24 November at three. */
async function aSalon(configuration: object = {}) {
  const here = await server.newTenant({ app_come_back: true, ...configuration })
  const service = await here.newService()
  const listDue = async () =>
    (await here.db.selectFrom('come_back_reminders').select('due_on').execute()).map(({ due_on }) => due_on)
  return { ...here, service, listDue, ...(await aVisit(here, service.id)) }
}

/** A visit of another customer, from which a reminder can be asked for. */
async function aVisit(here: TestTenant, serviceId: number, visit_hour = '15:00') {
  const email = `persona.${++people}@example.it`
  const telephone = `333${1_000_000 + people}`
  const booking = { ...aBooking, email, telephone, visit_day: '2026-11-24', visit_hour }
  const booked: { id: number; hidden_id: string } = (await here.book(serviceId, booking)).json()
  const path = `/come-back/${booked.hidden_id}`
  const send = (button: string, fields: Record<string, string> = {}, headers: object = {}) =>
    server.app.inject({
      method: 'POST',
      url: `${path}/${button}`,
      headers: { host: here.domain, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    })
  return { email, booking, booked, path, send }
}

const at = (day: string, time = '09:01') => {
  server.clock.now = toInstant(parsePlainDate(day), parsePlainTime(time), 'Europe/Rome')
}

async function runMorning(here: TestTenant, day: string) {
  at(day)
  await Promise.all([server.planReminderJobs(), server.planReminderJobs()])
  await here.ctx().jobs.add(here.ctx(), 'plan-reminders', {})
  here.ctx().jobs.wake()
  await waitForJobs(server, here)
}

const remindersTo = async (email: string) =>
  (await smtp.read(email)).filter(({ subject }) => subject?.startsWith('È ora di tornare'))

test('a customer asks for a reminder after a visit, changes it and cancels it', async () => {
  const here = await aSalon()
  const page = await here.page(here.path)
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.body).toContain('<option value="4" selected="">4 settimane</option>')
  expect((await here.page(`/bookings/${here.booked.hidden_id}`)).body).toContain(`href="${here.path}"`)

  const sent = await here.send('ask', { weeks: '5' })
  expect([sent.statusCode, sent.headers.location]).toEqual([303, here.path])
  expect(await here.listDue()).toEqual(['2026-12-29'])
  expect((await here.page(here.path)).body).toContain('martedì 29 dicembre')
  await here.send('ask', { weeks: '2' })
  expect(await here.listDue()).toEqual(['2026-12-08'])
  for (const weeks of ['0', '27', '-1', '1e1', '', 'x']) await here.send('ask', { weeks })
  await here.send('ask', { weeks: '3' }, { 'sec-fetch-site': 'cross-site' })
  expect(await here.listDue()).toEqual(['2026-12-08'])
  await here.send('cancel')
  await here.send('cancel')
  expect(await here.listDue()).toEqual([])
  const actions = await here.db
    .selectFrom('audit_entries')
    .select('action')
    .where('action', 'like', 'come_back.%')
    .execute()
  expect(actions.map(({ action }) => action)).toEqual(['come_back.asked', 'come_back.asked', 'come_back.cancelled'])
})

test('proposes the customer’s own rhythm', async () => {
  const here = await aSalon()
  for (const [i, days] of [-42, -21, 0].entries())
    await server.owner.query(
      `insert into bookings (tenant_id, hidden_id, customer_id, calendar_id, service_id, service_name, service_duration,
         service_price, name, surname, email, telephone, visit_day, visit_hour, starts_at, ends_at)
       select tenant_id, repeat($3, 22), customer_id, calendar_id, service_id, service_name, service_duration, service_price,
         name, surname, email, telephone, visit_day + $2::int, visit_hour, starts_at + make_interval(days => $2),
         ends_at + make_interval(days => $2)
       from bookings where tenant_id = $1 and id = $4`,
      [here.id, days - 21, String(i), here.booked.id],
    )

  expect((await here.page(here.path)).body).toContain('<option value="3" selected="">3 settimane</option>')
})

test('sends one message on the day, with three free hours that fit the habit, as links', async () => {
  const here = await aSalon()
  await here.send('ask', { weeks: '4' })
  await here.book(here.service.id, { visit_day: '2026-12-29', visit_hour: '15:00', email: 'altra@example.it' })

  for (const day of ['2026-12-21', '2026-12-22', '2026-12-23']) await runMorning(here, day)

  const mails = await remindersTo(here.email)
  expect(mails).toHaveLength(1)
  const page = `/client_service/${here.service.id}/booking`
  // Tuesdays in the afternoon; the usual hour is taken on the first.
  for (const text of [mails[0]!.text!, mails[0]!.html!.replaceAll('&amp;', '&')])
    for (const [day, hour] of [
      ['2026-12-29', '16:00'],
      ['2027-01-05', '15:00'],
      ['2027-01-12', '15:00'],
    ])
      expect(text).toContain(`${page}?giorno=${day}&ora=${encodeURIComponent(hour!)}&da=messaggio`)
  expect(await here.listDue()).toEqual([])
})

type Visit = Awaited<ReturnType<typeof aSalon>>

const UNWANTED: [string, (here: Visit) => Promise<unknown>][] = [
  ['a newer visit exists', (here) => here.book(here.service.id, { ...here.booking, visit_day: '2026-12-30' })],
  ['the booking was cancelled', (here) => here.delete(`/client/bookings/delete/${here.booked.hidden_id}`)],
  ['the customer has cancelled it', (here) => here.send('cancel')],
  [
    'the customer is restricted',
    async (here) => {
      const admin = await here.as('admin')
      const { customer_id } = (await admin.get(`/bookings/${here.booked.id}`)).json()
      return admin.put(`/customers/${customer_id}/restriction`, { is_restricted: true, reason: 'Contesta' })
    },
  ],
  [
    'the customer is blocked',
    async (here) => {
      const admin = await here.as('admin')
      const { customer_id } = (await admin.get(`/bookings/${here.booked.id}`)).json()
      return admin.put(`/customers/${customer_id}/block`, { is_blocked: true })
    },
  ],
  [
    'the customer is erased',
    async (here) => {
      at('2026-11-26')
      const admin = await here.as('admin')
      const { customer_id } = (await admin.get(`/bookings/${here.booked.id}`)).json()
      return admin.delete(`/customers/${customer_id}`)
    },
  ],
]

test('sends nothing if it is no longer wanted, cannot be used or concerns a customer who must not be written to', async () => {
  const here = await aSalon({ app_day_reminder: 1 })
  await here.send('ask', { weeks: '4' })
  const service = await here.newService()
  const visits = await Promise.all(
    UNWANTED.map(async ([what, change], i) => ({
      what,
      change,
      visit: { ...here, service, ...(await aVisit(here, service.id, HOURS[i])) },
    })),
  )
  for (const { what, change, visit } of visits) {
    await visit.send('ask', { weeks: '4' })
    const answer = (await change(visit)) as { statusCode: number }
    expect(answer.statusCode, what).toBeLessThan(400)
  }
  await waitForJobs(server, here, { dueOnly: true })

  await runMorning(here, '2026-12-22')

  expect(await remindersTo(here.email)).toHaveLength(1)
  for (const { what, visit } of visits) expect(await remindersTo(visit.email), what).toEqual([])
})

test('is off by default, without a link, ends when the business switches it off, and unknown links say so', async () => {
  const here = await aSalon({ app_come_back: false })
  const elsewhere = await aSalon({ app_day_reminder: 1 })

  expect((await here.page(here.path)).statusCode).toBe(404)
  await here.send('ask', { weeks: '4' })
  expect(await here.listDue()).toEqual([])
  expect((await here.page(`/bookings/${here.booked.hidden_id}`)).body).not.toContain('/come-back/')
  expect((await elsewhere.page(here.path)).statusCode).toBe(404)
  expect((await elsewhere.page('/come-back/x')).body).toContain('Questo link non è più valido')

  await elsewhere.send('ask', { weeks: '4' })
  const admin = await elsewhere.as('admin')
  expect((await admin.put('/configs/update', { app_come_back: false })).statusCode).toBe(200)
  await runMorning(elsewhere, '2026-12-22')
  expect(await remindersTo(elsewhere.email)).toEqual([])
})
