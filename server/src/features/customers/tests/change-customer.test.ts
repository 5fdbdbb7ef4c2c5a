import { NO_TELEPHONE, WITHOUT_EMAIL } from '@prenoto/core/fields/without-email.ts'
import { toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { countLockWaits } from '@prenoto/test-support/database/count-lock-waits.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, describe, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
})

const person = { name: 'Giulia', surname: 'Verdi', email: 'giulia.verdi@example.it', telephone: '3331234567' }

const listCustomers = () =>
  here.db.selectFrom('customers').select(['id', 'name', 'surname', 'email', 'telephone']).orderBy('id').execute()

const auditActions = async () =>
  (await here.db.selectFrom('audit_entries').select('action').where('action', 'like', 'customer.%').execute()).map(
    ({ action }) => action,
  )

describe('the card of a customer', () => {
  test('is corrected with the upcoming bookings that have the same data, and without a message', async () => {
    const service = await here.newService()
    const booking = (await here.book(service.id)).json()
    const other = (await here.book(service.id, { visit_hour: '10:00', telephone: '3209999999' })).json()
    const operator = await here.as('operator')
    const { customer_id } = (await operator.get(`/bookings/${booking.id}`)).json()
    await operator.put(`/customers/${customer_id}/notes`, { notes: 'Allergica al nichel' })
    const { version } = (await operator.get(`/customers/${customer_id}`)).json()

    const corrected = { ...person, surname: 'Verdini', telephone: '+39 333 7654321' }
    const answer = await operator.put(`/customers/${customer_id}`, corrected, { 'if-match': `"${version}"` })

    expect(answer.json()).toMatchObject({
      id: customer_id,
      surname: 'Verdini',
      telephone: '393337654321',
      notes: 'Allergica al nichel',
      version: version + 1,
    })
    expect((await operator.get(`/bookings/${booking.id}`)).json()).toMatchObject({
      surname: 'Verdini',
      telephone: '393337654321',
      customer_id,
    })
    expect((await operator.get(`/bookings/${other.id}`)).json()).toMatchObject({
      surname: 'Verdini',
      telephone: '3209999999',
    })
    expect(await auditActions()).toEqual(['customer.notes_updated', 'customer.corrected'])
    expect((await here.book(service.id, { visit_hour: '11:00', surname: 'Verdini' })).statusCode).toBe(201)
    expect(await listCustomers()).toHaveLength(1)
    const late = await operator.put(`/customers/${customer_id}`, person, { 'if-match': `"${version}"` })
    expect(late.json()).toMatchObject({ status: 409, current: { surname: 'Verdini' } })
  })

  test('cannot take the name and e-mail of another customer, who is named', async () => {
    const service = await here.newService()
    await here.book(service.id)
    await here.book(service.id, { visit_hour: '10:00', name: 'Marco' })
    const operator = await here.as('operator')
    const [giulia, marco] = await listCustomers()

    const answer = await operator.put(`/customers/${marco!.id}`, { ...person, name: 'GIULIA' })

    expect(answer.json()).toMatchObject({ status: 409, reason: 'customer-exists', customer_id: giulia!.id })
    expect(answer.json().detail).toContain('Giulia Verdi')
    expect(answer.json().current).toBeUndefined()
  })

  test('can take the name of a duplicate that was merged into it', async () => {
    const service = await here.newService()
    await here.book(service.id)
    await here.book(service.id, { visit_hour: '10:00', name: 'Giuly' })
    const editor = await here.as('editor')
    const [giulia, giuly] = await listCustomers()
    await editor.post(`/customers/${giulia!.id}/merge`, { other_id: giuly!.id })

    const answer = await editor.put(`/customers/${giulia!.id}`, { ...person, name: 'Giuly' })

    expect(answer.json()).toMatchObject({ id: giulia!.id, name: 'Giuly' })
    for (const [i, name] of ['Giulia', 'Giuly'].entries())
      expect((await here.book(service.id, { visit_hour: `1${i + 1}:00`, name })).statusCode).toBe(201)
    const ids = await here.db.selectFrom('bookings').select('customer_id').execute()
    expect(new Set(ids.map(({ customer_id }) => customer_id))).toEqual(new Set([giulia!.id]))
  })

  test('a blocked customer stays blocked under the new contacts, and a restricted one is unknown', async () => {
    const service = await here.newService()
    await here.book(service.id)
    const admin = await here.as('admin')
    const [giulia] = await listCustomers()
    await admin.put(`/customers/${giulia!.id}/block`, { is_blocked: true })
    await admin.put(`/customers/${giulia!.id}`, { ...person, email: 'g@example.it', telephone: '3200000001' })

    for (const contacts of [{ email: 'g@example.it' }, { telephone: '3200000001', email: 'x@example.it' }, {}])
      expect((await here.book(service.id, { ...contacts, visit_hour: '12:00' })).statusCode).toBe(409)

    await admin.put(`/customers/${giulia!.id}/restriction`, { is_restricted: true, reason: 'Richiesta' })
    expect((await admin.put(`/customers/${giulia!.id}`, person)).statusCode).toBe(404)
  })
})

test('a customer is added without a booking, once, and stays', async () => {
  const operator = await here.as('operator')

  const added = await operator.post('/customers', person)
  const repeated = await operator.post('/customers', person)
  const other = await operator.post('/customers', { ...person, telephone: '3209999999' })

  expect(added.statusCode).toBe(201)
  expect(repeated.json()).toEqual(added.json())
  expect(other.json()).toMatchObject({ status: 409, reason: 'customer-exists', customer_id: added.json().id })
  expect(await auditActions()).toEqual(['customer.created'])
  const nobody = await operator.post('/customers', {
    name: 'Ada',
    email: WITHOUT_EMAIL,
    telephone: NO_TELEPHONE,
  })
  expect(nobody.json()).toMatchObject({ name: 'Ada', surname: '', telephone: '' })
})

describe('an edited booking with another name', () => {
  /** Books a service at an hour of Monday; returns the id with the form of staff. */
  const book = async ({ id: service_id }: { id: number }, hour = '09:00') => {
    const { id, visit_day, visit_hour } = (await here.book(service_id, { visit_hour: hour })).json()
    return { id, ...person, service_id, visit_day, visit_hour }
  }

  const edit = async (change: object) => {
    const service = await here.newService()
    const { id, ...booking } = await book(service)
    const later = await book(service, '10:00')
    const operator = await here.as('operator')
    const { customer_id } = (await operator.get(`/bookings/${id}`)).json()
    await operator.put(`/customers/${customer_id}/notes`, { notes: 'Allergica al nichel' })
    const answer = await operator.put(`/bookings/update/${id}`, { ...booking, surname: 'Verdini', ...change })
    expect(answer.statusCode).toBe(200)
    return { operator, customer_id, edited: answer.json(), later: (await operator.get(`/bookings/${later.id}`)).json() }
  }

  test('corrects the customer, who keeps the notes, if it is the same person', async () => {
    const { operator, customer_id, edited, later } = await edit({ corrects_customer: true })

    expect(edited).toMatchObject({ surname: 'Verdini', customer_id })
    expect(later).toMatchObject({ surname: 'Verdini', customer_id })
    expect((await operator.get(`/customers/${customer_id}`)).json()).toMatchObject({
      surname: 'Verdini',
      notes: 'Allergica al nichel',
    })
    expect(await listCustomers()).toHaveLength(1)
  })

  test('corrects the customer in another booking, too, while an e-mail about that one is being sent', async () => {
    const service = await here.newService()
    const [booking, later] = [await book(service), await book(service, '10:00')]
    const operator = await here.as('operator')
    const sending = await server.owner.connect()
    await sending.query('begin')
    await sending.query(`select set_config('app.provider', 'on', true)`)
    await sending.query('select from bookings where tenant_id = $1 and id = $2 for no key update', [here.id, later.id])

    const { id, ...form } = booking
    const correction = operator.put(`/bookings/update/${id}`, { ...form, surname: 'Verdini', corrects_customer: true })
    await expect.poll(() => countLockWaits(server.owner)).toBeGreaterThan(0)
    await sending.query('commit')
    sending.release()

    expect((await correction).statusCode).toBe(200)
    expect((await operator.get(`/bookings/${later.id}`)).json()).toMatchObject({ surname: 'Verdini' })
  })

  test('corrects the customer after another correction in another booking at the same moment', async () => {
    const service = await here.newService()
    const bookings = [await book(service), await book(service, '10:00'), await book(service, '11:00')]
    const operator = await here.as('operator')
    const corrections = bookings.flatMap(({ id, ...form }, i) => [
      operator.put(`/bookings/update/${id}`, { ...form, surname: `Verdi${i}`, corrects_customer: true }),
      operator.put(`/bookings/series/update/${id}`, { ...form, surname: `Verdi${i}`, corrects_customer: true }),
    ])

    const answers = await Promise.all(corrections)

    expect(answers.map(({ statusCode }) => statusCode)).toEqual(corrections.map(() => 200))
    const rows = await here.db.selectFrom('bookings').select(['surname', 'customer_id']).distinct().execute()
    expect(rows).toHaveLength(1)
    expect(await listCustomers()).toMatchObject([{ id: rows[0]!.customer_id, surname: rows[0]!.surname }])
  })

  test('belongs to another customer otherwise', async () => {
    const { customer_id, edited, later } = await edit({})

    expect(edited.customer_id).not.toBe(customer_id)
    expect(later).toMatchObject({ surname: 'Verdi', customer_id })
  })
})

test('a walk-in has neither e-mail nor telephone, and never empties a known number', async () => {
  const service = await here.newService()
  const operator = await here.as('operator')
  const visit = { service_id: service.id, visit_day: '2026-11-24' }
  const walkIn = { name: 'Cliente', surname: 'di passaggio', email: WITHOUT_EMAIL, telephone: NO_TELEPHONE }

  const first = await operator.post('/bookings/create', { ...walkIn, ...visit, visit_hour: '09:00' })
  const second = await operator.post('/bookings/create', { ...walkIn, ...visit, visit_hour: '10:00' })
  await operator.post('/bookings/create', { ...person, ...visit, visit_hour: '11:00' })
  await operator.post('/bookings/create', { ...person, ...visit, visit_hour: '12:00', telephone: NO_TELEPHONE })

  expect(first.json()).toMatchObject({ email: 'nessuna@senza-email.invalid', telephone: '' })
  expect(second.json().customer_id).toBe(first.json().customer_id)
  expect(await listCustomers()).toMatchObject([{ name: 'Cliente' }, { telephone: '3331234567' }])
})

test('a visit that has just begun can be booked at its minute, not one of a while ago', async () => {
  const service = await here.newService()
  const operator = await here.as('operator')
  const [, today, hour, minute] = /^(.*)T(..):(..)/.exec(NOW.toZonedDateTimeISO('Europe/Rome').toString())!
  const start = Number(hour) * 60 + Number(minute)
  const book = (minutesAgo: number) =>
    operator.post('/bookings/create', {
      ...person,
      service_id: service.id,
      visit_day: today,
      visit_hour: toShortTime(toPlainTime(start - minutesAgo)),
      override: true,
    })

  expect((await book(0)).statusCode).toBe(201)
  expect((await book(5)).statusCode).toBe(201)
  expect((await book(20)).json()).toMatchObject({ status: 409, detail: expect.stringContaining('passato') })
})
