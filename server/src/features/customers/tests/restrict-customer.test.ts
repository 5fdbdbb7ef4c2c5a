import { aBooking, NOW, sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { beforeEach, expect, test } from 'vitest'

const server = await sharedServer({ work: true })
beforeEach(() => {
  server.clock.now = NOW
})

const REASON = { is_restricted: true, reason: 'Contesta il numero di telefono' }

async function aRestricted(configuration: object = {}) {
  const here = await server.newTenant(configuration)
  const service = await here.newService()
  await here.book(service.id)
  await here.book(service.id, { visit_hour: '10:00', name: 'Marco', email: 'marco@example.it' })
  const [giulia, marco] = await here.db.selectFrom('customers').select('id').orderBy('id').execute()
  const admin = await here.as('admin')
  expect((await admin.put(`/customers/${giulia!.id}/restriction`, REASON)).statusCode).toBe(200)
  return { here, service, admin, id: giulia!.id, other: marco!.id }
}

test('a restricted customer is in no list, search, duplicate or export; lifting it shows them again', async () => {
  const { here, admin, id, other } = await aRestricted()
  const operator = await here.as('operator')
  const listed = async () => (await admin.get('/customers')).json()
  const countMatches = async () => (await operator.get('/customers/search?q=giulia')).json().customers.length

  expect(await listed()).toMatchObject({ customers: [{ name: 'Marco' }], total: 1 })
  expect(await countMatches()).toBe(0)
  expect((await admin.get(`/customers/${other}/duplicates`)).json()).toEqual([])
  const customersFile = (await admin.get('/reports/customers')).body
  const bookingsFile = (await admin.get('/reports/bookings?from=2026-11-01&to=2026-11-30')).body
  expect(`${customersFile}${bookingsFile}`).not.toMatch(/Giulia|giulia/)
  expect(bookingsFile).toContain('Marco')
  for (const path of ['/visits?time=over', '/consents', '/export', '/duplicates', '/erasure', '/health'])
    expect([path, (await admin.get(`/customers/${id}${path}`)).statusCode]).toEqual([path, 404])
  expect((await operator.get(`/customers/${id}`)).statusCode).toBe(404)
  expect((await admin.put(`/customers/${id}/notes`, { notes: 'x' })).statusCode).toBe(404)
  expect((await admin.put(`/customers/${id}/block`, { is_blocked: true })).statusCode).toBe(404)
  expect((await admin.delete(`/customers/${id}`)).statusCode).toBe(404)
  expect((await admin.post(`/customers/${other}/merge`, { other_id: id })).statusCode).toBe(409)

  expect((await admin.get(`/customers/${id}`)).json()).toMatchObject({
    name: 'Giulia',
    email: '',
    telephone: '',
    restriction: { at: '21-11-2026 09:45', reason: REASON.reason },
  })
  expect((await admin.get('/customers/restricted')).json()).toMatchObject([{ id, name: 'Giulia' }])

  const lifted = await admin.put(`/customers/${id}/restriction`, { is_restricted: false, reason: '' })
  expect(lifted.json()).toMatchObject({ email: aBooking.email, restriction: null })
  expect((await listed()).total).toBe(2)
  expect(await countMatches()).toBe(1)
  const actions = await here.db.selectFrom('audit_entries').select('action').orderBy('id').execute()
  expect(actions.map(({ action }) => action).filter((action) => action.includes('restricted'))).toEqual([
    'customer.restricted',
    'customer.unrestricted',
  ])
})

test('a restriction needs a reason and is repeatable; other roles and tenants cannot set it', async () => {
  const { here, admin, id, other } = await aRestricted()
  const answer = await admin.put(`/customers/${other}/restriction`, { is_restricted: true, reason: ' ' })
  expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path: 'reason', message: 'Obbligatorio' }]])
  expect((await admin.put(`/customers/${id}/restriction`, REASON)).statusCode).toBe(200)
  for (const role of ['operator', 'editor'] as const)
    expect((await (await here.as(role)).put(`/customers/${other}/restriction`, REASON)).statusCode).toBe(404)
  const elsewhere = await (await server.newTenant()).as('admin')
  expect((await elsewhere.put(`/customers/${other}/restriction`, REASON)).statusCode).toBe(404)
})

test('a restricted customer gets no reminder, keeps the bookings and can cancel them', async () => {
  const { here, id } = await aRestricted({ app_day_reminder: 1 })
  await waitForJobs(server, here, { dueOnly: true })
  server.clock.now = Temporal.Instant.from('2026-11-22T08:05:00Z')
  await server.planReminderJobs()
  await waitForJobs(server, here, { dueOnly: true })

  const reminders = await here.db
    .selectFrom('messages')
    .innerJoin('bookings', 'bookings.id', 'messages.record_id')
    .select('bookings.name')
    .where('messages.tenant_id', '=', here.id)
    .where('kind', '=', 'reminder')
    .execute()
  expect(reminders).toEqual([{ name: 'Marco' }])
  const booking = await here.db
    .selectFrom('bookings')
    .select('hidden_id')
    .where('customer_id', '=', id)
    .executeTakeFirstOrThrow()
  expect((await here.delete(`/client/bookings/delete/${booking.hidden_id}`)).statusCode).toBeLessThan(300)
})

test('the retention keeps a restricted customer', async () => {
  const { here, id } = await aRestricted({ app_retention_months: 6 })
  // The database marks rows with its own time.
  server.clock.now = Temporal.Now.instant().add({ hours: 24 * 400 })
  await server.applyRetentions()
  await waitForJobs(server, here, { dueOnly: true })
  const rows = await here.db.selectFrom('customers').select(['id', 'name']).orderBy('id').execute()
  expect(rows).toEqual([
    { id, name: 'Giulia' },
    { id: expect.any(Number), name: 'Cliente' },
  ])
})
