import { createECDH } from 'node:crypto'
import { RESTRICTED_PERSON } from '@prenoto/core/customers/restricted-person.ts'
import { HIDDEN_EMAIL, HIDDEN_TELEPHONE } from '@prenoto/core/fields/hidden-contacts.ts'
import { DEFAULT_PRIVACY_VERSION } from '@prenoto/core/privacy/privacy-text.ts'
import type { WithdrawableRight } from '@prenoto/core/rights/withdrawable-rights.ts'
import { declaredEndpoints, endpointName } from '@prenoto/test-support/http/endpoints.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { beforeEach, describe, expect, test } from 'vitest'

const server = await sharedServer({ work: true })
beforeEach(() => {
  server.clock.now = NOW
})

const { privacy: _, ...giulia } = aBooking
/** Texts that occur nowhere but in contacts. */
const EMAIL = 'qzxw.segreta@example.it'
const TELEPHONE = '3399887766'
const contacts = { email: EMAIL, telephone: TELEPHONE }
const CONTACTS = /qzxw|9988776/

type Staff = Awaited<ReturnType<TestTenant['as']>>
type Answer = Awaited<ReturnType<Staff['get']>>

/** A business with a booking, and an operator without the right to see contacts. */
async function aSmallBusiness() {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  const operator = await here.as('operator')
  const service = await here.newService()
  const booking: { id: number } = (await here.book(service.id, contacts)).json()
  const { customer_id } = (await admin.get(`/bookings/${booking.id}`)).json()
  await admin.put('/configs/rights', { right: 'contacts', is_granted: false })
  return { here, admin, operator, service, booking, customer_id }
}

/** A business with contacts wherever it can have some, and an operator without some rights. */
async function aBusiness(withdrawn: readonly WithdrawableRight[]) {
  const here = await server.newTenant({ health_notes_role: 'operator', app_waiting_list_minutes: 0 })
  const admin = await here.as('admin')
  const operator = await here.as('operator')
  const service = await here.newService({ allow_medical_notes: true })
  const bookAt = async (visit_hour: string, more: object = {}): Promise<{ id: number; hidden_id: string }> =>
    (await here.book(service.id, { ...contacts, visit_hour, ...more })).json()
  const booking = await bookAt('09:00')
  const today = await bookAt('11:00', { visit_day: '2026-11-21' })
  const cancelled = await bookAt('10:00')
  const gone = await bookAt('12:00')
  await here.delete(`/client/bookings/delete/${gone.hidden_id}`)
  const duplicate = await bookAt('11:00', { name: 'Giullia' })
  const visits = ['2026-11-24', '2026-12-01'].map((visit_day) => ({ visit_day, visit_hour: '09:00' }))
  const series = await admin.post('/bookings/series', { ...giulia, ...contacts, service_id: service.id, visits })
  const { customer_id } = (await admin.get(`/bookings/${booking.id}`)).json()
  const { customer_id: other_id } = (await admin.get(`/bookings/${duplicate.id}`)).json()
  await admin.post(`/customers/${customer_id}/merge`, { other_id })
  await here.post('/client/contact', { name: 'Giulia', email: EMAIL, phone: TELEPHONE, message: 'Ciao', privacy: true })
  const entry = await here.newWaitingListEntry({ service_id: service.id, ...contacts, email: `attesa.${EMAIL}` })
  for (const right of withdrawn) await admin.put('/configs/rights', { right, is_granted: false })
  return {
    here,
    admin,
    operator,
    service,
    booking,
    today,
    cancelled,
    gone,
    series: series.json().bookings,
    customer_id,
    entry,
  }
}

type Business = Awaited<ReturnType<typeof aBusiness>>

const visit = (day: string, hour: string) => ({ visit_day: day, visit_hour: hour })
const document = () => {
  const form = new FormData()
  form.append('document', new Blob([Buffer.from('%PDF-1.4\n%%EOF')]), 'nichel.pdf')
  return form
}

const pushKeys = createECDH('prime256v1')
const pushSubscription = () => ({
  endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
  p256dh: pushKeys.generateKeys('base64url'),
  auth: 'A'.repeat(22),
})

/** A call of each endpoint that an operator may call, in order; `shownBooking` marks those that answer with contacts. */
const CALLS: Record<string, { call: (business: Business) => Promise<Answer>; hasContacts?: true }> = {
  'GET /bookings': { call: ({ operator }) => operator.get('/bookings'), hasContacts: true },
  'POST /bookings/events': {
    call: ({ operator }) => operator.post('/bookings/events', { from: '2026-11-01', to: '2026-12-31' }),
    hasContacts: true,
  },
  'GET /bookings/:id': { call: ({ operator, booking }) => operator.get(`/bookings/${booking.id}`), hasContacts: true },
  'GET /bookings/:id/cancelled': {
    call: ({ operator, gone }) => operator.get(`/bookings/${gone.id}/cancelled`),
    hasContacts: true,
  },
  'GET /bookings/:id/history': { call: ({ operator, booking }) => operator.get(`/bookings/${booking.id}/history`) },
  'GET /bookings/:id/series': { call: ({ operator, series }) => operator.get(`/bookings/${series[0].id}/series`) },
  'GET /dashboard/summary': { call: ({ operator }) => operator.get('/dashboard/summary') },
  'GET /notifications': { call: ({ operator }) => operator.get('/notifications'), hasContacts: true },
  'PATCH /notifications/:id/read': {
    call: async ({ operator }) => {
      const { notifications } = (await operator.get('/notifications')).json()
      const { id } = notifications.find(({ title }: { title: string }) => title === 'Nuova richiesta di contatto')
      return operator.patch(`/notifications/${id}/read`)
    },
    hasContacts: true,
  },
  'PATCH /notifications/read-all': { call: ({ operator }) => operator.patch('/notifications/read-all') },
  'GET /notifications/push': { call: ({ operator }) => operator.get('/notifications/push') },
  'PUT /notifications/push/causes': {
    call: ({ operator }) =>
      operator.put('/notifications/push/causes', { created: true, moved: false, cancelled: true }),
  },
  'POST /notifications/push/devices': {
    call: ({ operator }) => operator.post('/notifications/push/devices', pushSubscription()),
  },
  'PUT /notifications/push/devices': {
    call: ({ operator }) => operator.put('/notifications/push/devices', { endpoint: pushSubscription().endpoint }),
  },
  'DELETE /notifications/push/devices/:id': {
    call: async ({ operator }) => {
      const { devices } = (await operator.get('/notifications/push')).json()
      return operator.delete(`/notifications/push/devices/${devices[0].id}`)
    },
  },
  'POST /bookings/create': {
    call: ({ operator, service }) =>
      operator.post('/bookings/create', { ...giulia, ...contacts, service_id: service.id, visit_hour: '15:00' }),
    hasContacts: true,
  },
  'PUT /bookings/update/:id': {
    call: async ({ operator, booking, service }) => {
      const { name, surname, email, telephone } = (await operator.get(`/bookings/${booking.id}`)).json()
      const body = { name: `${name} Anna`, surname, email, telephone, service_id: service.id }
      return operator.put(`/bookings/update/${booking.id}`, { ...body, ...visit('2026-11-23', '16:00') })
    },
    hasContacts: true,
  },
  'PUT /bookings/reschedule/:id': {
    call: ({ operator, booking }) => operator.put(`/bookings/reschedule/${booking.id}`, visit('2026-11-25', '09:00')),
    hasContacts: true,
  },
  'GET /bookings/reschedule/:id': {
    call: ({ operator, booking }) => operator.get(`/bookings/reschedule/${booking.id}`),
  },
  'POST /bookings/undo-reschedule/:id': {
    call: ({ operator, booking }) => operator.post(`/bookings/undo-reschedule/${booking.id}`, {}),
    hasContacts: true,
  },
  'POST /bookings/silence-reschedule/:id': {
    call: async ({ operator, booking }) => {
      await operator.put(`/bookings/reschedule/${booking.id}`, visit('2026-11-25', '10:00'))
      return operator.post(`/bookings/silence-reschedule/${booking.id}`, {})
    },
  },
  'POST /bookings/adopt-telephone/:id': {
    call: ({ operator, booking }) => operator.post(`/bookings/adopt-telephone/${booking.id}`, {}),
    hasContacts: true,
  },
  'PUT /bookings/attendance/:id': {
    call: ({ operator, today }) => operator.put(`/bookings/attendance/${today.id}`, { attendance: 'arrived' }),
    hasContacts: true,
  },
  'POST /bookings/colleagues': {
    call: ({ operator, booking }) => operator.post('/bookings/colleagues', { ids: [booking.id] }),
  },
  'POST /bookings/series/preview': {
    call: ({ operator, service }) =>
      operator.post('/bookings/series/preview', {
        service_id: service.id,
        every: 1,
        times: 2,
        ...visit('2026-11-23', '16:00'),
      }),
  },
  'POST /bookings/series': {
    call: ({ operator, service }) =>
      operator.post('/bookings/series', {
        ...giulia,
        ...contacts,
        service_id: service.id,
        visits: [visit('2026-11-26', '09:00'), visit('2026-11-27', '09:00')],
      }),
    hasContacts: true,
  },
  'PUT /bookings/series/update/:id': {
    call: ({ operator, service, series }) =>
      operator.put(`/bookings/series/update/${series[0].id}`, {
        ...giulia,
        ...contacts,
        service_id: service.id,
        ...visit('2026-11-24', '10:00'),
      }),
    hasContacts: true,
  },
  'GET /customers/search': {
    call: ({ operator }) => operator.get('/customers/search?q=giulia%20verdi'),
    hasContacts: true,
  },
  'POST /customers/blocked': { call: ({ operator }) => operator.post('/customers/blocked', contacts) },
  'DELETE /bookings/delete/:id': {
    call: ({ operator, cancelled }) => operator.delete(`/bookings/delete/${cancelled.id}`),
  },
  'POST /bookings/restore/:id': {
    call: ({ operator, cancelled }) => operator.post(`/bookings/restore/${cancelled.id}`, {}),
    hasContacts: true,
  },
  'DELETE /bookings/series/delete/:id': {
    call: ({ operator, series }) => operator.delete(`/bookings/series/delete/${series[0].id}`),
  },
  'POST /bookings/series/restore/:id': {
    call: ({ operator, series }) => operator.post(`/bookings/series/restore/${series[0].id}`, {}),
    hasContacts: true,
  },
  'GET /waiting-list': {
    call: ({ operator }) => operator.get('/waiting-list?visit_day=2026-11-23'),
    hasContacts: true,
  },
  'GET /waiting-list/days': { call: ({ operator }) => operator.get('/waiting-list/days') },
  'POST /waiting-list/:id/offer': {
    call: ({ operator, entry }) => operator.post(`/waiting-list/${entry.id}/offer`, { visit_hour: '17:00' }),
    hasContacts: true,
  },
  'DELETE /waiting-list/:id': { call: ({ operator, entry }) => operator.delete(`/waiting-list/${entry.id}`) },
  'POST /waiting-list/:id/restore': {
    call: ({ operator, entry }) => operator.post(`/waiting-list/${entry.id}/restore`, {}),
    hasContacts: true,
  },
  'POST /proposals': {
    call: ({ operator, service, customer_id }) =>
      operator.post('/proposals', {
        customer_id,
        service_id: service.id,
        hours: [visit('2026-12-14', '09:00'), visit('2026-12-14', '10:00')],
      }),
  },
  'GET /proposals': { call: ({ operator, customer_id }) => operator.get(`/proposals?customer_id=${customer_id}`) },
  'DELETE /proposals/:id': {
    call: async ({ operator, customer_id }) => {
      const [proposal] = (await operator.get(`/proposals?customer_id=${customer_id}`)).json()
      return operator.delete(`/proposals/${proposal.id}`)
    },
  },
  'GET /customers': { call: ({ operator }) => operator.get('/customers'), hasContacts: true },
  'GET /customers/:id': {
    call: ({ operator, customer_id }) => operator.get(`/customers/${customer_id}`),
    hasContacts: true,
  },
  'GET /customers/:id/visits': {
    call: ({ operator, customer_id }) => operator.get(`/customers/${customer_id}/visits?time=upcoming`),
  },
  'GET /customers/:id/consents': {
    call: ({ operator, customer_id }) => operator.get(`/customers/${customer_id}/consents`),
  },
  'GET /customers/:id/text-consent': {
    call: ({ operator, customer_id }) => operator.get(`/customers/${customer_id}/text-consent`),
  },
  'PUT /customers/:id/text-consent': {
    call: ({ operator, customer_id }) => operator.put(`/customers/${customer_id}/text-consent`, { is_given: false }),
  },
  'POST /customers': {
    call: ({ operator }) =>
      operator.post('/customers', { name: 'Ada', surname: 'Neri', email: 'ada@example.it', telephone: '3200000009' }),
  },
  'PUT /customers/:id': {
    call: ({ operator, customer_id }) =>
      operator.put(`/customers/${customer_id}`, {
        name: 'Giulia',
        surname: 'Verdi',
        email: HIDDEN_EMAIL,
        telephone: HIDDEN_TELEPHONE,
      }),
    hasContacts: true,
  },
  'PUT /customers/:id/notes': {
    call: ({ operator, customer_id }) => operator.put(`/customers/${customer_id}/notes`, { notes: 'Puntuale' }),
    hasContacts: true,
  },
  'GET /configs/privacy/:version': {
    call: ({ operator }) => operator.get(`/configs/privacy/${DEFAULT_PRIVACY_VERSION}`),
  },
  'GET /contact-requests': { call: ({ operator }) => operator.get('/contact-requests'), hasContacts: true },
  'PUT /contact-requests/:id/answered': {
    call: async ({ operator }) => {
      const { contact_requests } = (await operator.get('/contact-requests')).json()
      return operator.put(`/contact-requests/${contact_requests[0].id}/answered`, { answered: true })
    },
    hasContacts: true,
  },
  'GET /customers/:id/health': {
    call: ({ operator, customer_id }) => operator.get(`/customers/${customer_id}/health`),
  },
  'PUT /customers/:id/health/consent': {
    call: ({ operator, customer_id }) =>
      operator.put(`/customers/${customer_id}/health/consent`, { given_on: '2026-11-20', method: 'paper' }),
  },
  'POST /customers/:id/health/notes': {
    call: ({ operator, customer_id }) => operator.post(`/customers/${customer_id}/health/notes`, { text: 'Nichel' }),
  },
  'GET /customers/:id/health/notes': {
    call: ({ operator, customer_id }) => operator.get(`/customers/${customer_id}/health/notes`),
  },
  'PUT /customers/:id/health/notes/:noteId': {
    call: ({ operator, customer_id }) =>
      withFirst(operator, `/customers/${customer_id}/health/notes`, (path) => operator.put(path, { text: 'Lattice' })),
  },
  'DELETE /customers/:id/health/notes/:noteId': {
    call: ({ operator, customer_id }) =>
      withFirst(operator, `/customers/${customer_id}/health/notes`, (path) => operator.delete(path)),
  },
  'POST /customers/:id/health/documents': {
    call: ({ operator, customer_id }) => operator.post(`/customers/${customer_id}/health/documents`, document()),
  },
  'GET /customers/:id/health/documents': {
    call: ({ operator, customer_id }) => operator.get(`/customers/${customer_id}/health/documents`),
  },
  'GET /customers/:id/health/documents/:documentId': {
    call: ({ operator, customer_id }) =>
      withFirst(operator, `/customers/${customer_id}/health/documents`, (path) => operator.get(path)),
  },
  'DELETE /customers/:id/health/documents/:documentId': {
    call: ({ operator, customer_id }) =>
      withFirst(operator, `/customers/${customer_id}/health/documents`, (path) => operator.delete(path)),
  },
  'DELETE /customers/:id/health/consent': {
    call: ({ operator, customer_id }) => operator.delete(`/customers/${customer_id}/health/consent`),
  },
  'DELETE /customers/:id/health': {
    call: ({ operator, customer_id }) => operator.delete(`/customers/${customer_id}/health`),
  },
  'GET /services': { call: ({ operator }) => operator.get('/services') },
  'GET /services/:id': { call: ({ operator, service }) => operator.get(`/services/${service.id}`) },
  'GET /services/:id/addable': { call: ({ operator, service }) => operator.get(`/services/${service.id}/addable`) },
  'GET /calendars': { call: ({ operator }) => operator.get('/calendars') },
  'GET /calendars/:id/busy_feeds': {
    call: ({ operator, service }) => operator.get(`/calendars/${service.calendar_id}/busy_feeds`),
  },
  'GET /calendars/hours': { call: ({ operator }) => operator.get('/calendars/hours?from=2026-11-23&to=2026-11-29') },
  'GET /days_off': { call: ({ operator }) => operator.get('/days_off') },
  'GET /days_off/events': { call: ({ operator }) => operator.get('/days_off/events?from=2026-11-23&to=2026-11-29') },
  'GET /special-openings': {
    call: ({ operator, service }) => operator.get(`/special-openings?calendar_id=${service.calendar_id}`),
  },
  'GET /changed-hours': { call: ({ operator }) => operator.get('/changed-hours') },
  'GET /notifications/stream': { call: (business) => readStream(business) },
  'GET /client/calendar-feeds/:file': {
    call: async ({ here, operator }) => {
      const { path } = (await operator.post('/user/calendar-feed', undefined)).json()
      return here.get(path.replace('/api', ''))
    },
    hasContacts: true,
  },
}

async function withFirst(operator: Staff, list: string, call: (path: string) => Promise<Answer>) {
  const { notes, documents } = (await operator.get(list)).json()
  return call(`${list}/${(notes ?? documents)[0].id}`)
}

/** The events that a booking and a contact request cause. */
async function readStream({ here, operator, service }: Business) {
  const { app } = server
  const headers = { host: here.domain, authorization: `Bearer ${operator.token}` }
  const answer = await app.inject({ url: '/api/notifications/stream', headers, payloadAsStream: true })
  let body = ''
  const stream = answer.stream()
  stream.on('data', (chunk) => {
    body += chunk
  })
  const { id } = (await here.book(service.id, { ...contacts, visit_hour: '18:00' })).json()
  await here.post('/client/contact', { name: 'Giulia', email: EMAIL, phone: TELEPHONE, message: '', privacy: true })
  await expect.poll(() => body).toContain(`"booking_id":${id}`)
  await waitForJobs(server, here, { dueOnly: true })
  await expect.poll(() => body).toContain('event: notification')
  stream.destroy()
  return { ...answer, statusCode: answer.statusCode, body } as Answer
}

const rightsByName = new Map(declaredEndpoints.map((endpoint) => [endpointName(endpoint), endpoint.right]))

const refusesName = (withdrawn: readonly WithdrawableRight[], name: string) =>
  !name.includes('/client/') && withdrawn.some((right) => rightsByName.get(name) === right)

/** The keys of all private links of the business. */
async function listLinks({ here: { db } }: Business): Promise<string[]> {
  const keys = await db
    .selectFrom('bookings')
    .select('hidden_id')
    .unionAll(db.selectFrom('waiting_list_entries').select('hidden_id'))
    .execute()
  return keys.map(({ hidden_id }) => hidden_id)
}

const CASES: { title: string; withdrawn: WithdrawableRight[] }[] = [
  { title: 'an operator without the right to see contacts finds them in no answer', withdrawn: ['contacts'] },
  {
    title: 'an operator without the rights to cancel and to open customers is refused both and finds no private link',
    withdrawn: ['cancellations', 'customers'],
  },
  {
    title:
      'an operator with all rights finds contacts in the answers that the previous one is refused, and private links',
    withdrawn: [],
  },
]

test.each(CASES)('$title', async ({ withdrawn }) => {
  const business = await aBusiness(withdrawn)
  await waitForJobs(server, business.here)
  const firstLinks = await listLinks(business)
  const bodies: [name: string, body: string][] = []
  const showsContacts = !withdrawn.includes('contacts')
  const showsLinks = showsContacts && !withdrawn.includes('cancellations')
  for (const [name, { call, hasContacts: shownBooking }] of Object.entries(CALLS)) {
    // With all rights only calls that the previous case refuses are made, and the one whose answer must have links.
    if (withdrawn.length === 0 && !refusesName(['cancellations', 'customers'], name) && name !== 'GET /bookings')
      continue
    if (refusesName(withdrawn, name)) {
      const { statusCode, body } = await call(business)
      expect([name, statusCode, body]).toEqual([name, 404, expect.stringContaining('non consentita per il tuo ruolo')])
      continue
    }
    const { statusCode, body } = await call(business)
    expect([name, statusCode < 300 ? 'ok' : body]).toEqual([name, 'ok'])
    expect([name, CONTACTS.test(body)]).toEqual([name, showsContacts && shownBooking === true])
    bodies.push([name, body])
  }
  const links = [...firstLinks, ...(await listLinks(business))]
  const withLinks = bodies.filter(([, body]) => links.some((link) => body.includes(link))).map(([name]) => name)
  if (showsLinks) expect(withLinks).toContain('GET /bookings')
  else expect(withLinks).toEqual([])
  const read = await business.operator.post('/customers/contacts-read', { customer_id: null })
  expect(read.statusCode).toBe(showsContacts ? 204 : 404)
})

test('the calls above cover every endpoint that an operator may call, except those of their own account', () => {
  const callable = declaredEndpoints.filter(
    ({ access, right }) => access === 'operator' && right !== 'account' && right !== 'contacts',
  )
  const called = Object.keys(CALLS).filter((name) => !name.includes('/client/'))
  expect(called.sort()).toEqual(callable.map(endpointName).sort())
})

describe('without the right to see contacts', () => {
  const stored = ({ here }: Pick<Business, 'here'>, id: number) =>
    here.db
      .selectFrom('bookings')
      .select(['name', 'email', 'telephone', 'customer_id', 'visit_hour'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  test('a search by e-mail or telephone finds nobody, and a typed contact tells nothing about a block', async () => {
    const { operator, admin, customer_id } = await aSmallBusiness()
    const find = async (q: string, by = operator) => (await by.get(`/customers/search?q=${q}`)).json().customers
    for (const q of ['qzxw', 'qzxw.segreta', TELEPHONE, '998877', `Giulia ${TELEPHONE}`, EMAIL]) {
      expect([q, await find(q)]).toEqual([q, []])
      expect(await find(q, admin)).not.toEqual([])
    }
    expect(await find('giul')).toMatchObject([{ id: customer_id, email: HIDDEN_EMAIL, telephone: HIDDEN_TELEPHONE }])

    await admin.put(`/customers/${customer_id}/block`, { is_blocked: true })
    const isBlocked = async (body: object) => (await operator.post('/customers/blocked', body)).json().is_blocked
    const hidden = { email: HIDDEN_EMAIL, telephone: HIDDEN_TELEPHONE }
    expect(await isBlocked(contacts)).toBe(false)
    expect(await isBlocked({ ...hidden, customer_id })).toBe(true)
    expect((await admin.post('/customers/blocked', contacts)).json()).toEqual({ is_blocked: true })
  })

  test('saving hidden contacts keeps the stored ones, also of a restricted customer, and typed contacts replace them', async () => {
    const business = await aSmallBusiness()
    const { operator, admin, booking, service, customer_id } = business
    const before = await stored(business, booking.id)
    const shownBooking = (await operator.get(`/bookings/${booking.id}`)).json()
    const change = (more: object) =>
      operator.put(
        `/bookings/update/${booking.id}`,
        { ...shownBooking, service_id: service.id, calendar_id: null, ...more },
        { 'if-match': `"${shownBooking.version}"` },
      )

    expect((await change({ visit_hour: '12:00' })).statusCode).toBe(200)
    expect(await stored(business, booking.id)).toEqual({ ...before, visit_hour: '12:00:00' })

    const outdated = await change({ name: 'Anna' })
    expect(outdated.statusCode).toBe(409)
    expect(outdated.json().current).toMatchObject({ name: 'Giulia', email: HIDDEN_EMAIL, hidden_id: '' })

    shownBooking.version += 1
    expect((await change({ telephone: '3471112222', visit_hour: '12:00' })).json().telephone).toBe(HIDDEN_TELEPHONE)
    const changed = await stored(business, booking.id)
    expect(changed).toMatchObject({ email: EMAIL, telephone: '3471112222' })

    await admin.put(`/customers/${customer_id}/restriction`, { is_restricted: true, reason: 'Richiesta' })
    const restricted = (await operator.get(`/bookings/${booking.id}`)).json()
    expect(restricted).toMatchObject({ ...RESTRICTED_PERSON, hidden_id: '' })
    const move = { ...restricted, service_id: service.id, calendar_id: null, visit_hour: '16:00' }
    expect((await operator.put(`/bookings/update/${booking.id}`, move)).statusCode).toBe(200)
    expect(await stored(business, booking.id)).toEqual({ ...changed, visit_hour: '16:00:00' })
  })

  test('a change of a series keeps the contacts of each visit', async () => {
    const business = await aSmallBusiness()
    const { operator, admin, service } = business
    const visits = [visit('2026-11-24', '09:00'), visit('2026-12-01', '09:00')]
    const series = await admin.post('/bookings/series', { ...giulia, ...contacts, service_id: service.id, visits })
    const [first, second] = series.json().bookings
    const { visit_day, visit_hour } = second
    const ownBooking = {
      ...giulia,
      email: EMAIL,
      telephone: '3470009988',
      service_id: service.id,
      visit_day,
      visit_hour,
    }
    await admin.put(`/bookings/update/${second.id}`, ownBooking)

    const shownBooking = (await operator.get(`/bookings/${first.id}`)).json()
    const change = { ...shownBooking, surname: 'Neri', calendar_id: null, visit_hour: '10:00' }
    expect((await operator.put(`/bookings/series/update/${first.id}`, change)).statusCode).toBe(200)

    expect(await stored(business, first.id)).toMatchObject({ telephone: TELEPHONE, visit_hour: '10:00:00' })
    expect(await stored(business, second.id)).toMatchObject({ telephone: '3470009988', visit_hour: '10:00:00' })
  })

  test('a booking for a known customer takes their contacts, and a repeated request is answered without them', async () => {
    const business = await aSmallBusiness()
    const { operator, service, customer_id } = business
    const [foundCustomer] = (await operator.get('/customers/search?q=giulia')).json().customers
    const { id: _, last_service_id: __, last_visit: ___, ...person } = foundCustomer
    const order = { ...person, service_id: service.id, customer_id: foundCustomer.id, ...visit('2026-11-28', '10:00') }
    const book = (body: object) => operator.post('/bookings/create', body, { 'idempotency-key': 'uno' })

    const booking = await book(order)
    expect(booking.statusCode).toBe(201)
    expect(booking.json().email).toBe(HIDDEN_EMAIL)
    expect(await stored(business, booking.json().id)).toMatchObject({ ...contacts, customer_id })
    expect((await book(order)).json().id).toBe(booking.json().id)
    const saved = await book({ ...order, visit_hour: '11:00' })
    expect(saved.json()).toMatchObject({ status: 409, current: { id: booking.json().id, email: HIDDEN_EMAIL } })

    const { customer_id: ____, ...unknown } = order
    for (const body of [unknown, { ...order, customer_id: 999_999 }]) {
      const refused = await operator.post('/bookings/create', { ...body, visit_hour: '12:00' })
      expect(refused.json().errors).toEqual([
        { path: 'customer_id', message: 'Scrivi l’email e il telefono, oppure scegli di nuovo il cliente.' },
      ])
    }
    const visits = [visit('2026-12-10', '09:00'), visit('2026-12-11', '09:00')]
    const series = await operator.post('/bookings/series', { ...order, visits })
    expect(await stored(business, series.json().bookings[1].id)).toMatchObject(contacts)
  })
})
