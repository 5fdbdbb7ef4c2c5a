import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tablesWithTraces } from '@prenoto/test-support/database/tables-with-traces.ts'
import { aBooking, NOW, sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { expect, test } from 'vitest'

const lines: string[] = []
const server = await sharedServer({ work: true, logTo: (line) => lines.push(line), logLevel: 'debug' })

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
