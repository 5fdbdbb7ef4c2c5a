import { countStatements } from '@prenoto/test-support/database/count-queries.ts'
import { fakeTextChannels } from '@prenoto/test-support/http/fake-text-channels.ts'
import { proveWithoutWork } from '@prenoto/test-support/http/solve-challenge.ts'
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
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listConsents, saveConsent } from '../text-messages/text-consents.repository.ts'

const texts = await fakeTextChannels()
let smtp: SmtpServer
let server: TestServer
beforeAll(async () => {
  smtp = await smtpServer()
  const limits = { rateLimits: true, trustProxy: 1 }
  server = await testServer({ work: true, ...limits, smtpUrl: smtp.url, textChannels: texts.settings })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
  await texts.close()
})
beforeEach(() => {
  server.clock.now = NOW
})

let people = 0

/** A business with a visit of Giulia on Monday at nine, whose address is unique to the test. */
async function aBookedSalon() {
  const here = await server.newTenant()
  const service = await here.newService()
  const email = `giulia.${++people}@example.it`
  const booked = (await here.book(service.id, { email })).json()
  return { ...here, service, email, booked, admin: await here.as('admin') }
}

type Salon = Awaited<ReturnType<typeof aBookedSalon>>

const ask = (here: TestTenant, email: string, headers = {}) => here.post('/client/my-bookings', { email }, headers)

const linksTo = async (email: string) =>
  (await smtp.read(email))
    .filter(({ subject }) => subject?.startsWith('Le tue prenotazioni'))
    .map(({ text }) => /\/my_bookings\/([\w-]{43})/.exec(text!)![1]!)

/** Asks for a link and returns its path. */
async function newLink(here: TestTenant, email: string, mailedTo = email) {
  expect((await ask(here, email)).statusCode).toBe(204)
  await waitForJobs(server, here)
  return `/my_bookings/${(await linksTo(mailedTo)).at(-1)}`
}

const call = (
  { domain }: TestTenant,
  method: 'GET' | 'POST',
  url: string,
  { headers = {}, fields = {} }: { headers?: object; fields?: Record<string, string> } = {},
) =>
  server.app.inject({
    method,
    url,
    headers: { host: domain, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: method === 'POST' ? new URLSearchParams(fields).toString() : undefined,
  })

const open = (here: TestTenant, path: string, headers = {}) => call(here, 'GET', path, { headers })

/** Remembers the device that opened the link. Returns its cookie. */
async function remember(here: Salon) {
  const answer = await call(here, 'POST', `${await newLink(here, here.email)}/remember`)
  return { cookie: String(answer.headers['set-cookie']).split(';')[0]! }
}

const isList = (body: string) => body.includes('In arrivo')

test('a link shows the visits of a mailbox under every spelling, and those of no one else', async () => {
  const here = await aBookedSalon()
  const { id } = here.service
  const [name, host] = here.email.split('@')
  const tagged = (await here.book(id, { email: `${name}+lista@${host}`, visit_hour: '10:00' })).json()
  const { privacy: _, ...person } = { ...aBooking, service_id: id, email: here.email, visit_hour: '11:00:00' }
  const cancelled = (await here.admin.post('/bookings/create', person)).json()
  await here.delete(`/client/bookings/delete/${cancelled.hidden_id}`)
  const other = (await here.book(id, { email: 'anna@example.it', name: 'Anna', visit_hour: '12:00' })).json()
  const elsewhere = await aBookedSalon()
  const far = (await elsewhere.book(elsewhere.service.id, { email: here.email, visit_hour: '15:00' })).json()
  await endUndoTime(server)

  const link = await newLink(here, here.email.toUpperCase(), here.email)
  const { statusCode, headers, body } = await open(here, link)

  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
  expect(headers).not.toHaveProperty('set-cookie')
  for (const { hidden_id } of [here.booked, tagged]) expect(body).toContain(`href="/bookings/${hidden_id}"`)
  expect(body).toContain('Disdetta')
  expect(body).not.toContain(`href="/bookings/${cancelled.hidden_id}"`)
  for (const { hidden_id } of [other, far]) expect(body).not.toContain(hidden_id)
  // The person who typed an address never decides where the link goes.
  await newLink(here, `${name}+altro@${host}`, here.email)
  expect(await smtp.read(`${name}+altro@${host}`)).toEqual([])
})

test('a link survives mail scanners and ends after thirty minutes', async () => {
  const here = await aBookedSalon()
  const link = await newLink(here, here.email)

  for (let i = 0; i < 3; i++) expect(isList((await open(here, link)).body)).toBe(true)
  expect(isList((await open(await aBookedSalon(), link)).body)).toBe(false)
  server.clock.now = NOW.add({ minutes: 29, seconds: 59 })
  expect((await open(here, link)).statusCode).toBe(200)
  server.clock.now = NOW.add({ minutes: 30 })
  const late = await open(here, link)
  expect(late.statusCode).toBe(404)
  expect(late.body).toContain('Il link non vale più')
  expect(late.body).toContain('name="email"')
  expect((await call(here, 'POST', `${link}/remember`)).headers).not.toHaveProperty('set-cookie')

  await server.deleteExpired()
  expect(await here.db.selectFrom('visitor_tokens').select('customer_id').execute()).toEqual([])
})

test('an unknown address gets the same answer by the same statements, and leaves no trace', async () => {
  const here = await aBookedSalon()
  const unknown = `nessuno.${++people}@example.it`

  // Without a worker, whose statements would be counted.
  const other = await testServer({ url: server.url, rateLimits: true })
  const requester = other.visit(here.domain)
  const answers: [number, string, object][] = []
  const statements: number[] = []
  for (const email of ['prima@example.it', here.email, unknown])
    statements.push(
      await countStatements(other, async () => {
        const { statusCode, body, headers } = await requester.post('/client/my-bookings', { email })
        answers.push([statusCode, body, { ...headers, date: '' }])
      }),
    )
  await other.close()
  await waitForJobs(server, here)

  expect(answers[2]).toEqual(answers[1])
  expect(statements[2]).toBe(statements[1])
  expect(await linksTo(here.email)).toHaveLength(1)
  expect(await smtp.read(unknown)).toEqual([])
  const requests = await here.db.selectFrom('visitor_link_requests').select(['address', 'customer_id']).execute()
  expect(requests).toEqual([{ address: null, customer_id: expect.any(Number) }])
})

test('restricted customers get no link, and their visits are not shown to relatives', async () => {
  const here = await aBookedSalon()
  const relative = (await here.book(here.service.id, { email: here.email, name: 'Marco', visit_hour: '10:00' })).json()
  const customer = await here.db
    .selectFrom('customers')
    .select(['id', 'version'])
    .where('name', '=', 'Giulia')
    .executeTakeFirstOrThrow()
  const restrict = (id: number) =>
    here.db
      .updateTable('customers')
      .set({ restricted_at: NOW.toString(), restriction_reason: 'Contestazione' })
      .where('tenant_id', '=', here.id)
      .where('id', '=', id)
      .execute()
  await restrict(customer.id)

  const { body } = await open(here, await newLink(here, here.email))
  expect(body).toContain(relative.hidden_id)
  expect(body).not.toContain(here.booked.hidden_id)

  for (const { id } of await here.db.selectFrom('customers').select('id').execute()) await restrict(id)
  await ask(here, here.email)
  await waitForJobs(server, here)
  expect(await linksTo(here.email)).toHaveLength(1)
})

test('a mailbox gets three links in fifteen minutes; an address solves challenges beyond five requests', async () => {
  const here = await aBookedSalon()
  const answers = []
  for (let i = 0; i < 5; i++) answers.push((await ask(here, here.email)).statusCode)
  await waitForJobs(server, here)
  expect(answers).toEqual([204, 204, 204, 204, 204])
  expect(await linksTo(here.email)).toHaveLength(3)

  const refused = await ask(here, 'altra@example.it')
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ reason: 'proof-of-work-required' })
  expect((await ask(here, 'altra@example.it', await proveWithoutWork(server, refused))).statusCode).toBe(204)
})

test('the form works without scripts', async () => {
  const here = await aBookedSalon()
  expect((await here.page('/my_bookings')).body).toContain('Mandami il link')

  const wrong = await call(here, 'POST', '/my_bookings', { fields: { email: 'giulia' } })
  expect([wrong.statusCode, wrong.body]).toEqual([422, expect.stringContaining('Inserisci un’email valida.')])
  const sent = await call(here, 'POST', '/my_bookings', { fields: { email: here.email, extra: '' } })
  expect([sent.statusCode, sent.headers.location]).toEqual([303, '/my_bookings#link-inviato'])
  const forged = { headers: { 'sec-fetch-site': 'cross-site' }, fields: { email: here.email } }
  expect((await call(here, 'POST', '/my_bookings', forged)).headers.location).toBe('/my_bookings')
  await waitForJobs(server, here)
  expect(await linksTo(here.email)).toHaveLength(1)
})

test('a remembered device needs no link until it is unused for 180 days or forgotten', async () => {
  const here = await aBookedSalon()
  const link = await newLink(here, here.email)
  const forged = await call(here, 'POST', `${link}/remember`, { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(forged.headers).not.toHaveProperty('set-cookie')

  const plain = await call(here, 'POST', `${link}/remember`)
  expect([plain.statusCode, plain.headers.location]).toEqual([303, '/my_bookings'])
  expect(plain.headers['set-cookie']).toMatch(
    /^my_bookings=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/,
  )
  const secure = await call(here, 'POST', `${link}/remember`, { headers: { 'x-forwarded-proto': 'https' } })
  expect(secure.headers['set-cookie']).toMatch(/^__Host-my_bookings=.*; SameSite=Lax; Secure$/)

  const cookie = String(plain.headers['set-cookie']).split(';')[0]!
  const stored = await here.db.selectFrom('visitor_tokens').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(cookie.split('=')[1]!)
  const isRemembered = async () => isList((await open(here, '/my_bookings', { cookie })).body)
  expect(isList((await open(here, '/my_bookings')).body)).toBe(false)
  // Every use begins the time anew.
  for (const days of [179, 358]) {
    server.clock.now = NOW.add({ hours: days * 24 })
    expect(await isRemembered()).toBe(true)
  }
  const forgetAnswer = await call(here, 'POST', '/my_bookings/forget', { headers: { cookie } })
  expect(forgetAnswer.headers['set-cookie']).toContain('my_bookings=; Path=/; Max-Age=0')
  expect(await isRemembered()).toBe(false)
  server.clock.now = NOW.add({ hours: 181 * 24 })
  const other = String(secure.headers['set-cookie']).split(';')[0]!
  const late = await open(here, '/my_bookings', { cookie: other, 'x-forwarded-proto': 'https' })
  expect(isList(late.body)).toBe(false)
})

test('a link or a device ends all devices and links of its mailbox', async () => {
  const here = await aBookedSalon()
  const [one, two] = [await remember(here), await remember(here)]
  const link = await newLink(here, here.email)
  expect((await open(here, link)).body).toContain('Esci da tutti i dispositivi')

  expect((await call(here, 'POST', `${link}/forget-all`)).headers.location).toBe('/my_bookings#dispositivo-dimenticato')

  for (const headers of [one, two]) expect(isList((await open(here, '/my_bookings', headers)).body)).toBe(false)
  expect((await open(here, link)).statusCode).toBe(404)
})

test('the list withdraws the consent to text messages of the numbers in its visits', async () => {
  const here = await aBookedSalon()
  const { privacy: _, ...typed } = { ...aBooking, service_id: here.service.id }
  const book = async (visit_hour: string, person: { email: string; telephone: string }) => {
    const booking = await here.admin.post('/bookings/create', { ...typed, visit_hour, ...person })
    expect(booking.statusCode).toBe(201)
    await saveConsent(here.ctx(), person.telephone, ['sms'])
  }
  const link = await newLink(here, here.email)
  expect((await open(here, link)).body).not.toContain('cellulare')

  const [ownNumber, second, other] = ['+393331234567', '+393337654321', '+393339999999'] as const
  await book('10:00', { email: here.email, telephone: ownNumber })
  await book('11:00', { email: here.email, telephone: second })
  await book('12:00', { email: 'anna@example.it', telephone: other })
  const wanted = async () => [...(await listConsents(here.ctx(), [ownNumber, second, other])).keys()]
  const { body } = await open(here, link)
  expect(body).toContain('Non voglio più questi messaggi')
  expect(body).toContain(`action="${link}/stop-messages"`)
  const device = await remember(here)
  expect((await open(here, '/my_bookings', device)).body).toContain('action="/my_bookings/stop-messages"')

  const press = (url: string, headers = {}) => call(here, 'POST', `${url}/stop-messages`, { headers })
  await press(link, { 'sec-fetch-site': 'cross-site' })
  await press('/my_bookings')
  await press(`/my_bookings/${'A'.repeat(43)}`)
  expect(await wanted()).toHaveLength(3)
  for (const [url, headers] of [[link], ['/my_bookings', device], [link]] as const) {
    const { statusCode, headers: answered } = await press(url, headers)
    expect([statusCode, answered.location]).toEqual([303, url])
    expect(await wanted()).toEqual([other])
  }
  const stopped = (await open(here, link)).body
  expect(stopped).toContain('Non ti scriviamo più al cellulare')
  expect(stopped).not.toContain('stop-messages')
})

test('devices end when the staff change the address or erase the customer', async () => {
  const here = await aBookedSalon()
  const changed = await remember(here)
  const { privacy: _, ...person } = { ...aBooking, service_id: here.service.id }
  const answer = await here.admin.put(`/bookings/update/${here.booked.id}`, { ...person, email: `nuova.${here.email}` })
  expect(answer.statusCode).toBe(200)
  expect(isList((await open(here, '/my_bookings', changed)).body)).toBe(false)

  const next = { ...here, email: `nuova.${here.email}` }
  await waitForJobs(server, here)
  const erased = await remember(next)
  expect(isList((await open(here, '/my_bookings', erased)).body)).toBe(true)
  server.clock.now = NOW.add({ hours: 24 * 7 })
  const admin = await here.as('admin')
  const { id } = await here.db.selectFrom('customers').select('id').executeTakeFirstOrThrow()
  expect((await admin.delete(`/customers/${id}`)).statusCode).toBe(204)
  expect(await here.db.selectFrom('visitor_tokens').select('customer_id').execute()).toEqual([])
})
