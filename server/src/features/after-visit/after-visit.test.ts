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

const REVIEWS = 'https://g.page/r/abc/review'

/** Slots of half an hour. */
const HOURS = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00', '12:30', '15:00']

let people = 0

/** A tenant with messages after visits, and a visit on Monday at nine. */
async function aVisitedSalon(configuration: object = {}) {
  const here = await server.newTenant({ app_after_visit: true, ...configuration })
  const service = await here.newService()
  return { ...here, service, ...(await aVisit(here, service.id)) }
}

/** A visit of another customer. */
async function aVisit(here: TestTenant, serviceId: number, visit_hour: string = aBooking.visit_hour) {
  const email = `persona.${++people}@example.it`
  const booking = { ...aBooking, email, telephone: `333${1_000_000 + people}`, visit_hour }
  const booked: { id: number; hidden_id: string } = (await here.book(serviceId, booking)).json()
  const mark = async (attendance: string | null) => {
    const admin = await here.as('admin')
    expect((await admin.put(`/bookings/attendance/${booked.id}`, { attendance })).statusCode).toBe(200)
  }
  const customerId = async () =>
    (
      await here.db
        .selectFrom('bookings')
        .select('customer_id')
        .where('tenant_id', '=', here.id)
        .where('id', '=', booked.id)
        .executeTakeFirstOrThrow()
    ).customer_id
  return { email, booking, booked, mark, customerId }
}

const at = (day: string, time = '09:01') => {
  server.clock.now = toInstant(parsePlainDate(day), parsePlainTime(time), 'Europe/Rome')
}

/** Runs the periodic task at nine on a day, then waits for all jobs of the tenant. */
async function runMorning(here: TestTenant, day: string) {
  at(day)
  await Promise.all([server.planReminderJobs(), server.planReminderJobs()])
  for (let i = 0; i < 2; i++) await here.ctx().jobs.add(here.ctx(), 'plan-reminders', {})
  here.ctx().jobs.wake()
  await waitForJobs(server, here)
}

const thanksTo = async (email: string) =>
  (await smtp.read(email)).filter(({ subject }) => subject?.startsWith('Grazie della visita'))

const post = (here: TestTenant, path: string, headers: object = {}) =>
  server.app.inject({
    method: 'POST',
    url: path,
    headers: { host: here.domain, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: 'List-Unsubscribe=One-Click',
  })

test('thanks once on the day after a visit, with a link to book again and to the reviews', async () => {
  const here = await aVisitedSalon({ app_google_reviews: REVIEWS })
  at('2026-11-23', '18:00')
  await here.mark('completed')
  await waitForJobs(server, here)
  expect(await thanksTo(here.email)).toEqual([])

  await runMorning(here, '2026-11-24')
  for (const attendance of [null, 'completed']) await here.mark(attendance)
  await runMorning(here, '2026-11-25')

  const mails = await thanksTo(here.email)
  expect(mails).toHaveLength(1)
  const [mail] = mails
  const stop = new RegExp(`https?://${here.domain}(:\\d+)?/after-visit/${here.booked.hidden_id}`)
  for (const text of [mail!.text!, mail!.html!.replaceAll('&amp;', '&')]) {
    expect(text).toContain(`/client_service/${here.service.id}/booking?da=messaggio`)
    expect(text).toContain(REVIEWS)
    expect(text).toContain('Non scrivermi più dopo la visita')
    expect(text).toMatch(stop)
  }
  const headers = new Map(mail!.headers.map(({ key, value }) => [key, value]))
  expect(headers.get('list-unsubscribe')).toMatch(new RegExp(`^<${stop.source}/stop>$`))
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
})

test('is off by default, is one for two visits of a day, and has no links to reviews or a service that are missing', async () => {
  const off = await aVisitedSalon({ app_after_visit: false, app_day_reminder: 1 })
  const on = await aVisitedSalon()
  const other = (await on.book(on.service.id, { ...on.booking, visit_hour: '10:00' })).json()
  at('2026-11-23', '18:00')
  await off.mark('completed')
  await on.mark('completed')
  const admin = await on.as('admin')
  await admin.put(`/bookings/attendance/${other.id}`, { attendance: 'completed' })
  await on.db.updateTable('services').set({ visible_frontend: false }).where('tenant_id', '=', on.id).execute()

  await runMorning(off, '2026-11-24')
  await runMorning(on, '2026-11-24')
  // The message was about the later visit of the two.
  for (const attendance of [null, 'completed']) await on.mark(attendance)
  await runMorning(on, '2026-11-25')

  expect(await thanksTo(off.email)).toEqual([])
  const [mail, ...more] = await thanksTo(on.email)
  expect(more).toEqual([])
  expect(mail!.text).not.toContain('recensione')
  expect(mail!.text).toContain('/client_service?da=messaggio')
})

type Visited = TestTenant & Awaited<ReturnType<typeof aVisit>>

const UNWANTED: [string, (here: Visited) => Promise<unknown>][] = [
  ['a no-show', (here) => here.mark('no_show')],
  ['an arrival', (here) => here.mark('arrived')],
  ['a visit without an attendance', (here) => here.mark(null)],
  [
    'a cancelled visit',
    (here) =>
      here.db.updateTable('bookings').set({ deleted_at: NOW.toString() }).where('id', '=', here.booked.id).execute(),
  ],
  [
    'a restricted customer',
    async (here) =>
      (await here.as('admin')).put(`/customers/${await here.customerId()}/restriction`, {
        is_restricted: true,
        reason: 'Contesta i dati',
      }),
  ],
  [
    'a blocked customer',
    async (here) => (await here.as('admin')).put(`/customers/${await here.customerId()}/block`, { is_blocked: true }),
  ],
  ['an erased customer', async (here) => (await here.as('admin')).delete(`/customers/${await here.customerId()}`)],
  ['a customer who has refused', (here) => post(here, `/after-visit/${here.booked.hidden_id}/stop`)],
  [
    'a visit that was completed by no user, as in an imported file',
    (here) =>
      server.owner.query(
        `select set_config('app.provider', 'on', true);
         delete from booking_history where tenant_id = ${here.id} and booking_id = ${here.booked.id}`,
      ),
  ],
]

test('sends nothing about visits and to customers to whom no message belongs, even if it was planned before', async () => {
  const here = await aVisitedSalon()
  const { id: serviceId } = await here.newService({ duration: 30 })
  const visits = await Promise.all(
    UNWANTED.map(async ([what, change], i) => ({
      what,
      change,
      visit: { ...here, ...(await aVisit(here, serviceId, HOURS[i])) },
    })),
  )
  at('2026-11-23', '18:00')
  for (const { mark } of [here, ...visits.map(({ visit }) => visit)]) await mark('completed')
  for (const { what, change, visit } of visits) {
    const answer = await change(visit)
    if (answer && typeof answer === 'object' && 'statusCode' in answer)
      expect(answer.statusCode, what).toBeLessThan(400)
  }
  await waitForJobs(server, here)

  await runMorning(here, '2026-11-24')
  expect(await thanksTo(here.email)).toHaveLength(1)

  for (const { visit } of visits.slice(0, 8)) {
    const message = { tenant_id: here.id, kind: 'after-visit', record_id: visit.booked.id } as const
    await here.db
      .insertInto('messages')
      .values({ ...message, deduplication_key: `after-visit:${visit.booked.id}` })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { id } = await here.db
      .selectFrom('messages')
      .select('id')
      .where('kind', '=', 'after-visit')
      .where('record_id', '=', visit.booked.id)
      .executeTakeFirstOrThrow()
    await here.ctx().jobs.add(here.ctx(), 'send-email', { message_id: id })
  }
  here.ctx().jobs.wake()
  await waitForJobs(server, here)
  const planned = await here.db
    .selectFrom('messages')
    .select(['record_id', 'sent_at', 'drop_reason'])
    .where('kind', '=', 'after-visit')
    .where('record_id', '!=', here.booked.id)
    .orderBy('record_id')
    .execute()
  expect(planned).toEqual(
    visits
      .slice(0, 8)
      .map(({ visit }) => visit.booked.id)
      .sort((a, b) => a - b)
      .map((record_id) => ({ record_id, sent_at: null, drop_reason: expect.any(String) })),
  )
  for (const { what, visit } of visits) expect(await thanksTo(visit.email), what).toEqual([])
})

test('a completed visit that moves to another day causes a message after that day', async () => {
  const here = await aVisitedSalon()
  at('2026-11-23', '08:00')
  await here.mark('completed')
  const admin = await here.as('admin')
  const rescheduled = { ...here.booking, service_id: here.service.id, visit_day: '2026-11-25', visit_hour: '17:00' }
  expect((await admin.put(`/bookings/update/${here.booked.id}`, rescheduled)).statusCode).toBe(200)
  await runMorning(here, '2026-11-24')
  expect(await thanksTo(here.email)).toEqual([])
  at('2026-11-25', '18:00')
  await here.mark('completed')
  await runMorning(here, '2026-11-26')

  expect(await thanksTo(here.email)).toHaveLength(1)
})

test('opening the link changes nothing; its buttons stop and resume the messages, which another site and other links cannot', async () => {
  const here = await aVisitedSalon()
  const path = `/after-visit/${here.booked.hidden_id}`
  const readPage = async () => (await here.page(path)).body

  expect(await readPage()).toContain('Non scrivermi più dopo la visita')
  expect(await readPage()).toContain(`action="${path}/stop"`)
  expect((await here.page(path)).headers['cache-control']).toBe('no-store')
  await post(here, `${path}/stop`, { 'sec-fetch-site': 'cross-site' })
  expect(await readPage()).toContain(`action="${path}/stop"`)

  const stopped = await post(here, `${path}/stop`)
  expect([stopped.statusCode, stopped.headers.location]).toEqual([303, path])
  await post(here, `${path}/stop`)
  expect(await readPage()).toContain('Non ti scriveremo più dopo la visita')
  expect(await readPage()).toContain(`action="${path}/resume"`)

  await post(here, `${path}/resume`)
  expect(await readPage()).toContain(`action="${path}/stop"`)
  const actions = await here.db
    .selectFrom('audit_entries')
    .select(['action', 'actor'])
    .where('action', 'like', 'after_visit.%')
    .orderBy('id')
    .execute()
  expect(actions).toEqual([
    { action: 'after_visit.refused', actor: 'Cliente' },
    { action: 'after_visit.resumed', actor: 'Cliente' },
  ])

  const elsewhere = await server.newTenant()
  for (const page of [
    await elsewhere.page(path),
    await here.page('/after-visit/AAAAAAAAAAAAAAAAAAAAAA'),
    await here.page('/after-visit/x'),
  ]) {
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('Questo link non è più valido')
  }
})

test('a refusal holds for every spelling of the mailbox and after a merge, and ends with the erasure', async () => {
  const here = await aVisitedSalon()
  const [box, host] = here.email.split('@')
  const respelled = `${box!.toUpperCase()}+casa@${host}`
  const other = (await here.book(here.service.id, { ...here.booking, email: respelled, visit_hour: '10:00' })).json()
  await post(here, `/after-visit/${here.booked.hidden_id}/stop`)
  const admin = await here.as('admin')
  const [first, second] = (
    await here.db.selectFrom('customers').select('id').where('tenant_id', '=', here.id).orderBy('id').execute()
  ).map(({ id }) => id)
  expect((await admin.post(`/customers/${first}/merge`, { other_id: second })).statusCode).toBeLessThan(300)
  at('2026-11-23', '18:00')
  const staff = await here.as('admin')
  await staff.put(`/bookings/attendance/${other.id}`, { attendance: 'completed' })
  await runMorning(here, '2026-11-24')
  expect(await thanksTo(respelled)).toEqual([])

  const exported = (await (await here.as('admin')).get(`/customers/${first}/export`)).json()
  expect(exported.after_visit_refused_at).toMatch(/^2026-11-2/)
  expect((await (await here.as('admin')).delete(`/customers/${first}`)).statusCode).toBeLessThan(300)
  expect(await here.db.selectFrom('after_visit_refusals').selectAll().execute()).toEqual([])
})
