import type { AuditFilters } from '@prenoto/core/audit/audit.endpoints.ts'
import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { auditTrail, listAuditEntries } from '../audit-list.repository.ts'
import { recordAudit } from '../record-audit.ts'

const server = await sharedServer()

let here: TestTenant
let admin: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
  admin = await here.as('admin')
})

const list = async (query = '') => (await admin.get(`/audit${query}`)).json()
const listActions = async (query = '') => (await list(query)).entries.map(({ action }: { action: string }) => action)

async function someEntries() {
  const ctx = { ...here.ctx(), clientAddress: '203.0.113.7' }
  const luca = { id: admin.id, name: 'Luca', surname: 'Neri' }
  await recordAudit({ ...ctx, now: NOW.subtract({ hours: 48 }) }, { action: 'session.log_in', actor: luca })
  await recordAudit({ ...ctx, now: NOW.subtract({ hours: 24 }) }, { action: 'retention.ran', actor: 'Automatico' })
  await recordAudit(ctx, {
    action: 'configuration.updated',
    actor: luca,
    before: { welcome_text: '=1+1 al 100%' },
    after: { welcome_text: 'Ciao' },
  })
}

test('entries are listed from the newest, page by page, with local time and the names of subjects', async () => {
  await someEntries()
  await recordAudit(here.ctx(), { action: 'user.updated', subject: { type: 'user', id: admin.id } })

  const first = await list('?per_page=2')
  expect(first).toMatchObject({
    entries: [
      { action: 'user.updated', happened_at: '21-11-2026 09:45', subject_name: 'Ada Bianchi', client_address: null },
      {
        action: 'configuration.updated',
        actor: 'Luca Neri',
        client_address: '203.0.113.7',
        after: { welcome_text: 'Ciao' },
      },
    ],
    has_more: true,
  })
  const second = await list(`?per_page=2&last_id=${first.last_id}`)
  expect(second).toMatchObject({
    entries: [{ action: 'retention.ran' }, { action: 'session.log_in' }],
    has_more: false,
  })
})

test('entries are found by text, group, user and local day', async () => {
  await someEntries()

  expect(await listActions('?q=luca')).toEqual(['configuration.updated', 'session.log_in'])
  expect(await listActions('?q=203.0.113')).toHaveLength(3)
  expect(await listActions('?q=dati%20vecchi')).toEqual(['retention.ran'])
  expect(await listActions(`?q=${encodeURIComponent('100%')}`)).toEqual(['configuration.updated'])
  expect(await listActions(`?q=${encodeURIComponent('%')}&group=access`)).toEqual([])
  expect(await listActions('?group=access')).toEqual(['session.log_in'])
  expect(await listActions(`?user_id=${admin.id}`)).toEqual(['configuration.updated', 'session.log_in'])
  expect(await listActions('?from=2026-11-20&to=2026-11-20')).toEqual(['retention.ran'])
  expect(await listActions('?to=2026-11-19')).toEqual(['session.log_in'])
  expect((await admin.get('/audit?group=altro')).statusCode).toBe(422)
})

/** A booking of Giulia Verdi, made an hour ago by the tests' clock. */
async function book() {
  const { id, hidden_id } = (await here.book((await here.newService()).id)).json()
  await here.db
    .updateTable('bookings')
    .set({ created_at: NOW.subtract({ hours: 1 }).toString() })
    .where('id', '=', id)
    .execute()
  return { id, hidden_id }
}

test('the changes of a booking by customer and staff are found by the name of the customer', async () => {
  const { id, hidden_id } = await book()
  await here.put(`/client/bookings/update/${hidden_id}`, { visit_day: '2026-11-24', visit_hour: '15:00' })
  const { version: _, calendar_id: __, ...booking } = (await admin.get(`/bookings/${id}`)).json()
  await admin.put(`/bookings/update/${id}`, { ...booking, telephone: '3339998877' })
  await admin.delete(`/bookings/delete/${id}`)
  await admin.post(`/bookings/restore/${id}`, {})
  await here.delete(`/client/bookings/delete/${hidden_id}`)

  const { entries } = await list('?q=giulia%20verdi&group=bookings')
  expect(entries).toMatchObject([
    { action: 'booking.cancelled', actor: 'Cliente', user_id: null },
    { action: 'booking.restored', actor: 'Ada Bianchi', user_id: admin.id },
    { action: 'booking.cancelled', actor: 'Ada Bianchi' },
    { action: 'booking.person', actor: 'Ada Bianchi', before: null, after: { fields: 'telephone' } },
    {
      action: 'booking.rescheduled',
      actor: 'Cliente',
      before: { visit: '23-11-2026 09:00' },
      after: { visit: '24-11-2026 15:00' },
    },
    {
      action: 'booking.created',
      actor: 'Cliente',
      subject_type: 'booking',
      subject_id: id,
      subject_name: 'Giulia Verdi',
    },
  ])
  expect(await listActions('?q=nessuno')).toEqual([])
  expect(await listActions('?group=timetable')).toEqual([])
  expect(await listActions(`?group=bookings&user_id=${admin.id}`)).toHaveLength(3)
  expect(await listActions('?group=bookings&to=2026-11-20')).toEqual([])
})

test('a page continues after an entry of any table, each entry once', async () => {
  const { id } = await book()
  await recordAudit(here.ctx(), { action: 'session.log_in' })
  await admin.delete(`/bookings/delete/${id}`)
  await recordAudit(here.ctx(), { action: 'session.log_out' })

  const all = await listActions()
  const read: string[] = []
  for (let last = ''; ; ) {
    const { entries, last_id, has_more } = await list(`?per_page=1&last_id=${last}`)
    read.push(entries[0].action)
    if (!has_more) break
    last = last_id
  }
  expect(read).toEqual(all)
  expect(all.toSorted()).toEqual(['booking.cancelled', 'booking.created', 'session.log_in', 'session.log_out'])
})

test('an erased customer is named nowhere and found by no name, a restricted one is not either', async () => {
  const { id, hidden_id } = await book()
  const booking = here.db.selectFrom('bookings').select('customer_id').where('id', '=', id)
  const { customer_id } = await booking.executeTakeFirstOrThrow()
  await admin.put(`/customers/${customer_id}/notes`, { notes: 'Allergica al nichel' })
  expect(await listActions('?q=verdi')).toEqual(['customer.notes_updated', 'booking.created'])
  expect(JSON.stringify(await list())).not.toContain('nichel')

  await admin.put(`/customers/${customer_id}/restriction`, { is_restricted: true, reason: 'Richiesta' })
  expect(await listActions('?q=verdi')).toEqual([])
  expect(JSON.stringify(await list())).not.toContain('Verdi')
  await admin.put(`/customers/${customer_id}/restriction`, { is_restricted: false, reason: '' })

  await here.delete(`/client/bookings/delete/${hidden_id}`)
  expect((await admin.delete(`/customers/${customer_id}`)).statusCode).toBe(204)
  expect(await listActions('?q=verdi')).toEqual([])
  expect(JSON.stringify(await list())).not.toContain('Verdi')
})

test('the CSV contains the filtered entries without formulas and records itself', async () => {
  await someEntries()

  const answer = await admin.get('/audit/export?group=settings')

  expect(answer.headers['content-disposition']).toMatch(/salone-\d+-registro-2026-11-21\.csv/)
  expect(answer.body.split('\r\n')).toEqual([
    '\uFEFF"Data e ora";"Chi";"Indirizzo";"Attività";"Oggetto";"Prima";"Dopo"',
    '"21/11/2026 09:45";"Luca Neri";"203.0.113.7";"Impostazioni modificate";"";"welcome_text: =1+1 al 100%";"welcome_text: Ciao"',
    '"20/11/2026 09:45";"Automatico";"203.0.113.7";"Dati vecchi cancellati";"";"";""',
    '',
  ])
  expect((await listActions())[0]).toBe('export.audit')
})

test('only administrators of the same business see the trail', async () => {
  await someEntries()
  const elsewhere = await server.newTenant()

  for (const path of ['/audit', '/audit/export']) {
    for (const role of ['operator', 'editor'] as const)
      expect((await (await here.as(role)).get(path)).statusCode).toBe(404)
    expect((await here.get(path)).statusCode).toBe(401)
  }
  expect((await (await elsewhere.as('admin')).get('/audit')).json().entries).toEqual([])
})

test('a page of many entries and changes of bookings is read by indexes', async () => {
  const { id } = await book()
  await server.owner.query(
    `insert into audit_entries (tenant_id, happened_at, user_id, actor, action)
     select $1, timestamptz '2026-11-20' - i * interval '5 minutes', $2, 'Luca Neri', 'session.log_in'
     from generate_series(1, 20000) i`,
    [here.id, admin.id],
  )
  await server.owner.query(
    `insert into booking_history (tenant_id, booking_id, at, user_id, kind)
     select $1, $2, timestamptz '2026-11-20' - i * interval '5 minutes', $3, 'telephone' from generate_series(1, 20000) i`,
    [here.id, id, admin.id],
  )
  await server.owner.query('analyze audit_entries, booking_history')
  const old = { group: 'bookings' as const, to: parsePlainDate('2026-09-30') }
  const [oldest] = await listAuditEntries(here.ctx(), old, { after: undefined, limit: 1 })

  const explain = (filters: AuditFilters, after?: number) =>
    here.db.inTransaction(async (db) => {
      const trail = auditTrail(here.ctx(), filters, { after, limit: 51 })
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${trail}`.execute(db)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
  const plan = await explain({}, oldest!.id)
  expect(plan).toMatch(/Index Scan Backward using audit_entries_newest/)
  expect(plan).toMatch(/Index Scan Backward using booking_history_newest/)
  expect(plan).toMatch(/using booking_history_id/)
  expect(plan).not.toMatch(/Seq Scan on (audit_entries|booking_history)/)
  // The names of bookings, and not those of each change.
  expect((await explain({ q: 'nessuno' })).match(/Filter: .*customer_id.*surname.*~~\*/g)).toHaveLength(1)
  expect((await list('?per_page=50')).entries).toHaveLength(50)
  expect(await listActions('?q=verdi')).toContain('booking.created')
})
