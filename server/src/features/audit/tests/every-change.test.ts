import type { AuditEntry } from '@prenoto/core/audit/audit.endpoints.ts'
import { auditActions } from '@prenoto/core/audit/audit-actions.ts'
import { calendarText, startCalendarServer } from '@prenoto/test-support/http/calendar-server.ts'
import { declaredEndpoints, endpointName } from '@prenoto/test-support/http/endpoints.ts'
import { makeForm } from '@prenoto/test-support/server/import-steps.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { afterEach, expect, test } from 'vitest'
import { hashAtOnce } from '../../accounts/users/passwords.ts'

const server = await sharedServer({
  ownDomains: { host: 'prenoto.example', addresses: ['203.0.113.1'], dnsServers: [], providerDomain: undefined },
})
const site = await startCalendarServer()
afterEach(() => {
  server.clock.now = NOW
})

const PASSWORD = 'Salone-2026!'
const hash = hashAtOnce(PASSWORD)

/** Texts of a customer that occur nowhere else, and secrets. */
const PERSON = { name: 'Zoraide', surname: 'Quarzi', email: 'zoraide.quarzi@example.it', telephone: '3399887766' }
const NEVER_RECORDED = /Zoraide|Quarzi|9988776|Nichel|Puntuale|2026!|argon/i
const { privacy: _, ...booking } = { ...aBooking, ...PERSON }

type Staff = Awaited<ReturnType<TestTenant['as']>>
type Answer = Awaited<ReturnType<Staff['get']>>
type Business = Awaited<ReturnType<typeof aBusiness>>
/** Prepares a record, and returns the request whose entry is expected. */
type Change = (business: Business) => Promise<() => Promise<Answer>>

async function aBusiness() {
  const here = await server.newTenant({ health_notes_role: 'operator', app_waiting_list_minutes: 0 })
  const admin = await here.as('admin', { password_hash: await hash })
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

/** The requests of a record at a path: creation, change, deletion and restoration. */
const crudChanges = (
  path: string,
  makeBody: (business: Business) => object,
  changed: object,
): Record<string, Change> => {
  const add = async (b: Business): Promise<string> => `${path}/${(await b.admin.post(path, makeBody(b))).json().id}`
  return {
    [`POST ${path}`]: async (b) => () => b.admin.post(path, makeBody(b)),
    [`PUT ${path}/:id`]: async (b) => {
      const one = await add(b)
      return () => b.admin.put(one, { ...makeBody(b), ...changed })
    },
    [`DELETE ${path}/:id`]: async (b) => {
      const one = await add(b)
      return () => b.admin.delete(one)
    },
    [`POST ${path}/:id/restore`]: async (b) => {
      const one = await add(b)
      await b.admin.delete(one)
      return () => b.admin.post(`${one}/restore`, undefined)
    },
  }
}

/** A change of a booking or its series. */
const ofBooking =
  (call: (b: Business, booking: { id: number; customer_id: number }) => Promise<Answer>): Change =>
  async (b) => {
    const createdBooking = await b.book()
    return () => call(b, createdBooking)
  }

const ofSeries =
  (call: (b: Business, id: number) => Promise<Answer>): Change =>
  async (b) => {
    const visits = ['2026-11-24', '2026-12-01'].map((visit_day) => ({ visit_day, visit_hour: '09:00' }))
    const response = await b.admin.post('/bookings/series', { ...booking, service_id: b.service.id, visits })
    return () => call(b, response.json().bookings[0].id)
  }

/** A change of what is kept about a customer's health. */
const ofHealth =
  (call: (b: Business, path: string) => Promise<Answer>, added?: 'notes' | 'documents'): Change =>
  async (b) => {
    const { customer_id } = await b.book()
    const path = `/customers/${customer_id}/health`
    await b.admin.put(`${path}/consent`, { given_on: '2026-11-20', method: 'paper' })
    if (added === undefined) return () => call(b, path)
    const body = added === 'notes' ? { text: 'Nichel' } : pdf()
    const { id } = (await b.admin.post(`${path}/${added}`, body)).json()
    return () => call(b, `${path}/${added}/${id}`)
  }

const ofUser =
  (call: (b: Business, path: string) => Promise<Answer>, row: object = {}): Change =>
  async (b) => {
    const { id } = await b.newUser({ role: 'editor', ...row })
    return () => call(b, `/users/${id}`)
  }

const ofWaiting =
  (call: (b: Business, path: string) => Promise<Answer>): Change =>
  async (b) => {
    const { id } = await b.newWaitingListEntry({ service_id: b.service.id, ...PERSON })
    return () => call(b, `/waiting-list/${id}`)
  }

const WEBHOOK = { url: 'http://127.0.0.1:9/hook', events: ['booking.created'] }

/** A proposal of two hours to a customer. */
async function aProposal(b: Business) {
  const { customer_id } = await b.book()
  const hours = ['15:00', '16:00'].map((visit_hour) => ({ visit_day: '2026-11-23', visit_hour }))
  return { customer_id, service_id: b.service.id, hours }
}

const addTotp = (b: Business, userId: number) =>
  server.owner.query('insert into totp_factors (tenant_id, user_id, secret, confirmed_at) values ($1, $2, $3, now())', [
    b.id,
    userId,
    'x',
  ])

const CHANGES: Record<string, Change> = {
  ...crudChanges('/services', ({ calendar_id }) => ({ ...service, calendar_id }), { amount: '25.00' }),
  ...crudChanges('/calendars', () => calendar, { monday_morning_from: '09:00', monday_morning_to: '12:00' }),
  ...crudChanges('/special-openings', ({ calendar_id }) => ({ ...opening, calendar_id }), { hour_to: '13:00' }),
  ...crudChanges('/changed-hours', ({ calendar_id }) => ({ ...otherHours, calendar_id }), { reason: 'Fiera' }),
  ...crudChanges('/days_off', ({ calendar_id }) => ({ ...closure, calendar_id }), { reason: 'Ferie' }),
  ...crudChanges('/users', () => user, { role: 'operator' }),
  'POST /days_off/batch': async (b) => () => b.admin.post('/days_off/batch', { spans: [closure], calendar_ids: null }),
  'PUT /days_off/batch/:id': async (b) => {
    const { id } = await b.newDayOff({ ...closure, calendar_id: b.calendar_id })
    return () => b.admin.put(`/days_off/batch/${id}`, { ...closure, reason: 'Ferie' })
  },
  'DELETE /days_off/batch/:id': async (b) => {
    const { id } = await b.newDayOff({ ...closure, calendar_id: b.calendar_id })
    return () => b.admin.delete(`/days_off/batch/${id}`)
  },
  'POST /days_off/batch/:id/restore': async (b) => {
    const { id } = await b.newDayOff({ ...closure, calendar_id: b.calendar_id })
    await b.admin.delete(`/days_off/batch/${id}`)
    return () => b.admin.post(`/days_off/batch/${id}/restore`, undefined)
  },
  'POST /days_off/bookings/restore': async (b) => {
    const { id } = await b.book()
    const monday = { ...closure, day_from: aBooking.visit_day, day_to: aBooking.visit_day }
    await b.admin.post('/days_off/batch', { spans: [monday], calendar_ids: null, cancel: { except: [] } })
    return () => b.admin.post('/days_off/bookings/restore', { ids: [id] })
  },
  'PUT /days_off/patron': async (b) => () => b.admin.put('/days_off/patron', { patron_day: '2026-12-07' }),

  'POST /bookings/create': async (b) => () =>
    b.admin.post('/bookings/create', { ...booking, service_id: b.service.id }),
  'PUT /bookings/update/:id': ofBooking((b, { id }) =>
    b.admin.put(`/bookings/update/${id}`, { ...booking, surname: 'Quarzini', service_id: b.service.id }),
  ),
  'PUT /bookings/reschedule/:id': ofBooking((b, { id }) =>
    b.admin.put(`/bookings/reschedule/${id}`, { visit_day: '2026-11-25', visit_hour: '09:00' }),
  ),
  'POST /bookings/undo-reschedule/:id': async (b) => {
    const { id } = await b.book()
    await b.admin.put(`/bookings/reschedule/${id}`, { visit_day: '2026-11-25', visit_hour: '09:00' })
    return () => b.admin.post(`/bookings/undo-reschedule/${id}`, {})
  },
  'POST /bookings/silence-reschedule/:id': async (b) => {
    const { id } = await b.book()
    await b.admin.put(`/bookings/reschedule/${id}`, { visit_day: '2026-11-25', visit_hour: '09:00' })
    return () => b.admin.post(`/bookings/silence-reschedule/${id}`, {})
  },
  'POST /bookings/adopt-telephone/:id': async (b) => {
    await b.book()
    const { id } = await b.book('10:00', { telephone: '3391112222' })
    return () => b.admin.post(`/bookings/adopt-telephone/${id}`, {})
  },
  'PUT /bookings/attendance/:id': async (b) => {
    const { id } = await b.book('11:00', { visit_day: '2026-11-21' })
    return () => b.admin.put(`/bookings/attendance/${id}`, { attendance: 'arrived' })
  },
  'DELETE /bookings/delete/:id': ofBooking((b, { id }) => b.admin.delete(`/bookings/delete/${id}`)),
  'POST /bookings/restore/:id': async (b) => {
    const { id } = await b.book()
    await b.admin.delete(`/bookings/delete/${id}`)
    return () => b.admin.post(`/bookings/restore/${id}`, {})
  },
  'POST /bookings/series': async (b) => () =>
    b.admin.post('/bookings/series', {
      ...booking,
      service_id: b.service.id,
      visits: ['2026-11-24', '2026-12-01'].map((visit_day) => ({ visit_day, visit_hour: '09:00' })),
    }),
  'PUT /bookings/series/update/:id': ofSeries((b, id) =>
    b.admin.put(`/bookings/series/update/${id}`, {
      ...booking,
      service_id: b.service.id,
      visit_day: '2026-11-24',
      visit_hour: '10:00',
    }),
  ),
  'DELETE /bookings/series/delete/:id': ofSeries((b, id) => b.admin.delete(`/bookings/series/delete/${id}`)),
  'POST /bookings/series/restore/:id': ofSeries(async (b, id) => {
    await b.admin.delete(`/bookings/series/delete/${id}`)
    return b.admin.post(`/bookings/series/restore/${id}`, {})
  }),

  'POST /customers': async (b) => () => b.admin.post('/customers', PERSON),
  'PUT /customers/:id': ofBooking((b, { customer_id }) =>
    b.admin.put(`/customers/${customer_id}`, { ...PERSON, name: 'Zora' }),
  ),
  'DELETE /customers/:id': async (b) => {
    const { customer_id } = await b.book()
    server.clock.now = NOW.add({ hours: 24 * 4 })
    const later = b.withToken(await b.newSession(b.admin.id))
    return () => later.delete(`/customers/${customer_id}`)
  },
  'PUT /customers/:id/block': ofBooking((b, { customer_id }) =>
    b.admin.put(`/customers/${customer_id}/block`, { is_blocked: true }),
  ),
  'PUT /customers/:id/notes': ofBooking((b, { customer_id }) =>
    b.admin.put(`/customers/${customer_id}/notes`, { notes: 'Puntuale' }),
  ),
  'PUT /customers/:id/restriction': ofBooking((b, { customer_id }) =>
    b.admin.put(`/customers/${customer_id}/restriction`, { is_restricted: true, reason: 'Puntuale' }),
  ),
  'POST /customers/:id/merge': async (b) => {
    const [one, other] = [await b.book(), await b.book('10:00', { name: 'Zora' })]
    return () => b.admin.post(`/customers/${one.customer_id}/merge`, { other_id: other.customer_id })
  },
  'POST /customers/contacts-read': ofBooking((b, { customer_id }) =>
    b.admin.post('/customers/contacts-read', { customer_id }),
  ),
  'DELETE /customers/:id/health': ofHealth(async (b, path) => {
    await b.admin.post(`${path}/notes`, { text: 'Nichel' })
    return b.admin.delete(path)
  }),
  'PUT /customers/:id/health/consent': async (b) => {
    const { customer_id } = await b.book()
    const consent = { given_on: '2026-11-20', method: 'paper' }
    return () => b.admin.put(`/customers/${customer_id}/health/consent`, consent)
  },
  'DELETE /customers/:id/health/consent': ofHealth((b, path) => b.admin.delete(`${path}/consent`)),
  'POST /customers/:id/health/notes': ofHealth((b, path) => b.admin.post(`${path}/notes`, { text: 'Nichel' })),
  'PUT /customers/:id/health/notes/:noteId': ofHealth(
    (b, path) => b.admin.put(path, { text: 'Nichel e lattice' }),
    'notes',
  ),
  'DELETE /customers/:id/health/notes/:noteId': ofHealth((b, path) => b.admin.delete(path), 'notes'),
  'POST /customers/:id/health/documents': ofHealth((b, path) => b.admin.post(`${path}/documents`, pdf())),
  'DELETE /customers/:id/health/documents/:documentId': ofHealth((b, path) => b.admin.delete(path), 'documents'),

  'PUT /contact-requests/:id/answered': async (b) => {
    const { id } = (await b.post('/client/contact', aRequest)).json()
    return () => b.admin.put(`/contact-requests/${id}/answered`, { answered: true })
  },
  'DELETE /contact-requests/:id': async (b) => {
    const { id } = (await b.post('/client/contact', aRequest)).json()
    return () => b.admin.delete(`/contact-requests/${id}`)
  },
  'POST /webhooks': async (b) => () => b.admin.post('/webhooks', WEBHOOK),
  'PUT /webhooks/:id': async (b) => {
    const { id } = (await b.admin.post('/webhooks', WEBHOOK)).json()
    return () => b.admin.put(`/webhooks/${id}`, { ...WEBHOOK, contacts: true })
  },
  'DELETE /webhooks/:id': async (b) => {
    const { id } = (await b.admin.post('/webhooks', WEBHOOK)).json()
    return () => b.admin.delete(`/webhooks/${id}`)
  },
  'POST /webhooks/:id/trial': async (b) => {
    const { id } = (await b.admin.post('/webhooks', WEBHOOK)).json()
    return () => b.admin.post(`/webhooks/${id}/trial`, undefined)
  },
  'POST /webhooks/:id/deliveries/:delivery/replay': async (b) => {
    const { id } = (await b.admin.post('/webhooks', WEBHOOK)).json()
    const delivery = (await b.admin.post(`/webhooks/${id}/trial`, undefined)).json()
    return () => b.admin.post(`/webhooks/${id}/deliveries/${delivery.id}/replay`, undefined)
  },
  'POST /api_keys': async (b) => () => b.admin.post('/api_keys', { name: 'Cassa', rights: ['read'] }),
  'DELETE /api_keys/:id': async (b) => {
    const { id } = (await b.admin.post('/api_keys', { name: 'Cassa', rights: ['read'] })).json()
    return () => b.admin.delete(`/api_keys/${id}`)
  },
  'POST /proposals': async (b) => {
    const proposal = await aProposal(b)
    return () => b.admin.post('/proposals', proposal)
  },
  'DELETE /proposals/:id': async (b) => {
    const { id } = (await b.admin.post('/proposals', await aProposal(b))).json()
    return () => b.admin.delete(`/proposals/${id}`)
  },
  'POST /calendars/:id/busy_feeds': async (b) => {
    const { url } = site.newFile({ body: calendarText() })
    return () => b.admin.post(`/calendars/${b.calendar_id}/busy_feeds`, { name: 'Google', url })
  },
  'DELETE /calendars/:id/busy_feeds/:feed': async (b) => {
    const { url } = site.newFile({ body: calendarText() })
    const path = `/calendars/${b.calendar_id}/busy_feeds`
    const { id } = (await b.admin.post(path, { name: 'Google', url })).json()
    return () => b.admin.delete(`${path}/${id}`)
  },
  'POST /waiting-list/:id/offer': ofWaiting((b, path) => b.admin.post(`${path}/offer`, { visit_hour: '17:00' })),
  'DELETE /waiting-list/:id': ofWaiting((b, path) => b.admin.delete(path)),
  'POST /waiting-list/:id/restore': ofWaiting(async (b, path) => {
    await b.admin.delete(path)
    return b.admin.post(`${path}/restore`, {})
  }),
  'POST /data_copies': async (b) => () => b.admin.post('/data_copies', undefined),
  'DELETE /imports/:id': async (b) => {
    const file = makeForm('nome,cognome,email,telefono\nZoraide,Quarzi,zoraide.quarzi@example.it,3399887766')
    const { id } = (await b.admin.post('/imports?kind=customers', file)).json()
    return () => b.admin.delete(`/imports/${id}`)
  },

  'PUT /configs/update': async (b) => () => b.admin.put('/configs/update', { app_name: 'Aurora' }),
  'PUT /configs/privacy': async (b) => () => b.admin.put('/configs/privacy', { version: 0, text: 'Testo' }),
  'PUT /configs/rights': async (b) => () => b.admin.put('/configs/rights', { right: 'contacts', is_granted: false }),
  'PUT /configs/health-notes': async (b) => () => b.admin.put('/configs/health-notes', { role: 'admin' }),
  'PUT /configs/text-messages': async (b) => () =>
    b.admin.put('/configs/text-messages', { confirmations: 'none', reminders: 'none', cap_cents: 2_000 }),
  'POST /configs/upload-logo': async (b) => () => b.admin.post('/configs/upload-logo', png('logo')),
  'POST /domains': async (b) => () => b.admin.post('/domains', { domain: `www.${b.domain}.it` }),
  'DELETE /domains/:domain': async (b) => {
    const domain = `www.${b.domain}.it`
    await b.admin.post('/domains', { domain })
    return () => b.admin.delete(`/domains/${domain}`)
  },

  'PUT /domains/:domain/canonical': async (b) => {
    const domain = `www.${b.domain}.it`
    await server.owner.query('insert into domains (tenant_id, domain) values ($1, $2)', [b.id, domain])
    return () => b.admin.put(`/domains/${domain}/canonical`, undefined)
  },

  'PUT /users/second-factors': async (b) => {
    await addTotp(b, b.admin.id)
    return () => b.admin.put('/users/second-factors', { is_required: true })
  },
  'DELETE /users/:id/second-factor': async (b) => {
    const { id } = await b.newUser({ role: 'editor' })
    await addTotp(b, id)
    return () => b.admin.delete(`/users/${id}/second-factor`)
  },
  'POST /user/second-factor/recovery-codes': async (b) => {
    await addTotp(b, b.admin.id)
    return () => b.admin.post('/user/second-factor/recovery-codes', undefined)
  },
  'DELETE /user/second-factor/totp': async (b) => {
    await addTotp(b, b.admin.id)
    return () => b.admin.delete('/user/second-factor/totp')
  },
  'POST /users/:id/administrator': ofUser((b, path) => b.admin.post(`${path}/administrator`, undefined), {
    password_hash: 'x',
  }),
  'POST /users/:id/invitation': ofUser((b, path) => b.admin.post(`${path}/invitation`, undefined), {
    password_hash: null,
  }),
  'PUT /user/update': async (b) => () => b.admin.put('/user/update', { ...user, email: 'ada@salone.it' }),
  'PUT /user/update-password': async (b) => () =>
    b.admin.put('/user/update-password', {
      current_password: PASSWORD,
      new_password: 'Nuova-2026!',
      confirm_password: 'Nuova-2026!',
    }),
  'POST /user/upload-photo': async (b) => () => b.admin.post('/user/upload-photo', png('photo')),
  'POST /user/calendar-feed': async (b) => () => b.admin.post('/user/calendar-feed', undefined),
  'DELETE /user/calendar-feed': async (b) => {
    await b.admin.post('/user/calendar-feed', undefined)
    return () => b.admin.delete('/user/calendar-feed')
  },
  'POST /user/calendar-feeds': async (b) => () =>
    b.admin.post('/user/calendar-feeds', { calendar_id: b.calendar_id, shows_names: false }),
  'DELETE /user/calendar-feeds/:id': async (b) => {
    const link = { calendar_id: null, shows_names: false }
    const { id } = (await b.admin.post('/user/calendar-feeds', link)).json()
    return () => b.admin.delete(`/user/calendar-feeds/${id}`)
  },
  'POST /logout': async (b) => {
    const other = b.withToken(await b.newSession(b.admin.id))
    return () => other.post('/logout', undefined)
  },
  'DELETE /sessions': async (b) => {
    await b.newSession(b.admin.id)
    return () => b.admin.delete('/sessions')
  },
  'DELETE /sessions/:id': async (b) => {
    await b.newSession(b.admin.id)
    const { id } = (await b.admin.get('/sessions'))
      .json()
      .find(({ is_current }: { is_current: boolean }) => !is_current)
    return () => b.admin.delete(`/sessions/${id}`)
  },
}

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

test('every staff endpoint that writes is tested here or has a reason', () => {
  const writing = declaredEndpoints.filter(({ access, method }) => access !== 'visitor' && method !== 'GET')

  expect([...Object.keys(CHANGES), ...Object.keys(NOT_RECORDED)].sort()).toEqual(writing.map(endpointName).sort())
})

test.for(Object.entries(CHANGES))('%s is recorded, without secrets and personal data', async ([, prepare]) => {
  const business = await aBusiness()
  const trail = async (): Promise<AuditEntry[]> => {
    // Some changes end the sessions of the user.
    const reader = business.withToken(await business.newSession(business.admin.id))
    return (await reader.get('/audit?per_page=100')).json().entries
  }
  const change = await prepare(business)
  const earlier = new Set((await trail()).map(({ id }) => id))

  const answer = await change()
  expect([answer.statusCode, answer.body]).toEqual([expect.toBeOneOf([200, 201, 204]), expect.any(String)])

  const entries = (await trail()).filter(({ id }) => !earlier.has(id))
  expect(entries).not.toEqual([])
  for (const { user_id, action, before, after } of entries) {
    expect(user_id).toBe(business.admin.id)
    expect(auditActions).toHaveProperty([action])
    expect(JSON.stringify([before, after])).not.toMatch(NEVER_RECORDED)
  }
})
