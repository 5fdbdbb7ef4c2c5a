import { auditActions } from '@prenoto/core/audit/audit-actions.ts'
import { PASSWORD, PASSWORD_HASH } from '@prenoto/test-support/fixtures/password.ts'
import { calendarText, startCalendarServer } from '@prenoto/test-support/http/calendar-server.ts'
import { declaredEndpoints, endpointName } from '@prenoto/test-support/http/endpoints.ts'
import { makeForm } from '@prenoto/test-support/server/import-steps.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { afterEach, expect, test } from 'vitest'
import { listAuditEntries } from '../audit-list.repository.ts'

const server = await sharedServer({
  ownDomains: { host: 'prenoto.example', addresses: ['203.0.113.1'], dnsServers: [], providerDomain: undefined },
  url: (await sharedServer()).url,
})
const site = await startCalendarServer()
afterEach(() => {
  server.clock.now = NOW
})

/** Texts of a customer that occur nowhere else, and secrets. */
const PERSON = { name: 'Zoraide', surname: 'Quarzi', email: 'zoraide.quarzi@example.it', telephone: '3399887766' }
const NEVER_RECORDED = /Zoraide|Quarzi|9988776|Nichel|Puntuale|2026!|argon/i
const { privacy: _, ...booking } = { ...aBooking, ...PERSON }

type Staff = Awaited<ReturnType<TestTenant['as']>>
type Answer = Awaited<ReturnType<Staff['get']>>
type Business = Awaited<ReturnType<typeof aBusiness>>
/** Sends a request of this endpoint, whose entry is expected. Returns its answer. */
type RecordChange = (endpoint: string, call: () => Promise<Answer>) => Promise<Changed>
/** The fields of answers that later changes need. */
type Changed = { id: number; bookings: { id: number }[] }
/** Changes that follow one another in a business. */
type Flow = (business: Business, record: RecordChange) => Promise<void>

async function aBusiness() {
  const here = await server.newTenant({ health_notes_role: 'operator', app_waiting_list_minutes: 0 })
  const admin = await here.as('admin', { password_hash: PASSWORD_HASH })
  const service = await here.newService({ allow_medical_notes: true })
  const book = async (visit_hour = '09:00', more: object = {}): Promise<{ id: number; customer_id: number }> => {
    const { id } = (await here.book(service.id, { ...booking, visit_hour, ...more })).json()
    return { id, customer_id: (await admin.get(`/bookings/${id}`)).json().customer_id }
  }
  return { ...here, admin, service, calendar_id: service.calendar_id, book }
}

const png = (field: string) => {
  const form = new FormData()
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  form.append(field, new Blob([Buffer.from(dot, 'base64')], { type: 'image/png' }), 'a.png')
  return form
}
const pdf = () => {
  const form = new FormData()
  form.append('document', new Blob([Buffer.from('%PDF-1.4\n%%EOF')]), 'nichel.pdf')
  return form
}
const service = { name: 'Taglio', duration: 30, amount: '20.00', description: 'Breve' }
const calendar = { name: 'Sala', description: 'Grande', from: '2026-01-01', simultaneous_bookings_number: 1 }
const closure = { day_from: '2026-12-24', hour_from: '09:00', day_to: '2026-12-24', hour_to: '18:00', reason: 'Natale' }
const opening = { day: '2026-11-29', hour_from: '09:00', hour_to: '12:00', reason: 'Fiera' }
const windows = [{ weekdays: [1], from: '14:00', to: '20:00' }]
const otherHours = { day_from: '2026-11-30', day_to: '2026-12-04', windows, reason: 'Corso' }
const user = { name: 'Luca', surname: 'Gallo', email: 'luca@salone.it', role: 'editor', phone: '' }

/** Creates, changes, deletes and restores a record at a path. */
async function recordCrud({ admin }: Business, record: RecordChange, [path, body, changed]: [string, object, object]) {
  const { id } = await record(`POST ${path}`, () => admin.post(path, body))
  await record(`PUT ${path}/:id`, () => admin.put(`${path}/${id}`, { ...body, ...changed }))
  await record(`DELETE ${path}/:id`, () => admin.delete(`${path}/${id}`))
  await record(`POST ${path}/:id/restore`, () => admin.post(`${path}/${id}/restore`, undefined))
}

const WEBHOOK = { url: 'http://127.0.0.1:9/hook', events: ['booking.created'] }

const addTotp = (b: Business, userId: number) =>
  server.owner.query('insert into totp_factors (tenant_id, user_id, secret, confirmed_at) values ($1, $2, $3, now())', [
    b.id,
    userId,
    'x',
  ])

const visits = ['2026-11-24', '2026-12-01'].map((visit_day) => ({ visit_day, visit_hour: '09:00' }))

const FLOWS: [title: string, flow: Flow][] = [
  [
    'services, calendars, hours, closures and users',
    async (b, record) => {
      const { calendar_id } = b
      const calendarHours = { monday_morning_from: '09:00', monday_morning_to: '12:00' }
      await recordCrud(b, record, ['/services', { ...service, calendar_id }, { amount: '25.00' }])
      await recordCrud(b, record, ['/calendars', calendar, calendarHours])
      await recordCrud(b, record, ['/special-openings', { ...opening, calendar_id }, { hour_to: '13:00' }])
      await recordCrud(b, record, ['/changed-hours', { ...otherHours, calendar_id }, { reason: 'Fiera' }])
      await recordCrud(b, record, ['/days_off', { ...closure, calendar_id }, { reason: 'Ferie' }])
      await recordCrud(b, record, ['/users', user, { role: 'operator' }])
    },
  ],
  [
    'closures of several calendars',
    async ({ admin, book, newDayOff, calendar_id }, record) => {
      const all = { spans: [closure], calendar_ids: null }
      await record('POST /days_off/batch', () => admin.post('/days_off/batch', all))
      const { id } = await newDayOff({ ...closure, calendar_id })
      const path = `/days_off/batch/${id}`
      await record('PUT /days_off/batch/:id', () => admin.put(path, { ...closure, reason: 'Ferie' }))
      await record('DELETE /days_off/batch/:id', () => admin.delete(path))
      await record('POST /days_off/batch/:id/restore', () => admin.post(`${path}/restore`, undefined))
      await record('PUT /days_off/patron', () => admin.put('/days_off/patron', { patron_day: '2026-12-07' }))

      const { id: booked } = await book()
      const monday = { ...closure, day_from: aBooking.visit_day, day_to: aBooking.visit_day }
      await admin.post('/days_off/batch', { spans: [monday], calendar_ids: null, cancel: { except: [] } })
      await record('POST /days_off/bookings/restore', () => admin.post('/days_off/bookings/restore', { ids: [booked] }))
    },
  ],
  [
    'bookings',
    async ({ admin, book, service: { id: service_id } }, record) => {
      const { id } = await record('POST /bookings/create', () =>
        admin.post('/bookings/create', { ...booking, service_id }),
      )
      const { id: other } = await book('10:00', { telephone: '3391112222' })
      await record('POST /bookings/adopt-telephone/:id', () => admin.post(`/bookings/adopt-telephone/${other}`, {}))
      await record('PUT /bookings/update/:id', () =>
        admin.put(`/bookings/update/${id}`, { ...booking, surname: 'Quarzini', service_id }),
      )
      const reschedule = () => admin.put(`/bookings/reschedule/${id}`, { visit_day: '2026-11-25', visit_hour: '09:00' })
      await record('PUT /bookings/reschedule/:id', reschedule)
      await record('POST /bookings/undo-reschedule/:id', () => admin.post(`/bookings/undo-reschedule/${id}`, {}))
      await reschedule()
      await record('POST /bookings/silence-reschedule/:id', () => admin.post(`/bookings/silence-reschedule/${id}`, {}))
      await record('DELETE /bookings/delete/:id', () => admin.delete(`/bookings/delete/${id}`))
      await record('POST /bookings/restore/:id', () => admin.post(`/bookings/restore/${id}`, {}))
      const { id: today } = await book('11:00', { visit_day: '2026-11-21' })
      await record('PUT /bookings/attendance/:id', () =>
        admin.put(`/bookings/attendance/${today}`, { attendance: 'arrived' }),
      )

      const { bookings } = await record('POST /bookings/series', () =>
        admin.post('/bookings/series', { ...booking, service_id, visits }),
      )
      const first = bookings[0]!.id
      await record('PUT /bookings/series/update/:id', () =>
        admin.put(`/bookings/series/update/${first}`, {
          ...booking,
          service_id,
          visit_day: '2026-11-24',
          visit_hour: '10:00',
        }),
      )
      await record('DELETE /bookings/series/delete/:id', () => admin.delete(`/bookings/series/delete/${first}`))
      await record('POST /bookings/series/restore/:id', () => admin.post(`/bookings/series/restore/${first}`, {}))
    },
  ],
  [
    'customers',
    async (b, record) => {
      const { admin, book } = b
      await record('POST /customers', () => admin.post('/customers', PERSON))
      const { customer_id } = await book()
      const path = `/customers/${customer_id}`
      await record('POST /customers/contacts-read', () => admin.post('/customers/contacts-read', { customer_id }))
      await record('PUT /customers/:id', () => admin.put(path, { ...PERSON, name: 'Zora' }))
      await record('PUT /customers/:id/notes', () => admin.put(`${path}/notes`, { notes: 'Puntuale' }))
      const { customer_id: other_id } = await book('10:00')
      await record('POST /customers/:id/merge', () => admin.post(`${path}/merge`, { other_id }))
      await record('PUT /customers/:id/block', () => admin.put(`${path}/block`, { is_blocked: true }))
      const restriction = { is_restricted: true, reason: 'Puntuale' }
      await record('PUT /customers/:id/restriction', () => admin.put(`${path}/restriction`, restriction))
      await admin.put(`${path}/restriction`, { is_restricted: false, reason: '' })

      server.clock.now = NOW.add({ hours: 24 * 4 })
      const later = b.withToken(await b.newSession(admin.id))
      await record('DELETE /customers/:id', () => later.delete(path))
    },
  ],
  [
    'notes about health',
    async ({ admin, book }, record) => {
      const path = `/customers/${(await book()).customer_id}/health`
      await record('PUT /customers/:id/health/consent', () =>
        admin.put(`${path}/consent`, { given_on: '2026-11-20', method: 'paper' }),
      )
      const add = () => admin.post(`${path}/notes`, { text: 'Nichel' })
      const note = await record('POST /customers/:id/health/notes', add)
      await record('PUT /customers/:id/health/notes/:noteId', () =>
        admin.put(`${path}/notes/${note.id}`, { text: 'Nichel e lattice' }),
      )
      await record('DELETE /customers/:id/health/notes/:noteId', () => admin.delete(`${path}/notes/${note.id}`))
      const document = await record('POST /customers/:id/health/documents', () =>
        admin.post(`${path}/documents`, pdf()),
      )
      await record('DELETE /customers/:id/health/documents/:documentId', () =>
        admin.delete(`${path}/documents/${document.id}`),
      )
      await add()
      await record('DELETE /customers/:id/health', () => admin.delete(path))
      await record('DELETE /customers/:id/health/consent', () => admin.delete(`${path}/consent`))
    },
  ],
  [
    'contact requests, proposals and the waiting list',
    async (b, record) => {
      const { admin } = b
      const { id: request } = (await b.post('/client/contact', aRequest)).json()
      await record('PUT /contact-requests/:id/answered', () =>
        admin.put(`/contact-requests/${request}/answered`, { answered: true }),
      )
      await record('DELETE /contact-requests/:id', () => admin.delete(`/contact-requests/${request}`))

      const { customer_id } = await b.book()
      const hours = ['15:00', '16:00'].map((visit_hour) => ({ visit_day: '2026-11-23', visit_hour }))
      const proposal = await record('POST /proposals', () =>
        admin.post('/proposals', { customer_id, service_id: b.service.id, hours }),
      )
      await record('DELETE /proposals/:id', () => admin.delete(`/proposals/${proposal.id}`))

      const path = `/waiting-list/${(await b.newWaitingListEntry({ service_id: b.service.id, ...PERSON })).id}`
      await record('POST /waiting-list/:id/offer', () => admin.post(`${path}/offer`, { visit_hour: '17:00' }))
      await record('DELETE /waiting-list/:id', () => admin.delete(path))
      await record('POST /waiting-list/:id/restore', () => admin.post(`${path}/restore`, {}))
    },
  ],
  [
    'what other programs may read and send',
    async ({ admin, calendar_id }, record) => {
      const { id } = await record('POST /webhooks', () => admin.post('/webhooks', WEBHOOK))
      await record('PUT /webhooks/:id', () => admin.put(`/webhooks/${id}`, { ...WEBHOOK, contacts: true }))
      const delivery = await record('POST /webhooks/:id/trial', () => admin.post(`/webhooks/${id}/trial`, undefined))
      await record('POST /webhooks/:id/deliveries/:delivery/replay', () =>
        admin.post(`/webhooks/${id}/deliveries/${delivery.id}/replay`, undefined),
      )
      await record('DELETE /webhooks/:id', () => admin.delete(`/webhooks/${id}`))

      const key = await record('POST /api_keys', () => admin.post('/api_keys', { name: 'Cassa', rights: ['read'] }))
      await record('DELETE /api_keys/:id', () => admin.delete(`/api_keys/${key.id}`))

      const { url } = site.newFile({ body: calendarText() })
      const path = `/calendars/${calendar_id}/busy_feeds`
      const feed = await record('POST /calendars/:id/busy_feeds', () => admin.post(path, { name: 'Google', url }))
      await record('DELETE /calendars/:id/busy_feeds/:feed', () => admin.delete(`${path}/${feed.id}`))

      await record('POST /data_copies', () => admin.post('/data_copies', undefined))
      const file = makeForm('nome,cognome,email,telefono\nZoraide,Quarzi,zoraide.quarzi@example.it,3399887766')
      const imported = (await admin.post('/imports?kind=customers', file)).json()
      await record('DELETE /imports/:id', () => admin.delete(`/imports/${imported.id}`))
    },
  ],
  [
    'the configuration and domains',
    async ({ admin, id, domain: provided }, record) => {
      await record('PUT /configs/update', () => admin.put('/configs/update', { app_name: 'Aurora' }))
      await record('PUT /configs/privacy', () => admin.put('/configs/privacy', { version: 0, text: 'Testo' }))
      await record('PUT /configs/rights', () => admin.put('/configs/rights', { right: 'contacts', is_granted: false }))
      await record('PUT /configs/health-notes', () => admin.put('/configs/health-notes', { role: 'admin' }))
      const texts = { confirmations: 'none', reminders: 'none', cap_cents: 2_000 }
      await record('PUT /configs/text-messages', () => admin.put('/configs/text-messages', texts))
      await record('POST /configs/upload-logo', () => admin.post('/configs/upload-logo', png('logo')))

      const domain = `www.${provided}.it`
      await record('POST /domains', () => admin.post('/domains', { domain }))
      await record('DELETE /domains/:domain', () => admin.delete(`/domains/${domain}`))
      await server.owner.query('insert into domains (tenant_id, domain) values ($1, $2)', [id, domain])
      await record('PUT /domains/:domain/canonical', () => admin.put(`/domains/${domain}/canonical`, undefined))
    },
  ],
  [
    'the second factor, roles and invitations of users',
    async (b, record) => {
      const { admin, newUser } = b
      const { id: editor } = await newUser({ role: 'editor', password_hash: 'x' })
      await addTotp(b, admin.id)
      await addTotp(b, editor)
      await record('POST /user/second-factor/recovery-codes', () =>
        admin.post('/user/second-factor/recovery-codes', undefined),
      )
      await record('DELETE /users/:id/second-factor', () => admin.delete(`/users/${editor}/second-factor`))
      await record('DELETE /user/second-factor/totp', () => admin.delete('/user/second-factor/totp'))
      await addTotp(b, admin.id)
      await record('PUT /users/second-factors', () => admin.put('/users/second-factors', { is_required: true }))
      await record('POST /users/:id/administrator', () => admin.post(`/users/${editor}/administrator`, undefined))
      const { id: invited } = await newUser({ role: 'editor', password_hash: null })
      await record('POST /users/:id/invitation', () => admin.post(`/users/${invited}/invitation`, undefined))
    },
  ],
  [
    'the account of a user and its sessions',
    async (b, record) => {
      const { admin } = b
      await record('PUT /user/update', () => admin.put('/user/update', { ...user, email: 'ada@salone.it' }))
      await record('POST /user/upload-photo', () => admin.post('/user/upload-photo', png('photo')))
      await record('POST /user/calendar-feed', () => admin.post('/user/calendar-feed', undefined))
      await record('DELETE /user/calendar-feed', () => admin.delete('/user/calendar-feed'))
      const link = { calendar_id: b.calendar_id, shows_names: false }
      const feed = await record('POST /user/calendar-feeds', () => admin.post('/user/calendar-feeds', link))
      await record('DELETE /user/calendar-feeds/:id', () => admin.delete(`/user/calendar-feeds/${feed.id}`))

      const other = b.withToken(await b.newSession(admin.id))
      await record('POST /logout', () => other.post('/logout', undefined))
      await b.newSession(admin.id)
      const { id } = (await admin.get('/sessions'))
        .json()
        .find(({ is_current }: { is_current: boolean }) => !is_current)
      await record('DELETE /sessions/:id', () => admin.delete(`/sessions/${id}`))
      await b.newSession(admin.id)
      await record('DELETE /sessions', () => admin.delete('/sessions'))
      await record('PUT /user/update-password', () =>
        admin.put('/user/update-password', {
          current_password: PASSWORD,
          new_password: 'Nuova-2026!',
          confirm_password: 'Nuova-2026!',
        }),
      )
    },
  ],
]

const aRequest = {
  name: 'Zoraide Quarzi',
  email: PERSON.email,
  phone: PERSON.telephone,
  message: 'Puntuale?',
  privacy: true,
}

const READS = 'reads with a body'
const STEP = 'a step that changes nothing by itself; its end is recorded'
const OWN = 'what a user sees on their own devices'
const ELSEWHERE = 'needs more than a request; recorded according to the tests of its feature'

/** The endpoints whose calls leave no entry in this test, and why. */
const NOT_RECORDED: Record<string, string> = {
  'POST /bookings/colleagues': READS,
  'POST /bookings/events': READS,
  'POST /bookings/series/preview': READS,
  'POST /exceptions/bookings': READS,
  'POST /customers/blocked': READS,
  'POST /users/email-conflict': READS,
  'POST /imports': STEP,
  'POST /imports/:id/check': STEP,
  'POST /imports/:id/resume': STEP,
  'POST /imports/:id/start': STEP,
  'POST /imports/:id/undo': STEP,
  'POST /user/second-factor/totp': STEP,
  'POST /user/second-factor/passkeys/options': STEP,
  'POST /session/passkey': STEP,
  'POST /session/proof': STEP,
  // The record that shows the picture is recorded.
  'POST /pictures': STEP,
  'POST /upload': STEP,
  'PUT /dashboard/first-steps': OWN,
  'PATCH /notifications/:id/read': OWN,
  'PATCH /notifications/read-all': OWN,
  'PUT /notifications/push/causes': OWN,
  'PUT /notifications/push/devices': OWN,
  'POST /notifications/push/devices': OWN,
  'DELETE /notifications/push/devices/:id': OWN,
  'POST /domains/:domain/verification': ELSEWHERE,
  'POST /user/second-factor/totp/confirm': ELSEWHERE,
  'POST /user/second-factor/passkeys': ELSEWHERE,
  'DELETE /user/second-factor/passkeys/:id': ELSEWHERE,
  'PUT /customers/:id/text-consent': ELSEWHERE,
  'POST /dashboard/unusual-bookings/cancel': ELSEWHERE,
  'POST /dashboard/unusual-bookings/restore': ELSEWHERE,
}

const recordedEndpoints: string[] = []

test.for(FLOWS)('changes of %s are recorded, without secrets and personal data', async ([, flow]) => {
  const business = await aBusiness()
  const seen = new Set<number>()
  const listNew = async () => {
    const entries = await listAuditEntries(business.ctx(), {}, { after: undefined, limit: 100 })
    return entries.filter(({ id }) => !seen.has(id) && seen.add(id))
  }

  await flow(business, async (endpoint, call) => {
    recordedEndpoints.push(endpoint)
    await listNew()

    const answer = await call()
    expect([endpoint, answer.statusCode, answer.body]).toEqual([
      endpoint,
      expect.toBeOneOf([200, 201, 204]),
      expect.any(String),
    ])

    const entries = await listNew()
    expect([endpoint, entries]).not.toEqual([endpoint, []])
    for (const { user_id, action, before, after } of entries) {
      expect([endpoint, user_id]).toEqual([endpoint, business.admin.id])
      expect(auditActions).toHaveProperty([action])
      expect(JSON.stringify([before, after])).not.toMatch(NEVER_RECORDED)
    }
    return JSON.parse(answer.body || '{}')
  })
})

test('every staff endpoint that writes is tested above or has a reason', () => {
  const writing = declaredEndpoints.filter(({ access, method }) => access !== 'visitor' && method !== 'GET')

  expect([...recordedEndpoints, ...Object.keys(NOT_RECORDED)].sort()).toEqual(writing.map(endpointName).sort())
})
