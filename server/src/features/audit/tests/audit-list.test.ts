import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { recordAudit } from '../record-audit.ts'

const server = await sharedServer()

let here: TestTenant
let admin: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  here = await server.newTenant()
  admin = await here.as('admin')
})

const list = async (query = '') => (await admin.get(`/audit${query}`)).json()
const actionsOf = async (query = '') => (await list(query)).entries.map(({ action }: { action: string }) => action)

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

  expect(await actionsOf('?q=luca')).toEqual(['configuration.updated', 'session.log_in'])
  expect(await actionsOf('?q=203.0.113')).toHaveLength(3)
  expect(await actionsOf('?q=dati%20vecchi')).toEqual(['retention.ran'])
  expect(await actionsOf(`?q=${encodeURIComponent('100%')}`)).toEqual(['configuration.updated'])
  expect(await actionsOf(`?q=${encodeURIComponent('%')}&group=access`)).toEqual([])
  expect(await actionsOf('?group=access')).toEqual(['session.log_in'])
  expect(await actionsOf(`?user_id=${admin.id}`)).toEqual(['configuration.updated', 'session.log_in'])
  expect(await actionsOf('?from=2026-11-20&to=2026-11-20')).toEqual(['retention.ran'])
  expect(await actionsOf('?to=2026-11-19')).toEqual(['session.log_in'])
  expect((await admin.get('/audit?group=altro')).statusCode).toBe(422)
})

test('the name of an erased customer is not shown', async () => {
  const { id } = (await here.book((await here.newService()).id)).json()
  const booking = here.db.selectFrom('bookings').select('customer_id').where('id', '=', id)
  const { customer_id } = await booking.executeTakeFirstOrThrow()
  await recordAudit(here.ctx(), { action: 'customer.exported', subject: { type: 'customer', id: customer_id } })
  expect((await list()).entries[0].subject_name).toBe('Giulia Verdi')

  await here.db.updateTable('customers').set({ erased_at: NOW.toString() }).where('id', '=', customer_id).execute()

  expect((await list()).entries[0].subject_name).toBe(null)
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
  expect((await actionsOf())[0]).toBe('export.audit')
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

test('a page of ten thousand entries is read by an index, without sorting', async () => {
  await server.owner.query(
    `insert into audit_entries (tenant_id, happened_at, user_id, actor, action)
     select $1, timestamptz '2026-11-20' - i * interval '1 minute', $2, 'Luca Neri', 'session.log_in'
     from generate_series(1, 10000) i`,
    [here.id, admin.id],
  )
  await server.owner.query('analyze audit_entries')
  const last = await here.db.selectFrom('audit_entries').select('id').orderBy('happened_at').limit(1).executeTakeFirst()

  const plan = await here.db.inTransaction(async (db) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select * from audit_entries
      where tenant_id = ${here.id} and (happened_at, id) < (
        select e.happened_at, e.id from audit_entries e where e.tenant_id = ${here.id} and e.id = ${last!.id})
      order by happened_at desc, id desc limit 51`.execute(db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('Index Scan Backward using audit_entries_newest')
  expect(plan).not.toMatch(/Sort|Seq Scan/)
  expect((await list('?per_page=50')).entries).toHaveLength(50)
})
