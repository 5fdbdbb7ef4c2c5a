import type { KeyRight } from '@prenoto/core/contract/key-right.ts'
import { HIDDEN_EMAIL, HIDDEN_TELEPHONE } from '@prenoto/core/fields/hidden-contacts.ts'
import { declaredEndpoints, endpointName } from '@prenoto/test-support/http/endpoints.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { connectTill } from '../../../../../docs/developers/till.ts'

const server = await sharedServer()
beforeEach(() => {
  server.clock.now = NOW
})

const { privacy: _, ...giulia } = aBooking
const ALL: KeyRight[] = ['read', 'book', 'customers']
/** Occurs in no other text. */
const NOTES = 'Nichel-qzxw'

type Program = ReturnType<TestTenant['withToken']>
type Business = Awaited<ReturnType<typeof aBusiness>>
type Answer = Awaited<ReturnType<Program['get']>>

/** A business with a service that programs may see and a hidden one, each with bookings, and notes wherever there are some. */
async function aBusiness() {
  const here = await server.newTenant({ health_notes_role: 'operator' })
  const admin = await here.as('admin')
  const service = await here.newService({
    visible_api: true,
    allow_patient_notes: true,
    allow_medical_notes: true,
    internal_notes: NOTES,
  })
  const hidden = await here.newService({ name: 'Segreto', calendar_id: service.calendar_id })
  const book = async (hour: string, more: object = {}) =>
    (await here.book(service.id, { visit_hour: hour, ...more })).json()
  const booking = await book('09:00', { notes: NOTES })
  const today = await book('11:00', { visit_day: '2026-11-21' })
  const secret = (await here.book(hidden.id, { visit_hour: '10:00', name: 'Nascosta' })).json()
  const combined = (
    await admin.post('/bookings/create', {
      ...giulia,
      service_id: service.id,
      also: String(hidden.id),
      visit_hour: '15:00',
    })
  ).json()
  const { customer_id } = (await admin.get(`/bookings/${booking.id}`)).json()
  const { version } = (await admin.get(`/customers/${customer_id}`)).json()
  await admin.put(`/customers/${customer_id}/notes`, { notes: NOTES }, { 'if-match': String(version) })
  const newKey = async (rights: KeyRight[] = ALL, name = 'Cassa') =>
    (await admin.post('/api_keys', { name, rights })).json() as { id: number; key: string; last_characters: string }
  const keys: Record<string, string> = {}
  /** One key for each choice of rights, since a business has few. */
  const keyWith = async (rights: KeyRight[]) => {
    keys[rights.join()] ??= (await newKey(rights)).key
    return keys[rights.join()]!
  }
  const program = async (rights: KeyRight[] = ALL) => here.withToken(await keyWith(rights))
  return { here, admin, service, hidden, booking, today, secret, combined, customer_id, newKey, keyWith, program }
}

/** Businesses that no test changes. */
const [readOnly, elsewhere] = [await aBusiness(), await aBusiness()]

/** A call of each endpoint that a key may use. */
const CALLS: Record<string, (program: Program, b: Business) => Promise<Answer>> = {
  'GET /services': (program) => program.get('/services'),
  'GET /services/:id': (program, b) => program.get(`/services/${b.service.id}`),
  'GET /calendars': (program) => program.get('/calendars'),
  'GET /calendars/hours': (program) => program.get('/calendars/hours?from=2026-11-23&to=2026-11-24'),
  'GET /bookings': (program) => program.get('/bookings'),
  'POST /bookings/events': (program) => program.post('/bookings/events', { from: '2026-11-23', to: '2026-11-23' }),
  'GET /bookings/:id': (program, b) => program.get(`/bookings/${b.booking.id}`),
  'POST /bookings/create': (program, b) =>
    program.post('/bookings/create', { ...giulia, service_id: b.service.id, visit_hour: '12:00' }),
  'PUT /bookings/update/:id': (program, b) =>
    program.put(`/bookings/update/${b.booking.id}`, { ...giulia, service_id: b.service.id, visit_hour: '12:00' }),
  'PUT /bookings/reschedule/:id': (program, b) =>
    program.put(`/bookings/reschedule/${b.booking.id}`, { visit_day: '2026-11-24', visit_hour: '09:00' }),
  'PUT /bookings/attendance/:id': (program, b) =>
    program.put(`/bookings/attendance/${b.today.id}`, { attendance: 'arrived' }),
  'DELETE /bookings/delete/:id': (program, b) => program.delete(`/bookings/delete/${b.booking.id}`),
  'GET /customers': (program) => program.get('/customers'),
  'GET /customers/search': (program) => program.get('/customers/search?q=verdi'),
  'GET /customers/:id': (program, b) => program.get(`/customers/${b.customer_id}`),
}

const forKeys = declaredEndpoints.filter(({ keyRight }) => keyRight)

test('each endpoint that a key may use is called here', () => {
  expect(Object.keys(CALLS).sort()).toEqual(forKeys.map(endpointName).sort())
})

test.for(forKeys.map((endpoint) => [endpointName(endpoint), endpoint.keyRight!] as const))(
  '%s answers a key with the right %s, not one without it, of another business, or revoked',
  async ([name, right]) => {
    const b = name.startsWith('GET') ? readOnly : await aBusiness()
    const call = (program: Program, business = b) => CALLS[name]!(program, business)
    const { id, key } = await b.newKey()

    const withoutRight = await call(await b.program(ALL.filter((other) => other !== right)))
    const foreignKey = await call(b.here.withToken(await elsewhere.keyWith(ALL)))
    const withRight = await call(await b.program([right]))
    await b.admin.delete(`/api_keys/${id}`)
    const revoked = await call(b.here.withToken(key))
    if (name.includes(':id')) expect((await call(await b.program(), elsewhere)).statusCode).toBe(404)

    expect(withoutRight.statusCode).toBe(404)
    expect(foreignKey.statusCode).toBe(401)
    expect(withRight.statusCode).toBeOneOf([200, 201, 204])
    expect(withRight.body).not.toMatch(/qzxw|Segreto/)
    expect(withRight.body).not.toContain(`"last_service_id":${b.hidden.id}`)
    if (right !== 'customers') expect(withRight.body).not.toContain('Nascosta')
    expect([revoked.statusCode, revoked.json().detail]).toEqual([401, 'La chiave non è valida o è stata revocata.'])
  },
)

test('every other staff endpoint refuses keys, as for a role that is too low', async () => {
  const { here, keyWith } = readOnly
  const key = await keyWith(ALL)
  const others = declaredEndpoints.filter(({ access, keyRight }) => access !== 'visitor' && !keyRight)

  const answers = await Promise.all(
    others.map(async (endpoint) => {
      const { statusCode } = await server.app.inject({
        method: endpoint.method,
        url: `/api${endpoint.path.replaceAll(/:\w+/g, '1')}`,
        headers: { host: here.domain, authorization: `Bearer ${key}` },
      })
      return [endpointName(endpoint), statusCode]
    }),
  )

  expect(answers.length).toBeGreaterThan(100)
  expect(answers.filter(([, status]) => status !== 404)).toEqual([])
})

test('a key sees and books only services that programs may see, and bookings of those alone', async () => {
  const b = readOnly
  const program = await b.program()
  const visit = { ...giulia, visit_hour: '12:00' }
  const ids = (bookings: { id: number }[]) => bookings.map(({ id }) => id).sort()

  expect(ids((await program.get('/services')).json().services)).toEqual([b.service.id])
  expect(ids((await program.get('/bookings')).json().bookings)).toEqual(ids([b.booking, b.today]))
  const days = { from: '2026-11-23', to: '2026-11-23' }
  expect(ids((await program.post('/bookings/events', days)).json())).toEqual([b.booking.id])
  expect((await program.post('/bookings/events', { ...days, at_most: 1 })).json()).toMatchObject([{ id: b.booking.id }])
  const { available_slots } = (await program.get(`/services/${b.service.id}`)).json()
  const [monday] = available_slots.filter(({ date }: { date: string }) => date === '2026-11-23')
  expect(monday.slots).not.toContain('10:00:00')

  const refused = [
    await program.get(`/services/${b.hidden.id}`),
    await program.get(`/services/${b.service.id}?also=${b.hidden.id}`),
    await program.post('/bookings/create', { ...visit, service_id: b.hidden.id }),
    await program.post('/bookings/create', { ...visit, service_id: b.service.id, also: String(b.hidden.id) }),
    await program.put(`/bookings/update/${b.booking.id}`, { ...visit, service_id: b.hidden.id }),
  ]
  for (const { id } of [b.secret, b.combined]) {
    refused.push(
      await program.get(`/bookings/${id}`),
      await program.put(`/bookings/update/${id}`, { ...visit, service_id: b.service.id }),
      await program.put(`/bookings/reschedule/${id}`, { visit_day: '2026-11-24', visit_hour: '09:00' }),
      await program.put(`/bookings/attendance/${id}`, { attendance: 'arrived' }),
      await program.delete(`/bookings/delete/${id}`),
    )
  }
  expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 404))
})

test('a key is not told whose booking is in the way, and cannot override it', async () => {
  const b = readOnly

  const answer = await (await b.program()).post('/bookings/create', {
    ...giulia,
    service_id: b.service.id,
    visit_hour: '10:00',
    override: true,
  })

  expect(answer.statusCode).toBe(409)
  expect(answer.json().conflicts).toMatchObject([{ kind: 'booking' }])
  expect(answer.body).not.toContain('Nascosta')
})

test('a key without customers gets no contacts, and one without book no private links', async () => {
  const b = readOnly
  const read = async (rights: KeyRight[]) => (await (await b.program(rights)).get(`/bookings/${b.booking.id}`)).json()
  const knownContacts = { email: aBooking.email, telephone: aBooking.telephone }
  const contacts = { email: HIDDEN_EMAIL, telephone: HIDDEN_TELEPHONE }

  expect(await read(['read', 'book'])).toMatchObject({ ...contacts, hidden_id: '', patient_notes: '' })
  expect(await read(['read', 'customers'])).toMatchObject({ ...knownContacts, hidden_id: '', patient_notes: '' })
  expect(await read(ALL)).toMatchObject({ ...knownContacts, hidden_id: b.booking.hidden_id, patient_notes: '' })
  const customer = (await (await b.program()).get(`/customers/${b.customer_id}`)).json()
  expect(customer).toMatchObject({ ...knownContacts, notes: '', has_health_notes: false })
})

test('a key ends for good when its administrator is disabled, an editor or deleted', async () => {
  const { here } = readOnly
  for (const change of [{ is_disabled: true }, { role: 'editor' as const }, { deleted_at: NOW.toString() }]) {
    const admin = await here.as('admin')
    const { key } = (await admin.post('/api_keys', { name: 'Cassa', rights: ALL })).json()
    const program = here.withToken(key)
    const update = (values: object) =>
      here.db.updateTable('users').set(values).where('tenant_id', '=', here.id).where('id', '=', admin.id).execute()
    expect((await program.get('/services')).statusCode).toBe(200)

    await update(change)
    expect((await program.get('/services')).statusCode).toBe(401)
    await update({ is_disabled: false, role: 'admin', deleted_at: null })

    expect((await program.get('/services')).statusCode).toBe(401)
  }
})

test('only administrators manage keys, of which a business has twenty', async () => {
  const b = await aBusiness()
  const editor = await b.here.as('editor')
  const body = { name: 'Foglio', rights: ['read', 'read'] }
  expect((await editor.get('/api_keys')).statusCode).toBe(404)
  expect((await editor.post('/api_keys', body)).statusCode).toBe(404)
  const wrong = await b.admin.post('/api_keys', { name: ' ', rights: [] })
  expect(wrong.json().errors.map(({ path }: { path: string }) => path)).toEqual(['name', 'rights'])

  const answers = await Promise.all(Array.from({ length: 22 }, () => b.admin.post('/api_keys', body)))

  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20)
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2)
  const { keys } = (await b.admin.get('/api_keys')).json()
  expect(keys).toHaveLength(20)
  const newest = answers.map((answer) => answer.json()).find(({ id }) => id === keys[0].id)
  const { key, ...listed } = newest
  expect(keys[0]).toEqual({ ...listed, rights: ['read'], created_by: 'Ada Bianchi', last_used_at: null })
  expect(key).toMatch(/^pk_[\w-]{43}$/)
  expect(listed.last_characters).toBe(key.slice(-4))
  const stored = await server.owner.query('select row_to_json(k)::text as row from api_keys k where tenant_id = $1', [
    b.here.id,
  ])
  for (const { row } of stored.rows) expect(row).not.toContain(key.slice(3))
})

test('the last use is noted to the minute, and the history and the audit trail name the key', async () => {
  const b = await aBusiness()
  const program = b.here.withToken((await b.newKey(['book'])).key)
  const readLastUse = async () => (await b.admin.get('/api_keys')).json().keys[0].last_used_at
  const { id } = (
    await program.post('/bookings/create', { ...giulia, service_id: b.service.id, visit_hour: '12:00' })
  ).json()
  expect(await readLastUse()).toBe('21-11-2026 09:45')
  server.clock.now = NOW.add({ seconds: 59 })
  await program.put(`/bookings/attendance/${b.today.id}`, { attendance: 'arrived' })
  expect(await readLastUse()).toBe('21-11-2026 09:45')
  server.clock.now = NOW.add({ seconds: 61 })
  await program.delete(`/bookings/delete/${id}`)
  expect(await readLastUse()).toBe('21-11-2026 09:46')

  const { history } = (await b.admin.get(`/bookings/${b.today.id}/history`)).json()
  expect(history.at(-1)).toMatchObject({ kind: 'attendance', by: 'un programma («Cassa»)' })
  const { entries } = (await b.admin.get('/audit')).json()
  const byKey = entries.filter(({ actor }: { actor: string }) => actor === 'Chiave «Cassa»')
  expect(byKey.map(({ action, user_id }: { action: string; user_id: number }) => [action, user_id]).sort()).toEqual(
    ['booking.attendance', 'booking.cancelled', 'booking.created'].map((action) => [action, b.admin.id]),
  )
})

test('the till of the pages for developers lists visits, books once a receipt and notes who came and paid', async () => {
  const b = await aBusiness()
  await server.owner.query(`insert into domains (tenant_id, domain) values ($1, '127.0.0.1')`, [b.here.id])
  const { key } = await b.newKey(['read', 'book'])
  const till = connectTill({ site: `http://127.0.0.1:${await server.listen()}`, key })
  const walkIn = { ...giulia, service_id: b.service.id, visit_day: '2026-11-21', visit_hour: '12:00', name: 'Ugo' }

  const visits = await Promise.all([till.bookWalkIn('1', walkIn), till.bookWalkIn('1', walkIn)])
  expect(visits.map(({ id }) => id)).toEqual([visits[0].id, visits[0].id])
  await expect(till.bookWalkIn('2', walkIn)).rejects.toThrow('Lo slot scelto non è più disponibile.')
  await till.noteArrival(visits[0])
  await till.notePayment(visits[0])

  const day = await till.listVisits('2026-11-21')
  expect(day.map(({ visit_hour, name, attendance }) => [visit_hour, name, attendance])).toEqual([
    ['11:00:00', 'Giulia', null],
    ['12:00:00', 'Ugo', 'completed'],
  ])
  await server.owner.query(`delete from domains where domain = '127.0.0.1'`)
})
