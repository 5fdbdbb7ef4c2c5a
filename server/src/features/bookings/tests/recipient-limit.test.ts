import { createHash } from 'node:crypto'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { proveWithoutWork } from '@prenoto/test-support/http/solve-challenge.ts'
import { type SmtpServer, smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { endQuietTime } from '@prenoto/test-support/server/end-quiet-time.ts'
import { aBooking, type TestServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toMailbox } from '../../../outbox/mailbox.ts'
import { ALL_TENANTS } from '../../../outbox/recipients.repository.ts'

const AT_ONE_BUSINESS = 20
const EVERYWHERE = 40
const TOO_MANY = 'Con questa email sono già arrivate molte richieste: riprova domani, oppure contattaci.'

let smtp: SmtpServer
let server: TestServer
beforeAll(async () => {
  smtp = await smtpServer()
  server = await testServer({ rateLimits: true, work: true, smtpUrl: smtp.url })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})

let addresses = 0
let callers = 0
const newAddress = () => `giulia.${++addresses}@example.it`

/** A business with a capacity of one hundred, so that slots are never taken. */
async function aLargeBusiness() {
  const here = await server.newTenant({ app_simultaneous_bookings_enabled: true })
  const { id: calendar_id } = await here.newCalendar({ simultaneous_bookings_number: 100 })
  return { ...here, service: await here.newService({ calendar_id }) }
}
type LargeBusiness = Awaited<ReturnType<typeof aLargeBusiness>>

/** Each request comes from another client address, so that only the mailbox is counted. */
const newCaller = () => `10.${Math.floor(++callers / 250) % 250}.${callers % 250}.1`

/** Sends the proof of work that the server asks for, if any. */
async function book(here: LargeBusiness, booking: object, at: TestServer = server, headers: object = {}) {
  const send = (proof?: object) =>
    at.app.inject({
      method: 'POST',
      url: `/api/client/bookings/create/${here.service.id}`,
      headers: { host: here.domain, ...headers, ...proof },
      remoteAddress: newCaller(),
      payload: { ...aBooking, ...booking },
    })
  const answer = await send()
  const proof = await proveWithoutWork(server, answer)
  return proof ? send(proof) : answer
}

/** Gives the mailbox a visit in the past, so that the limit of new contacts does not apply. */
async function makeKnown(here: LargeBusiness, email: string) {
  const { name, surname, telephone } = aBooking
  const ids = { tenant_id: here.id, calendar_id: here.service.calendar_id, service_id: here.service.id }
  const person = { name, surname, email, telephone }
  const customer = await here.db
    .insertInto('customers')
    .values({ tenant_id: here.id, identity: `${email} known`, ...person })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!customer) return
  await here.db
    .insertInto('bookings')
    .values({
      ...ids,
      ...person,
      customer_id: customer.id,
      hidden_id: `${email}-hidden-id-of-an-earlier-visit`,
      service_name: 'Taglio',
      service_duration: 60,
      service_price: '25.00',
      visit_day: '2026-11-19' as PlainDate,
      visit_hour: '09:00' as PlainTime,
      starts_at: '2026-11-19T08:00:00Z',
      ends_at: '2026-11-19T09:00:00Z',
      scheduled_at: '2026-11-01T09:00:00Z',
    })
    .execute()
}

const cancel = (here: TestTenant, hiddenId: string) => here.delete(`/client/bookings/delete/${hiddenId}`)

/** Causes these e-mails: books and cancels once, which causes two, and counts the others as if it went on. */
async function bookAndCancel(here: LargeBusiness, email: string, emails: number) {
  await makeKnown(here, email)
  const booking = await book(here, { email })
  expect(booking.statusCode).toBe(201)
  expect((await cancel(here, booking.json().hidden_id)).statusCode).toBe(204)
  const mailbox = createHash('sha256').update(toMailbox(email)).digest()
  await server.owner.query(
    'update system.recipients set bookings = bookings + $1 where mailbox = $2 and tenant_id in ($3, $4)',
    [Math.max(0, emails - 2), mailbox, here.id, ALL_TENANTS],
  )
}

test('stops a visitor who books and cancels with another person’s address, and no other visitor', {
  tags: ['12.3'],
}, async () => {
  const [here, elsewhere] = [await aLargeBusiness(), await aLargeBusiness()]
  const email = newAddress()
  await bookAndCancel(here, email, AT_ONE_BUSINESS)

  const refused = await book(here, { email })

  expect(refused.statusCode).toBe(429)
  expect(refused.json().detail).toBe(TOO_MANY)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(24 * 3600)
  const [name, host] = email.split('@')
  expect((await book(here, { email: `${name!.toUpperCase()}+again@${host}` })).statusCode).toBe(429)
  expect((await book(here, { email: newAddress(), telephone: '3339876543' })).statusCode).toBe(201)
  expect((await book(elsewhere, { email })).statusCode).toBe(201)
})

test('stops a visitor who books at one business after another', { tags: ['12.3'] }, async () => {
  const halls = [await aLargeBusiness(), await aLargeBusiness(), await aLargeBusiness()]
  const email = newAddress()
  await bookAndCancel(halls[0]!, email, EVERYWHERE / 2)
  await bookAndCancel(halls[1]!, email, EVERYWHERE / 2)

  expect((await book(halls[2]!, { email })).json()).toMatchObject({ status: 429, detail: TOO_MANY })
})

test('counts concurrent requests one by one, in every process', { tags: ['12.3'] }, async () => {
  const sibling = await testServer({ rateLimits: true, url: server.url })
  const here = await aLargeBusiness()
  const email = newAddress()
  await bookAndCancel(here, email, AT_ONE_BUSINESS - 4)

  // An overloaded server answers 503; the request is repeated.
  const again = async (attempts = 20): Promise<number> => {
    const { statusCode } = await book(here, { email }, attempts % 2 ? server : sibling)
    return statusCode === 503 && attempts > 0 ? again(attempts - 1) : statusCode
  }
  const statuses = await Promise.all(Array.from({ length: 10 }, (_, i) => again(20 + (i % 2))))
  await sibling.close()

  expect(statuses.filter((status) => status === 201)).toHaveLength(4)
  expect(statuses.filter((status) => status === 429)).toHaveLength(6)
  const visits = here.db.selectFrom('bookings').select('id').where('deleted_at', 'is', null)
  // With the earlier visit.
  expect(await visits.execute()).toHaveLength(5)
})

test('does not count rejected bookings and repeated requests', {
  tags: ['12.3'],
}, async () => {
  const here = await aLargeBusiness()
  const email = newAddress()
  await bookAndCancel(here, email, AT_ONE_BUSINESS - 2)
  const key = { 'idempotency-key': 'once' }
  for (let i = 0; i < 3; i++) {
    expect((await book(here, { email, visit_hour: '14:00' })).statusCode).toBe(409)
    expect((await book(here, { email }, server, key)).statusCode).toBe(201)
  }

  expect((await book(here, { email })).statusCode).toBe(201)
  expect((await book(here, { email })).statusCode).toBe(429)
})

test('does not limit staff or the reminders of a visit', { tags: ['12.3'] }, async () => {
  const here = await aLargeBusiness()
  const email = newAddress()
  await bookAndCancel(here, email, AT_ONE_BUSINESS - 2)
  await book(here, { email })
  const { id, hidden_id } = (await book(here, { email })).json()
  expect((await book(here, { email })).statusCode).toBe(429)
  const operator = await here.as('operator')
  const visit = { ...aBooking, email, service_id: here.service.id }

  const booking = await operator.post('/bookings/create', { ...visit, visit_hour: '10:00' })
  expect(booking.statusCode).toBe(201)
  expect((await operator.put(`/bookings/update/${id}`, { ...visit, visit_hour: '11:00' })).statusCode).toBe(200)
  expect((await cancel(here, hidden_id)).statusCode).toBe(204)

  const subjects = async () => (await smtp.read(email)).map(({ subject }) => subject)
  await expect
    .poll(subjects)
    .toEqual(
      expect.arrayContaining([
        'Prenotazione confermata: Taglio, lunedì 23 novembre alle 10:00',
        'Prenotazione disdetta: Taglio, lunedì 23 novembre alle 11:00',
      ]),
    )
})

test('counts every kind of e-mail towards one limit; a cancellation is never refused', { tags: ['12.3'] }, async () => {
  const here = await aLargeBusiness()
  const email = newAddress()
  const { privacy: _, visit_day: __, visit_hour: ___, ...person } = { ...aBooking, email }
  await makeKnown(here, email)
  const contact = (message: string) =>
    server.app.inject({
      remoteAddress: newCaller(),
      headers: { host: here.domain },
      method: 'POST',
      url: '/api/client/contact',
      payload: { name: 'Giulia Verdi', email, phone: '3331234567', message, privacy: true },
    })
  const full = await here.newCalendar({
    monday_morning_from: null,
    monday_morning_to: null,
    simultaneous_bookings_number: 1,
  })
  const service = await here.newService({ calendar_id: full.id, duration: 240 })
  expect((await here.book(service.id, { email: newAddress(), visit_hour: '15:00' })).statusCode).toBe(201)
  const wait = () =>
    here.post(`/client/waiting-list/${service.id}`, { ...person, privacy: true, visit_day: aBooking.visit_day })

  const { hidden_id } = (await book(here, { email })).json()
  const reschedule = (visit_hour: string) =>
    here.put(`/client/bookings/update/${hidden_id}`, { visit_day: '2026-11-23', visit_hour })
  for (const hour of ['10:00', '11:00', '12:00']) expect((await reschedule(hour)).statusCode).toBe(200)
  expect((await wait()).statusCode).toBe(201)
  for (const message of ['uno', 'due', 'due']) expect((await contact(message)).statusCode).toBe(201)
  await bookAndCancel(here, email, AT_ONE_BUSINESS - 8)

  for (const answer of [await book(here, { email }), await reschedule('15:00'), await wait(), await contact('tre')])
    expect(answer.json()).toMatchObject({ status: 429, detail: TOO_MANY })
  expect((await contact('due')).statusCode).toBe(201)
  expect((await cancel(here, hidden_id)).statusCode).toBe(204)
})

test('many reschedules of one booking send a handful of e-mails', { tags: ['12.3'] }, async () => {
  const here = await aLargeBusiness()
  const email = newAddress()
  const { hidden_id } = (await book(here, { email })).json()
  await waitForJobs(server, here)
  const link = `/api/client/bookings/update/${hidden_id}`

  const statuses = []
  for (let i = 0; i < 7; i++) {
    const payload = { visit_day: '2026-11-24', visit_hour: i < 5 ? ['10:00', '11:00'][i % 2] : '12:00' }
    const { domain: host } = here
    const from = { headers: { host }, remoteAddress: `10.8.${i}.1` }
    statuses.push((await server.app.inject({ ...from, method: 'PUT', url: link, payload })).statusCode)
  }
  await endQuietTime(server, here)
  await waitForJobs(server, here)

  expect(statuses).toEqual([...Array(5).fill(200), ...Array(2).fill(409)])
  const [confirmation, ...changes] = (await smtp.read(email)).map(({ subject }) => subject)
  expect(confirmation).toMatch(/^Prenotazione confermata/)
  // The first reschedule is reported at once, the others in one e-mail.
  expect(changes.length).toBeLessThanOrEqual(2)
  expect(changes.at(-1)).toMatch(/^Prenotazione modificata/)
})

test('starts from zero after a day', async () => {
  const here = await aLargeBusiness()
  const email = newAddress()
  await bookAndCancel(here, email, AT_ONE_BUSINESS)
  await server.owner.query('update system.recipients set until = now()')

  await bookAndCancel(here, email, AT_ONE_BUSINESS)

  expect((await book(here, { email })).statusCode).toBe(429)
})

test('deletes the counts of a mailbox and of a telephone number after a day', { tags: ['12.8'] }, async () => {
  const here = await aLargeBusiness()
  const email = newAddress()
  await bookAndCancel(here, email, 1)
  const select = () => server.owner.query('select * from system.recipients where tenant_id = $1', [here.id])
  const { rows } = await select()
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain('giulia')

  await server.owner.query('update system.recipients set until = now() where tenant_id = $1', [here.id])
  await server.deleteExpired()

  expect((await select()).rowCount).toBe(0)
})

test('limits no visitor if the limits are off', async () => {
  const open = await testServer({ url: server.url })
  const here = await aLargeBusiness()
  const email = newAddress()

  await bookAndCancel(here, email, AT_ONE_BUSINESS)
  expect((await book(here, { email })).statusCode).toBe(429)

  expect((await book(here, { email }, open)).statusCode).toBe(201)
  await open.close()
})
