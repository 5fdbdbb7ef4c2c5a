import { PASSWORD, PASSWORD_HASH } from '@prenoto/test-support/fixtures/password.ts'
import { setPoints } from '@prenoto/test-support/server/set-points.ts'
import { aBooking, NOW, sharedLimitedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePasswordLink } from '../../accounts/session/passwords/make-password-link.ts'

const server = await sharedLimitedServer()

let here: TestTenant
let admin: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  here = await server.newTenant()
  admin = await here.as('admin', { email: 'ada@salone.it', password_hash: PASSWORD_HASH })
})

afterEach(() => {
  server.clock.now = NOW
})

const { privacy: _, ...giulia } = aBooking
const christmas = {
  day_from: '2026-12-24',
  hour_from: '00:00',
  day_to: '2026-12-26',
  hour_to: '23:59',
  reason: 'Natale',
}
const recordedChristmas = { periods: '24-12-2026 00:00 – 26-12-2026 23:59', reason: 'Natale' }

/** The id of a new customer. */
async function customer(booking: object = {}): Promise<number> {
  const { id } = (await here.book((await here.newService()).id, booking)).json()
  const { customer_id } = await here.db
    .selectFrom('bookings')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return customer_id
}
const ofCustomer = () => ({ subject_type: 'customer', subject_id: expect.any(Number) })

const read = (customer_id: number | null) => admin.post('/customers/contacts-read', { customer_id })

const entries = () =>
  here.db
    .selectFrom('audit_entries')
    .select(['user_id', 'actor', 'client_address', 'action', 'subject_type', 'subject_id', 'before', 'after'])
    .orderBy('id')
    .execute()

const luca = { name: 'Luca', surname: 'Neri', email: 'luca@salone.it', role: 'editor', password: PASSWORD }

/** An action, a request of the administrator that takes it, and what its entry contains besides. */
type Case = [action: string, take: () => Promise<{ statusCode: number }>, entry?: () => object]

const cases: Case[] = [
  ['session.log_in', () => here.post('/login', { email: 'ada@salone.it', password: PASSWORD })],
  ['session.log_out', () => admin.post('/logout', undefined)],
  [
    'password.changed',
    () =>
      admin.put('/user/update-password', {
        current_password: PASSWORD,
        new_password: 'Nuova-2026!',
        confirm_password: 'Nuova-2026!',
      }),
    () => ({ subject_type: 'user', subject_id: admin.id }),
  ],
  [
    'password.set',
    async () => {
      const path = await makePasswordLink(here.ctx(), admin.id, { isMailed: false })
      const [, token] = path!.split('#')
      return here.post('/client/set-password', { token, new_password: 'Nuova-2026!', confirm_password: 'Nuova-2026!' })
    },
  ],
  [
    'user.updated',
    () => admin.put('/user/update', { name: 'Ada', surname: 'Rossi', email: 'ada@salone.it', phone: '' }),
    () => ({ subject_id: admin.id, before: { surname: 'Bianchi' }, after: { surname: 'Rossi' } }),
  ],
  [
    'user.created',
    () => admin.post('/users', luca),
    () => ({ before: null, after: { name: 'Luca', surname: 'Neri', email: 'luca@salone.it', role: 'editor' } }),
  ],
  [
    'user.appointed',
    async () => {
      const { id } = await here.newUser({ role: 'editor', password_hash: 'x' })
      return admin.post(`/users/${id}/administrator`, undefined)
    },
    () => ({ before: { role: 'editor' }, after: { role: 'admin' } }),
  ],
  [
    'configuration.updated',
    () => admin.put('/configs/update', { app_booking_hours_notice: 24, app_day_reminder: 0 }),
    () => ({ before: { app_booking_hours_notice: 0 }, after: { app_booking_hours_notice: 24 } }),
  ],
  [
    'configuration.updated',
    () => admin.put('/days_off/patron', { patron_day: '2026-12-07' }),
    () => ({ before: { patron_day: null }, after: { patron_day: '2026-12-07' } }),
  ],
  [
    'privacy_text.updated',
    () => admin.put('/configs/privacy', { version: 0, text: 'Testo' }),
    () => ({ before: { version: 0 }, after: { version: 1 } }),
  ],
  ['calendar_feed.created', () => admin.post('/user/calendar-feed', undefined)],
  [
    'export.bookings',
    () => admin.get('/reports/bookings?from=2026-11-01&to=2026-11-30'),
    () => ({ after: { from: '2026-11-01', to: '2026-11-30' } }),
  ],
  ['export.customers', () => admin.get('/reports/customers')],
  ['customer.exported', async () => admin.get(`/customers/${await customer()}/export`), ofCustomer],
  ['customer.blocked', async () => admin.put(`/customers/${await customer()}/block`, { is_blocked: true }), ofCustomer],
  ['customer.contacts_read', async () => read(await customer()), ofCustomer],
  ['customer.list_read', () => read(null)],
  [
    'customer.erased',
    async () => {
      const id = await customer()
      server.clock.now = NOW.add({ hours: 24 * 4 })
      return here.withToken(await here.newSession(admin.id)).delete(`/customers/${id}`)
    },
    () => ({ ...ofCustomer(), after: { customers: 1 } }),
  ],
  [
    'customer.merged',
    async () => {
      const other_id = await customer()
      return admin.post(`/customers/${await customer({ name: 'Giulietta', visit_hour: '10:00:00' })}/merge`, {
        other_id,
      })
    },
    () => ({ ...ofCustomer(), after: { duplicate_id: expect.any(Number) } }),
  ],
  [
    'closure.created',
    async () => admin.post('/days_off/batch', { spans: [christmas], calendar_ids: [(await here.newCalendar()).id] }),
    () => ({ subject_type: 'closure', after: { ...recordedChristmas, calendars: 'Sala' } }),
  ],
  [
    'closure.created',
    async () => admin.post('/days_off', { ...christmas, calendar_id: (await here.newCalendar()).id }),
    () => ({ subject_type: 'closure', after: { ...recordedChristmas, calendars: 'Sala' } }),
  ],
  [
    'booking.overridden',
    async () => {
      const { id: service_id } = await here.newService()
      return admin.post('/bookings/create', { ...giulia, service_id, visit_hour: '07:00', override: true })
    },
    () => ({ subject_type: 'booking', after: { conflicts: 'hours' } }),
  ],
]

test.for(cases)('%s leaves one entry', async ([action, take, entry = () => ({})]) => {
  const answer = await take()

  expect(answer.statusCode).toBeLessThan(300)
  expect(await entries()).toEqual([
    {
      user_id: admin.id,
      actor: 'Ada Bianchi',
      client_address: '127.0.0.1',
      action,
      subject_type: expect.toBeOneOf([null, expect.any(String)]),
      subject_id: expect.toBeOneOf([null, expect.any(Number)]),
      before: expect.toBeOneOf([null, expect.any(Object)]),
      after: expect.toBeOneOf([null, expect.any(Object)]),
      ...entry(),
    },
  ])
})

test('changing, deleting and restoring a user leaves an entry each, without passwords', async () => {
  const { id } = (await admin.post('/users', luca)).json()
  await admin.put(`/users/${id}`, { ...luca, role: 'operator', password: 'Nuova-2026!' })
  await admin.put(`/users/${id}`, { ...luca, role: 'operator', password: '', is_disabled: true })
  await admin.delete(`/users/${id}`)
  await admin.post(`/users/${id}/restore`, undefined)

  const [, ...later] = await entries()
  expect(later).toMatchObject([
    { action: 'user.updated', subject_id: id, before: { role: 'editor' }, after: { role: 'operator' } },
    { action: 'password.changed', subject_id: id, before: null, after: null },
    { action: 'user.updated', before: { is_disabled: false }, after: { is_disabled: true } },
    { action: 'user.deleted', before: { email: 'luca@salone.it', role: 'operator' } },
    { action: 'user.restored', after: { email: 'luca@salone.it' } },
  ])
  expect(JSON.stringify(later)).not.toMatch(/argon|2026!/)
})

test('changing, deleting and restoring closures leaves an entry each', async () => {
  const { id: calendar_id } = await here.newCalendar()
  for (const path of ['/days_off', '/days_off/batch']) {
    const { id } = await here.newDayOff({ ...christmas, calendar_id })
    await admin.put(`${path}/${id}`, { ...christmas, reason: 'Ferie', calendar_id })
    await admin.put(`${path}/${id}`, { ...christmas, reason: 'Ferie', calendar_id })
    await admin.delete(`${path}/${id}`)
    await admin.post(`${path}/${id}/restore`, undefined)

    const ferie = { ...recordedChristmas, reason: 'Ferie', calendars: 'Sala' }
    expect((await entries()).filter(({ subject_id }) => subject_id === id)).toMatchObject([
      { action: 'closure.updated', before: { reason: 'Natale' }, after: { reason: 'Ferie' } },
      { action: 'closure.deleted', before: ferie },
      { action: 'closure.restored', after: ferie },
    ])
    await admin.delete(`${path}/${id}`)
  }
})

test('services, calendars and special openings leave an entry for each change, with the changed fields only', async () => {
  const { id: calendar_id } = await here.newCalendar()
  const service = { name: 'Taglio', duration: 30, amount: '20.00', description: 'x'.repeat(500), notes: null }
  const { id } = (
    await admin.post('/services', { ...service, internal_notes: null, calendar_id }, { 'idempotency-key': 'uno' })
  ).json()
  const priced = { ...service, internal_notes: null, calendar_id, amount: '25.50' }
  await admin.put(`/services/${id}`, priced)
  await admin.put(`/services/${id}`, priced)
  await admin.delete(`/services/${id}`)
  await admin.post(`/services/${id}/restore`, undefined)
  const ofService = { subject_type: 'service', subject_id: id }
  expect(await entries()).toMatchObject([
    { ...ofService, action: 'service.created', before: null, after: { name: 'Taglio', amount: '20.00' } },
    { ...ofService, action: 'service.updated', before: { amount: '20.00' }, after: { amount: '25.50' } },
    { ...ofService, action: 'service.deleted', before: { name: 'Taglio' }, after: null },
    { ...ofService, action: 'service.restored', before: null, after: { name: 'Taglio' } },
  ])
  const [created, updated] = await entries()
  expect(Object.keys(updated!.after as object)).toEqual(['amount'])
  expect((created!.after as { description: string }).description).toHaveLength(201)

  const { calendars } = (await admin.get('/calendars')).json()
  const { id: _, version: __, ...calendar } = calendars.find((one: { id: number }) => one.id === calendar_id)
  await admin.put(`/calendars/${calendar_id}`, { ...calendar, description: 'Sala', monday_morning_to: '12:30' })
  const opening = { day: '2026-11-29', hour_from: '09:00', hour_to: '12:00', reason: 'Mercatino', calendar_id }
  const { id: opening_id } = (await admin.post('/special-openings', opening)).json()
  await admin.put(`/special-openings/${opening_id}`, { ...opening, hour_to: '13:00' })
  await admin.delete(`/special-openings/${opening_id}`)
  await admin.post(`/special-openings/${opening_id}/restore`, undefined)
  await admin.delete(`/services/${id}`)
  await admin.delete(`/calendars/${calendar_id}`)
  await admin.post(`/calendars/${calendar_id}/restore`, undefined)
  expect((await entries()).slice(4)).toMatchObject([
    {
      action: 'calendar.updated',
      before: { monday: '09:00 – 13:00, 15:00 – 19:00' },
      after: { monday: '09:00 – 12:30, 15:00 – 19:00' },
    },
    { action: 'special_opening.created', subject_id: opening_id, after: { periods: '29-11-2026 09:00 – 12:00' } },
    { action: 'special_opening.updated', after: { periods: '29-11-2026 09:00 – 13:00' } },
    { action: 'special_opening.deleted' },
    { action: 'special_opening.restored' },
    { action: 'service.deleted' },
    { action: 'calendar.deleted', subject_id: calendar_id },
    { action: 'calendar.restored' },
  ])
})

test('a creation that is sent again with its key is recorded once, and a different one as a change', async () => {
  const { id: calendar_id } = await here.newCalendar()
  const service = { name: 'Taglio', duration: 30, amount: '20.00', description: '', notes: null, internal_notes: null }
  const day = { description: 'Grande', from: '2026-01-01', simultaneous_bookings_number: 1 }
  for (const [type, body] of [
    ['service', { ...service, calendar_id }],
    ['calendar', { ...day, name: 'Studio' }],
  ] as const) {
    const path = `/${type}s`
    const key = { 'idempotency-key': 'uno' }
    const sent = await Promise.all([1, 2, 3].map(() => admin.post(path, body, key)))
    const [{ id }] = sent.map((answer) => answer.json())
    await admin.post(path, { ...body, name: 'Nuovo' }, key)
    await admin.delete(`${path}/${id}`)
    await admin.post(path, { ...body, name: 'Nuovo' }, key)

    const ofRecord = (await entries()).filter((entry) => entry.subject_type === type && entry.subject_id === id)
    expect(ofRecord.map(({ action }) => action.split('.')[1])).toEqual(['created', 'updated', 'deleted', 'restored'])
    expect(ofRecord[1]).toMatchObject({ before: { name: body.name }, after: { name: 'Nuovo' } })
  }
})

test('another price of a variant leaves an entry, also a discounted one', async () => {
  const { id: calendar_id } = await here.newCalendar()
  const long = { name: 'Lunghi', duration: 60, amount: '40', discounted_amount: null }
  const service = { name: 'Taglio', duration: 30, amount: '20.00', description: '', calendar_id, variants: [long] }
  const { id, variants } = (await admin.post('/services', service)).json()
  await admin.put(`/services/${id}`, { ...service, variants: [{ ...variants[0], discounted_amount: '35' }] })

  expect((await entries())[1]).toMatchObject({
    action: 'service.updated',
    before: { variants: 'Lunghi (60 min, 40.00 €)' },
    after: { variants: 'Lunghi (60 min, 40.00 €, scontato 35.00 €)' },
  })
})

test('the waiting list records who offers a slot, removes a person and restores them', async () => {
  const { id: service_id } = await here.newService()
  const { id } = await here.newWaitingListEntry({ service_id })
  await admin.post(`/waiting-list/${id}/offer`, { visit_hour: '17:00' })
  await admin.delete(`/waiting-list/${id}`)
  await admin.post(`/waiting-list/${id}/restore`, {})

  const ofEntry = { subject_type: 'waiting_list', subject_id: id, user_id: admin.id, before: null, after: null }
  expect(await entries()).toMatchObject([
    { ...ofEntry, action: 'waiting_list.offered' },
    { ...ofEntry, action: 'waiting_list.removed' },
    { ...ofEntry, action: 'waiting_list.restored' },
  ])
})

test('a closure names how many bookings it cancelled, and nobody', async () => {
  const { id, calendar_id } = await here.newService()
  await here.book(id)
  const monday = { ...christmas, day_from: aBooking.visit_day, day_to: aBooking.visit_day }
  await admin.post('/days_off/batch', { spans: [monday], calendar_ids: [calendar_id], cancel: { except: [] } })

  const recorded = await entries()
  expect(recorded).toMatchObject([{ action: 'closure.created', after: { cancelled_bookings: 1 } }])
  expect(JSON.stringify(recorded)).not.toMatch(/Giulia|Verdi|3331234567/)
})

test('reading the same contacts again within 15 minutes leaves no second entry', async () => {
  const [id, other] = [await customer(), await customer({ email: 'marta@example.it' })]
  const operator = await here.as('operator')
  const seen = async () => (await entries()).filter(({ action }) => action === 'customer.contacts_read').length

  expect((await Promise.all([read(id), read(id), read(id)])).map(({ statusCode }) => statusCode)).toEqual([
    204, 204, 204,
  ])
  expect(await seen()).toBe(1)
  await operator.post('/customers/contacts-read', { customer_id: id })
  await read(other)
  expect(await seen()).toBe(3)
  server.clock.now = NOW.add({ minutes: 16 })
  await read(id)
  expect(await seen()).toBe(4)
  expect((await read(999_999)).statusCode).toBe(404)
})

test('a reschedule and a series that override conflicts leave one entry each', async () => {
  const { id: service_id } = await here.newService()
  const { id } = (await here.book(service_id)).json()
  const outside = { visit_day: giulia.visit_day, visit_hour: '07:00', override: true }
  await admin.put(`/bookings/reschedule/${id}`, outside)
  const { visit_day: __, visit_hour: ___, ...person } = giulia
  const visits = ['2026-11-30', '2026-12-14'].map((visit_day) => ({ ...outside, visit_day }))
  await admin.post('/bookings/series', { ...person, service_id, visits })

  const overridden = { action: 'booking.overridden', subject_type: 'booking', after: { conflicts: 'hours' } }
  expect(await entries()).toMatchObject([
    { ...overridden, subject_id: id },
    { ...overridden, after: { conflicts: 'hours', bookings: 2 } },
  ])
})

test('a change that fails or changes nothing leaves no entry', async () => {
  expect((await admin.post('/users', { ...luca, email: 'ada@salone.it' })).statusCode).toBe(422)
  expect((await admin.delete(`/users/${admin.id}`)).statusCode).toBe(409)
  const profile = { name: 'Ada', surname: 'Bianchi', email: 'ada@salone.it', phone: '' }
  expect((await admin.put('/user/update', profile)).statusCode).toBe(200)

  expect(await entries()).toEqual([])
})

test('failed log-ins are recorded by account and in powers of ten, without the typed address', async () => {
  const fail = (email: string) => here.post('/login', { email, password: 'sbagliata' })
  for (let i = 0; i < 3; i += 1) await fail('ada@salone.it')
  await fail('nessuno@example.it')
  await setPoints(server, { [`log-in-failure:${here.id}/0/127.0.0.1`]: 8 })
  for (let i = 0; i < 3; i += 1) await fail(`nessuno${i}@example.it`)

  const failure = {
    user_id: null,
    actor: 'Senza accesso',
    action: 'session.log_in_failed',
    client_address: '127.0.0.1',
  }
  const recorded = await entries()
  expect(recorded).toMatchObject([
    { ...failure, subject_type: 'user', subject_id: admin.id, after: { attempts: 1 } },
    { ...failure, subject_id: null, after: { attempts: 1 } },
    { ...failure, subject_id: null, after: { attempts: 10 } },
  ])
  expect(JSON.stringify(recorded)).not.toMatch(/@/)
})

test('at most a hundred failed log-ins of a business in an hour are recorded', async () => {
  await setPoints(server, { [`log-in-failure:${here.id}/`]: 99 })
  await here.post('/login', { email: 'ada@salone.it', password: 'sbagliata' })
  await here.post('/login', { email: 'nessuno@example.it', password: 'sbagliata' })

  expect(await entries()).toHaveLength(1)
})
