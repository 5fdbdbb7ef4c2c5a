import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { countStatements } from '@prenoto/test-support/database/count-queries.ts'
import { tablesWithTraces } from '@prenoto/test-support/database/tables-with-traces.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { beforeEach, expect, test } from 'vitest'
import { tenantDatabase } from '../../database/tenant-database.ts'
import { applyRetention } from './apply-retention.ts'

const lines: string[] = []
const server = await sharedServer({ work: true, logTo: (line) => lines.push(line), logLevel: 'debug' })

beforeEach(() => {
  server.clock.now = NOW
})

const PERSON = {
  name: 'Ermenegilda',
  surname: 'Sparapani',
  email: 'ermenegilda.sparapani@casella.example',
  telephone: '3479988776',
}
const NOTES = 'Interno dodici'
const TRACES = ['Ermenegilda', 'Sparapani', '3479988776', NOTES]

/** The files of the data folder whose name or content has a trace. Quoted-printable soft breaks are joined. */
async function filesWithTraces(): Promise<string[]> {
  const entries = await readdir(server.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const matchingFiles: string[] = []
  for (const file of files) {
    const content = `${file}\n${(await readFile(file, 'latin1')).replaceAll('=\r\n', '')}`.toLowerCase()
    if (TRACES.some((trace) => content.includes(trace.toLowerCase()))) matchingFiles.push(file)
  }
  return matchingFiles
}

test('three years after a customer’s last visit the installation has no trace of them', async () => {
  const here = await server.newTenant({ app_retention_months: 24, app_day_reminder: 1, email: 'salone@example.it' })
  const service = await here.newService({ allow_patient_notes: true })
  const { privacy: _, visit_day: __, visit_hour: ___, ...fields } = { ...aBooking, ...PERSON }
  const staff = await here.as('admin')

  // Everything that a person can leave: bookings, changes, a series, the waiting list, a request, notes and e-mails.
  const { hidden_id } = (
    await here.book(service.id, { ...PERSON, notes: NOTES }, { 'idempotency-key': crypto.randomUUID() })
  ).json()
  expect((await here.delete(`/client/bookings/delete/${hidden_id}`)).statusCode).toBeLessThan(300)
  const other = await here.book(service.id, { ...PERSON, visit_hour: '10:00', email: PERSON.email.toUpperCase() })
  expect(other.statusCode).toBe(201)
  const visits = ['2026-11-24', '2026-12-01'].map((visit_day) => ({ visit_day, visit_hour: '09:00' }))
  const series = await staff.post('/bookings/series', { ...fields, service_id: service.id, visits })
  expect(series.statusCode).toBe(201)
  await here.newWaitingListEntry({ ...PERSON, service_id: service.id, visit_day: '2026-11-23' })
  await here.post('/client/contact', {
    name: `${PERSON.name} ${PERSON.surname}`,
    email: PERSON.email,
    phone: PERSON.telephone,
    message: `Sono ${PERSON.name}: ${NOTES}.`,
    privacy: true,
  })
  const { id } = await here.db
    .selectFrom('customers')
    .select('id')
    .where('tenant_id', '=', here.id)
    .executeTakeFirstOrThrow()
  expect((await staff.put(`/customers/${id}/notes`, { notes: NOTES })).statusCode).toBe(200)
  await staff.get(`/customers/${id}/export`)
  await staff.post('/customers/contacts-read', { customer_id: id })
  await staff.put(`/customers/${id}/block`, { is_blocked: true })
  await staff.put(`/customers/${id}/block`, { is_blocked: false })
  await waitForJobs(server, here, { dueOnly: true })

  expect(await tablesWithTraces(server.superuserUrl, TRACES)).toEqual(
    expect.arrayContaining([
      'public.bookings',
      'public.contact_requests',
      'public.customers',
      'public.waiting_list_entries',
    ]),
  )
  expect((await filesWithTraces()).length).toBeGreaterThan(0)

  server.clock.now = NOW.toZonedDateTimeISO('Europe/Rome').add({ years: 3, months: 1 }).toInstant()
  await server.applyRetentions()
  await waitForJobs(server, here, { dueOnly: true })
  await server.deleteExpired()

  expect(await tablesWithTraces(server.superuserUrl, TRACES)).toEqual([])
  expect(await filesWithTraces()).toEqual([])
  expect(TRACES.filter((trace) => lines.some((line) => line.includes(trace)))).toEqual([])
  const { after } = await here.db
    .selectFrom('audit_entries')
    .select('after')
    .where('tenant_id', '=', here.id)
    .where('action', '=', 'retention.ran')
    .executeTakeFirstOrThrow()
  expect(after).toMatchObject({ customers: 1, contact_requests: 1, waiting_list_entries: 1 })
  const keptBookings = await here.db
    .selectFrom('bookings')
    .select(['name', 'service_name'])
    .where('tenant_id', '=', here.id)
    .execute()
  expect(keptBookings).toHaveLength(4)
  expect(keptBookings[0]).toEqual({ name: 'Cliente', service_name: 'Taglio' })
})

/** A customer whose only visit was on this day. */
async function visit(here: TestTenant, serviceId: number, day: string, who: object = {}) {
  server.clock.now = Temporal.PlainDate.from(day).subtract({ days: 3 }).toZonedDateTime('Europe/Rome').toInstant()
  const answer = await here.book(serviceId, { visit_day: day, ...who })
  expect(answer.statusCode).toBe(201)
  await here.db
    .updateTable('customers')
    .set({ created_at: server.clock.now.toString() })
    .where('tenant_id', '=', here.id)
    .execute()
  server.clock.now = NOW
}

const names = async (here: TestTenant) =>
  (await here.db.selectFrom('customers').select('name').where('tenant_id', '=', here.id).orderBy('id').execute()).map(
    ({ name }) => name,
  )

const runs = (here: TestTenant) =>
  here.db
    .selectFrom('audit_entries')
    .select(['actor', 'after'])
    .where('tenant_id', '=', here.id)
    .where('action', '=', 'retention.ran')
    .orderBy('id')
    .execute()

/** Runs that overlap share the customers. */
const countAnonymised = async (here: TestTenant) =>
  (await runs(here)).reduce((sum, { after }) => sum + ((after as { customers?: number }).customers ?? 0), 0)

const uploads = { files: { remove: async () => {} }, log: { warn: () => {} } } as unknown as Parameters<
  typeof applyRetention
>[2]

/** Runs the retention of a business until no job is left. */
async function run(here: TestTenant, ctx = here.ctx()) {
  // The queue repeats a job that fails, for instance because the database of a busy machine is late.
  for (let i = 0; i < 5; i++) {
    const [outcome] = await applyRetention(ctx, [{}], uploads)
    if (outcome!.status === 'fulfilled') break
    if (i === 4) throw outcome!.reason
  }
  await waitForJobs(server, here)
}

test('the setting is 0 or between 6 and 120 months', async () => {
  const admin = await (await server.newTenant()).as('admin')
  for (const months of [0, 6, 120])
    expect((await admin.put('/configs/update', { app_retention_months: months })).statusCode).toBe(200)
  for (const months of [1, 5, 121, 6.5]) {
    const answer = await admin.put('/configs/update', { app_retention_months: months })
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, 'app_retention_months'])
  }
})

test('anonymises customers without a visit since; the screen shows how many before and the run after', async () => {
  const here = await server.newTenant()
  const service = await here.newService({ calendar_id: (await here.newCalendar({ from: '2020-01-01' })).id })
  await visit(here, service.id, '2025-04-14', { name: 'Vecchia', email: 'vecchia@example.it' })
  await visit(here, service.id, '2026-11-20', { name: 'Recente', email: 'recente@example.it' })
  await visit(here, service.id, '2025-04-15', { name: 'Bloccata', email: 'bloccata@example.it' })
  await visit(here, service.id, '2025-04-16', { name: 'Scrive', email: 'scrive@example.it' })
  await visit(here, service.id, '2025-04-17', { name: 'Aspetta', email: 'aspetta@example.it' })
  await visit(here, service.id, '2025-04-18', { name: 'Torna', email: 'torna@example.it' })
  await here.db
    .updateTable('customers')
    .set({ blocked_at: NOW.toString(), blocked_as: ['bloccata@example.it'] })
    .where('name', '=', 'Bloccata')
    .execute()
  // Another spelling of the mailbox does not make them a different person.
  await here.post('/client/contact', {
    name: 'Scrive Verdi',
    email: 'Scrive+sito@example.it',
    phone: '3331234567',
    message: 'Ciao',
    privacy: true,
  })
  await here.newWaitingListEntry({
    service_id: service.id,
    name: 'Aspetta',
    email: 'aspetta@example.it',
    visit_day: '2026-11-23',
  })
  await here.book(service.id, { name: 'Torna', email: 'torna@example.it' })
  const admin = await here.as('admin')

  expect((await admin.get('/configs/retention?months=12')).json()).toEqual({
    // Their other spelling is compared only when it comes to erasing.
    customers: 2,
    last_run: null,
    last_removal: null,
  })
  expect((await admin.get('/configs/retention?months=36')).json().customers).toBe(0)
  expect((await admin.get('/configs/retention?months=0')).json().customers).toBe(0)
  expect((await (await here.as('editor')).get('/configs/retention?months=12')).statusCode).toBe(404)

  await run(here)
  expect(await names(here)).not.toContain('Cliente')

  await admin.put('/configs/update', { app_retention_months: 12 })
  await run(here)
  expect(await names(here)).toEqual(['Cliente', 'Recente', 'Bloccata', 'Scrive', 'Aspetta', 'Torna'])
  expect((await runs(here)).at(-1)).toEqual({ actor: 'Automatico', after: { customers: 1 } })
  const { last_removal } = (await admin.get('/configs/retention?months=12')).json()
  expect(last_removal).toEqual({ at: '21-11-2026 09:45', removed: { customers: 1 } })
  const booking = await here.db
    .selectFrom('bookings')
    .select(['name', 'email', 'service_name'])
    .where('visit_day', '=', '2025-04-14' as never)
    .executeTakeFirst()
  expect(booking).toEqual({ name: 'Cliente', email: '', service_name: 'Taglio' })
})

test('a visit on the first day of the period keeps the customer', async () => {
  const here = await server.newTenant({ app_retention_months: 6 })
  const service = await here.newService({ calendar_id: (await here.newCalendar({ from: '2020-01-01' })).id })
  await visit(here, service.id, '2026-05-21', { name: 'Giusta', email: 'giusta@example.it' })
  await visit(here, service.id, '2026-05-20', { name: 'Oltre', email: 'oltre@example.it' })
  await run(here)
  expect(await names(here)).toEqual(['Giusta', 'Cliente'])
})

test('two runs at once remove each customer once, and the next one finds nothing', async () => {
  const here = await server.newTenant({ app_retention_months: 6 })
  const service = await here.newService({ calendar_id: (await here.newCalendar({ from: '2020-01-01' })).id })
  for (const day of ['14', '15'])
    await visit(here, service.id, `2025-04-${day}`, { name: `N${day}`, email: `n${day}@example.it` })

  await Promise.all([run(here), run(here)])

  expect(await names(here)).toEqual(['Cliente', 'Cliente'])
  expect(await countAnonymised(here)).toBe(2)
  const { length } = await runs(here)
  await run(here)
  expect(await runs(here)).toHaveLength(length)
})

test('every business is taken once a night, by one of all processes', async () => {
  const here = await server.newTenant({ app_retention_months: 6 })
  const last = async () =>
    (await (await here.as('admin')).get('/configs/retention?months=6')).json().last_run as string | null

  server.clock.now = Temporal.Instant.from('2026-11-22T01:59:00Z')
  await server.applyRetentions()
  expect(await last()).toBe('2026-11-21')
  server.clock.now = Temporal.Instant.from('2026-11-22T02:00:00Z')
  await Promise.all([server.applyRetentions(), server.applyRetentions()])
  expect(await last()).toBe('2026-11-22')
  await waitForJobs(server, here)
})

test('hundreds of customers are anonymised in batches with a bounded number of statements each', async () => {
  const here = await server.newTenant({ app_retention_months: 6 })
  await here.db
    .insertInto('customers')
    .values(
      Array.from({ length: 201 }, (_, i) => ({
        tenant_id: here.id,
        identity: `c${i}@example.it c${i} rossi`,
        name: `C${i}`,
        surname: 'Rossi',
        email: `c${i}@example.it`,
        telephone: '',
        created_at: '2020-01-01T00:00:00Z',
      })),
    )
    .execute()
  // Only statements on the server's connections are counted.
  const ctx = { ...here.ctx(), db: tenantDatabase(server.connections.app, here.id) }
  const statements = await countStatements(server, () => run(here, ctx))

  expect(new Set(await names(here))).toEqual(new Set(['Cliente']))
  expect(await countAnonymised(here)).toBe(201)
  expect(statements / 201).toBeLessThan(35)
})

test('the last job of a run records the sum of all its jobs', async () => {
  const here = await server.newTenant({ app_retention_months: 6 })
  const giulia = { name: 'Giulia', surname: 'Verdi', email: 'giulia@example.it', telephone: '' }
  await here.db
    .insertInto('customers')
    .values({ ...giulia, tenant_id: here.id, identity: 'giulia', created_at: '2020-01-01T00:00:00Z' })
    .execute()

  const job = { after: 0, removed: { customers: 200 } }
  expect(await applyRetention(here.ctx(), [job], uploads)).toMatchObject([{ status: 'fulfilled' }])

  expect(await runs(here)).toEqual([{ actor: 'Automatico', after: { customers: 201 } }])
})

test('prunes records by their own periods, also without a retention of customers', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const admin = await here.as('admin')
  await here.book(service.id, {}, { 'idempotency-key': crypto.randomUUID() })
  await here.post('/client/contact', { ...aBooking, name: 'Giulia Verdi', phone: '3331234567', message: 'Ciao' })
  await waitForJobs(server, here)
  await admin.get('/users')
  const { id: customer_id } = await here.db.selectFrom('customers').select('id').executeTakeFirstOrThrow()
  const proposal = { tenant_id: here.id, hidden_id: 'p'.repeat(22), customer_id, service_id: service.id }
  await here.db
    .insertInto('proposals')
    .values({ ...proposal, created_at: NOW.toString() })
    .execute()
  const count = async () => {
    const tables = ['sessions', 'contact_requests', 'notifications', 'messages', 'proposals', 'calendar_days'] as const
    const rows = tables.map(async (table) => {
      const { total } = await here.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('tenant_id', '=', here.id)
        .executeTakeFirstOrThrow()
      return [table, total] as const
    })
    return Object.fromEntries(await Promise.all(rows))
  }
  const before = await count()
  expect(before).toMatchObject({ sessions: 1, contact_requests: 1, calendar_days: 1 })
  expect(before.messages).toBeGreaterThan(0)
  expect(before.notifications).toBeGreaterThan(0)

  await run(here)
  expect(await count()).toEqual(before)

  // The database marks rows with its own time.
  const later = Temporal.Now.instant().add({ hours: 24 * 400 })
  server.clock.now = later
  await run(here)
  expect(await count()).toEqual({
    sessions: 0,
    contact_requests: 1,
    notifications: 0,
    messages: 0,
    proposals: 0,
    calendar_days: 0,
  })
  const [first] = await runs(here)
  expect(first!.after).toEqual({
    sessions: 1,
    notifications: before.notifications,
    messages: before.messages! + 1,
    calendar_days: 1,
    idempotency_keys: 1,
  })
  expect(await names(here)).toEqual(['Giulia'])

  server.clock.now = later.add({ hours: 24 * 366 })
  await run(here)
  expect((await count()).contact_requests).toBe(0)
})
