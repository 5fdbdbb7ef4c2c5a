import { roleUrlsAt } from '@prenoto/test-support/database/test-database.ts'
import { populatedTenant } from '@prenoto/test-support/server/populated-tenant.ts'
import { type TestServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APP_ROLE, openAppPool, type Pool } from '../connection.ts'
import type { Schema } from '../schema.ts'

let server: TestServer
let app: Pool
let here: TestTenant
let elsewhere: TestTenant
beforeAll(async () => {
  server = await testServer()
  app = openAppPool(roleUrlsAt(server.url), { max: 2 })
  here = await populatedTenant(server)
  elsewhere = await populatedTenant(server)
})
afterAll(async () => {
  await app.end()
  await server.close()
})

/** Every table of the schema; the type makes a missing one a compile error. */
const TABLES = Object.keys({
  api_keys: 0,
  webhooks: 0,
  webhook_deliveries: 0,
  tenants: 0,
  domains: 0,
  domain_claims: 0,
  configurations: 0,
  users: 0,
  previous_emails: 0,
  email_links: 0,
  known_devices: 0,
  sessions: 0,
  push_subscriptions: 0,
  push_preferences: 0,
  new_device_log_ins: 0,
  device_links: 0,
  password_links: 0,
  totp_factors: 0,
  passkeys: 0,
  recovery_codes: 0,
  passkey_challenges: 0,
  log_in_challenges: 0,
  second_factor_requirements: 0,
  calendar_feeds: 0,
  busy_feeds: 0,
  calendars: 0,
  services: 0,
  service_calendars: 0,
  calendar_exceptions: 0,
  customers: 0,
  calendar_days: 0,
  bookings: 0,
  booking_history: 0,
  slot_holds: 0,
  waiting_list_entries: 0,
  visitor_link_requests: 0,
  visitor_tokens: 0,
  notifications: 0,
  messages: 0,
  contact_requests: 0,
  privacy_texts: 0,
  uploads: 0,
  audit_entries: 0,
  health_consents: 0,
  health_notes: 0,
  health_documents: 0,
  imports: 0,
  import_lines: 0,
  data_copies: 0,
  first_steps: 0,
  text_settings: 0,
  text_consents: 0,
  text_messages: 0,
  after_visit_refusals: 0,
  proposals: 0,
  come_back_reminders: 0,
} satisfies Record<keyof Schema, 0>) as (keyof Schema)[]

const tenantColumn = (table: keyof Schema) => (table === 'tenants' ? 'id' : 'tenant_id')

/** Runs a statement with the application role, for a tenant or without one. */
async function as(tenantId: number | undefined, sql: string, values: unknown[] = []) {
  const client = await app.connect()
  try {
    await client.query('begin')
    if (tenantId !== undefined) await client.query(`set local app.tenant_id = '${tenantId}'`)
    return await client.query(sql, values)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** The statement that inserts a copy of another tenant's row, with the id of either tenant. */
async function insertCopy(table: keyof Schema, tenantId: number) {
  const { rows } = await server.owner.query(`select * from ${table} where ${tenantColumn(table)} = $1 limit 1`, [
    tenantId,
  ])
  const columns = Object.keys(rows[0])
    .filter((column) => !column.startsWith('search_'))
    .map((column) => `"${column}"`)
  return `insert into ${table} (${columns.join(', ')}) overriding system value
          select ${columns.join(', ')} from jsonb_populate_record(null::${table}, '${JSON.stringify(rows[0]).replaceAll("'", "''")}')`
}

const REFUSED = '42501'

test('these tests cover all tables and run with the role of the server', {
  tags: ['10.11'],
}, async () => {
  const { rows } = await server.owner.query(`select tablename from pg_tables where schemaname = 'public'`)
  const { rows: roles } = await app.query(`select current_user as role, row_security_active('bookings') as secured`)

  expect(rows.map(({ tablename }) => tablename).sort()).toEqual([...TABLES].sort())
  expect(roles).toEqual([{ role: APP_ROLE, secured: true }])
})

test.for(TABLES)(
  '%s: without a tenant no row can be read, changed, deleted or inserted',
  { tags: ['10.11'] },
  async (table) => {
    expect((await as(undefined, `select from ${table}`)).rowCount).toBe(0)
    expect(await isChanged(undefined, `update ${table} set ${SET[table] ?? 'tenant_id = tenant_id'}`)).toBe(0)
    expect(await isChanged(undefined, `delete from ${table}`)).toBe(0)
    await expect(as(undefined, await insertCopy(table, here.id))).rejects.toMatchObject({ code: REFUSED })
  },
)

test.for(TABLES)('%s: a tenant reads only its own rows', async (table) => {
  for (const { id } of [here, elsewhere]) {
    const { rows } = await as(id, `select distinct ${tenantColumn(table)} as tenant_id from ${table}`)
    expect(rows).toEqual([{ tenant_id: id }])
  }
})

test.for(TABLES)("%s: another tenant's rows can't be changed, deleted or added", async (table) => {
  const theirs = `${tenantColumn(table)} = ${elsewhere.id}`

  expect(await isChanged(here.id, `update ${table} set ${SET[table] ?? 'tenant_id = tenant_id'} where ${theirs}`)).toBe(
    0,
  )
  expect(await isChanged(here.id, `delete from ${table} where ${theirs}`)).toBe(0)
  await expect(as(here.id, await insertCopy(table, elsewhere.id))).rejects.toMatchObject({ code: REFUSED })
})

test.for(TABLES.filter((table) => table !== 'tenants'))(
  "%s: a tenant's own row can't be given to another",
  async (table) => {
    await expect(as(here.id, `update ${table} set tenant_id = ${elsewhere.id}`)).rejects.toMatchObject({
      code: REFUSED,
    })
  },
)

test('the search functions find customers of the current tenant alone', { tags: ['13.92'] }, async () => {
  const matching = `select id from find_customers_matching('{search_name}', '{%}', 100)`
  const resembling = `select id from find_customers_resembling((select name from customers limit 1), 100)`
  const ownRows = (await as(here.id, 'select id from customers where erased_at is null')).rows

  for (const search of [matching, resembling]) {
    expect((await as(here.id, search)).rows).toEqual(ownRows)
    expect((await as(undefined, search)).rows).toEqual([])
  }
})

test('an invalid tenant id shows no rows', async () => {
  expect((await as(0, 'select from bookings')).rowCount).toBe(0)
  expect((await as(-1, 'select from bookings')).rowCount).toBe(0)
  expect((await app.query('select from bookings')).rowCount).toBe(0)
})

test('the tenant of a transaction does not apply to the next one on the same connection', async () => {
  const client = await app.connect()
  try {
    await client.query(`begin; set local app.tenant_id = '${here.id}'; select from bookings; commit`)
    const { rowCount } = await client.query('select from bookings')
    expect(rowCount).toBe(0)
  } finally {
    client.release()
  }
})

test("a row can't point at another tenant's row, even for the owner of the tables", async () => {
  const { rows } = await server.owner.query('select id from calendars where tenant_id = $1', [elsewhere.id])

  const crossing = server.owner.query(
    `insert into services (tenant_id, name, duration, amount, calendar_id) values ($1, 'Taglio', 60, 25, $2)`,
    [here.id, rows[0].id],
  )

  await expect(crossing).rejects.toMatchObject({ code: '23503' })
})

test('the job queue contains no personal data', async () => {
  const { rows } = await server.owner.query('select data from pgboss.job')

  expect(rows.length).toBeGreaterThan(0)
  const named = ['booking_id', 'contact_request_id', 'data', 'event', 'is_quiet', 'tenant_id']
  for (const { data } of rows)
    expect(Object.keys({ ...data, ...data.data }).filter((key) => !named.includes(key))).toEqual([])
})

/** The only column of a tenant that the application may update is its revision. */
const SET: Partial<Record<keyof Schema, string>> = { tenants: 'revision = revision' }

/** The number of rows that a statement changed; 0 if it was refused. */
async function isChanged(tenantId: number | undefined, sql: string) {
  try {
    return (await as(tenantId, sql)).rowCount
  } catch (error) {
    expect(error).toMatchObject({ code: REFUSED })
    return 0
  }
}
