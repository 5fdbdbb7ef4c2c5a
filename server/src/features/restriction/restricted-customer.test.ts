import type { Endpoint } from '@prenoto/core/contract/endpoint.ts'
import { customerIdentity } from '@prenoto/core/customers/customer-identity.ts'
import { RESTRICTED_PERSON } from '@prenoto/core/customers/restricted-person.ts'
import { declaredEndpoints, endpointName } from '@prenoto/test-support/http/endpoints.ts'
import { smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { endUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import { aBooking, NOW, sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'

const smtp = await smtpServer()
afterAll(() => smtp.close())
const server = await sharedServer({ work: true, smtpUrl: smtp.url })
beforeEach(() => {
  server.clock.now = NOW
})

const PERSON = { name: 'Zebedea', surname: 'Quarantotti', email: 'zebedea@planta.example', telephone: '3407766554' }
const NOTES = 'Suonare interno dodici'
const TRACES = /zebedea|quarantotti|planta\.example|7766554|interno dodici/i
const BUSINESS = 'salone@example.it'

/** A business whose customer has left everything that staff can see, and is then restricted. */
async function aRestricted() {
  const here = await server.newTenant({ email: BUSINESS, app_waiting_list_minutes: 30, app_day_reminder: 1 })
  const service = await here.newService({ allow_patient_notes: true })
  const admin = await here.as('admin')
  const booked = await here.book(service.id, { ...PERSON, notes: NOTES })
  expect(booked.statusCode).toBe(201)
  const { id, hidden_id } = booked.json()
  const { privacy: _, visit_day: __, visit_hour: ___, ...fields } = { ...aBooking, ...PERSON }
  const visits = ['2026-11-24', '2026-12-01'].map((visit_day) => ({ visit_day, visit_hour: '09:00' }))
  const series = await admin.post('/bookings/series', { ...fields, service_id: service.id, visits })
  expect(series.statusCode).toBe(201)
  await here.book(service.id, { visit_hour: '10:00', email: 'giulia@example.it' })
  const entry = await here.newWaitingListEntry({
    ...PERSON,
    identity: customerIdentity(PERSON),
    service_id: service.id,
    visit_day: '2026-11-25',
  })
  const request = {
    name: `${PERSON.name} ${PERSON.surname}`,
    email: PERSON.email,
    phone: PERSON.telephone,
    privacy: true,
  }
  await here.post('/client/contact', { ...request, message: NOTES })
  await waitForJobs(server, here, { dueOnly: true })
  const { customer_id } = (await admin.get(`/bookings/${id}`)).json()
  const restriction = { is_restricted: true, reason: 'Contesta il numero' }
  expect((await admin.put(`/customers/${customer_id}/restriction`, restriction)).statusCode).toBe(200)
  server.clock.now = NOW.add({ seconds: 1 })
  return { here, service, admin, id, hidden_id, customer_id, entry, fields, request, series: series.json().bookings }
}

/** Answers that an admin needs to find the customer and to lift the restriction. */
const LIFTING = ['GET /customers/:id', 'GET /customers/restricted']

const QUERY =
  'from=2026-11-01&to=2026-12-31&visit_day=2026-11-25&day=2026-11-23&month=2026-11&q=zebedea&months=6&time=upcoming&per_page=50'

test('no answer for staff names a restricted customer, whose visit they change without changing the person', async () => {
  const { here, service, admin, id, customer_id, entry, fields, series } = await aRestricted()
  const isRead = ({ method, produces, access }: Endpoint) =>
    method === 'GET' && access !== 'visitor' && produces !== 'text/event-stream'
  const ids = [id, customer_id, service.id, entry.id]
  const operator = await here.as('operator')
  const named: string[] = []
  const read = new Set<string>()
  for (const endpoint of declaredEndpoints.filter(isRead)) {
    if (LIFTING.includes(endpointName(endpoint))) continue
    for (const path of new Set(ids.map((id) => endpoint.path.replace(/:\w+/g, String(id))))) {
      const answer = await admin.get(`${path}?${QUERY}`)
      if (answer.statusCode === 200) read.add(endpointName(endpoint))
      if (TRACES.test(answer.body)) named.push(`${endpointName(endpoint)}: ${answer.body.slice(0, 300)}`)
    }
  }
  expect(named).toEqual([])
  expect([...read]).toEqual(
    expect.arrayContaining([
      'GET /audit',
      'GET /bookings',
      'GET /bookings/:id',
      'GET /bookings/:id/history',
      'GET /bookings/:id/series',
      'GET /contact-requests',
      'GET /customers/search',
      'GET /dashboard/unusual-bookings',
      'GET /notifications',
      'GET /reports/bookings',
      'GET /reports/customers',
      'GET /waiting-list',
    ]),
  )

  const { path } = (await operator.post('/user/calendar-feed', undefined)).json()
  const feed = await here.get(path.replace(/^\/api/, ''))
  expect(feed.statusCode).toBe(200)
  expect(feed.body).toContain('con trattamento limitato')
  expect(feed.body).not.toMatch(TRACES)

  const events = await operator.post('/bookings/events', { from: '2026-11-01', to: '2026-12-31' })
  const shownBooking = events.json().find((booking: { id: number }) => booking.id === id)
  expect(shownBooking).toMatchObject({ ...RESTRICTED_PERSON, patient_notes: '' })
  expect(events.body).not.toMatch(TRACES)

  // The busy slot is described without the name.
  const { visit_day, visit_hour } = aBooking
  const clash = await operator.post('/bookings/create', {
    ...fields,
    name: 'Altra',
    surname: 'Persona',
    email: 'altra@example.it',
    telephone: '3331112223',
    service_id: service.id,
    visit_day,
    visit_hour,
  })
  expect([clash.statusCode, clash.json().conflicts]).toMatchObject([
    409,
    [{ detail: 'C’è già Cliente con trattamento limitato, dalle 09:00 alle 10:00.' }],
  ])

  const changes = { ...RESTRICTED_PERSON, service_id: service.id, calendar_id: null, visit_day, visit_hour: '11:00' }
  const refused = await operator.put(`/bookings/update/${id}`, { ...changes, name: 'Altra', email: 'altra@example.it' })
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    'Il trattamento dei dati di questo cliente è limitato: qui non si possono cambiare.',
  ])
  const answers = [
    await operator.put(`/bookings/update/${id}`, changes),
    await operator.put(`/bookings/series/update/${series[0].id}`, {
      ...changes,
      visit_day: '2026-11-24',
      visit_hour: '12:00',
    }),
    await operator.put(`/bookings/update/${id}`, changes, { 'if-match': '"0"' }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 409])
  expect(answers.map(({ body }) => body).join()).not.toMatch(TRACES)
  const keptBookings = await here.db
    .selectFrom('bookings')
    .select(['name', 'surname', 'email', 'telephone'])
    .where('customer_id', '=', shownBooking.customer_id)
    .execute()
  expect(keptBookings).toEqual([PERSON, PERSON, PERSON])
})

test('the e-mails of a visit go on, those to the business name nobody, and no slot is offered', async () => {
  const { here, service, hidden_id, request, series } = await aRestricted()
  const other = (await here.book(service.id, { visit_day: '2026-11-25', email: 'giulia@example.it' })).json()
  const next = await here.newWaitingListEntry({ service_id: service.id, visit_day: '2026-11-25', name: 'Attende' })
  await waitForJobs(server, here, { dueOnly: true })
  const lastTo = async (to: string) => (await smtp.read(to)).at(-1)!
  const earlier = (await smtp.read(BUSINESS)).length

  const move = { service_id: service.id, visit_day: '2026-11-24', visit_hour: '11:00' }
  expect((await (await here.as('operator')).put(`/bookings/reschedule/${series[0].id}`, move)).statusCode).toBe(200)
  for (const key of [other.hidden_id, hidden_id])
    expect((await here.delete(`/client/bookings/delete/${key}`)).statusCode).toBeLessThan(300)
  await endUndoTime(server)
  await waitForJobs(server, here, { dueOnly: true })

  expect((await lastTo(PERSON.email)).html).toContain('Zebedea')
  const toBusiness = (await smtp.read(BUSINESS)).slice(earlier)
  expect(toBusiness.map(({ raw }) => raw).join()).toContain('con trattamento limitato')
  expect(toBusiness.filter(({ raw, replyTo }) => TRACES.test(raw) || TRACES.test(JSON.stringify(replyTo)))).toEqual([])
  const offers = await here.db.selectFrom('slot_holds').select('entry_id').where('entry_id', 'is not', null).execute()
  expect(offers).toEqual([{ entry_id: next.id }])

  // A later request asks for an answer.
  await here.post('/client/contact', { ...request, message: 'Potete togliere la limitazione?' })
  const listed = (await (await here.as('admin')).get('/contact-requests')).json().contact_requests
  expect(listed.map(({ name }: { name: string }) => name)).toEqual([request.name, 'Cliente con trattamento limitato'])
})
