import { newDatabase, roleUrlsAt } from '@prenoto/test-support/database/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APP_ROLE, openAppPool, openOwnerPool, type Pool } from '../connection.ts'
import { OWNER_ROLE } from '../roles.ts'
import { MESSAGE_KINDS } from '../schema.ts'

let database: Awaited<ReturnType<typeof newDatabase>>
let owner: Pool
let app: Pool
let tables: string[]
beforeAll(async () => {
  database = await newDatabase()
  owner = openOwnerPool(database.url)
  app = openAppPool(roleUrlsAt(database.url), { max: 2 })
  tables = await names(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
})
afterAll(async () => {
  await app.end()
  await owner.end()
  await database.drop()
})

/** The first column of each row. */
async function names(sql: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await owner.query({ text: sql, values, rowMode: 'array' })
  return rows.map(([name]) => name)
}

test('the catalog contains the expected tables', () => {
  expect(tables).toEqual(expect.arrayContaining(['tenants', 'domains', 'bookings', 'customers', 'users']))
})

type Policy = { table: string; secured: boolean; forced: boolean; roles: string[]; reads: string; writes: string }

const listPolicies = async () =>
  (
    await owner.query<Policy>(
      `select c.relname as table, c.relrowsecurity as secured, c.relforcerowsecurity as forced,
              array(select rolname::text from pg_roles where oid = any (p.polroles)) as roles,
              pg_get_expr(p.polqual, p.polrelid) as reads, pg_get_expr(p.polwithcheck, p.polrelid) as writes
       from pg_class c left join pg_policy p on p.polrelid = c.oid and p.polcmd = '*' and p.polpermissive
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
    )
  ).rows

test('row-level security limits the application to the current tenant in every table', {
  tags: ['1.7'],
}, async () => {
  const policies = (await listPolicies()).filter(({ roles }) => roles.includes(APP_ROLE))

  expect(policies.map((policy) => policy.table).sort()).toEqual([...tables].sort())
  for (const policy of policies) {
    const column = policy.table === 'tenants' ? 'id' : 'tenant_id'
    const rule = `(${column} = ( SELECT current_tenant() AS current_tenant))`
    expect(policy).toMatchObject({ secured: true, roles: [APP_ROLE], reads: rule, writes: rule })
  }
})

test('row-level security applies to the owner of every table without app.provider', async () => {
  const policies = (await listPolicies()).filter(({ roles }) => !roles.includes(APP_ROLE))

  expect(policies.map((policy) => policy.table).sort()).toEqual([...tables].sort())
  const rule = `(current_setting('app.provider'::text, true) = 'on'::text)`
  // The search functions read customers as their owner.
  for (const policy of policies)
    expect(policy).toMatchObject({
      forced: policy.table !== 'customers',
      roles: [OWNER_ROLE],
      reads: rule,
      writes: rule,
    })
})

test('no view, materialised view or foreign table bypasses row-level security', async () => {
  const others = await names(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'f')
       and not coalesce('security_invoker=on' = any (reloptions), false)`,
  )

  expect(others).toEqual([])
})

test('every table has a tenant_id that is not null', async () => {
  const withTenant = await names(
    `select attrelid::regclass::text from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attname = 'tenant_id' and attnotnull`,
  )

  expect(withTenant.sort()).toEqual(tables.filter((table) => table !== 'tenants').sort())
})

test('every primary key and every unique index starts with the tenant', async () => {
  const loose = await names(
    `select format('%s (%s)', indrelid::regclass, string_agg(attname, ', ' order by position))
     from pg_index
     cross join lateral unnest(indkey::int[]) with ordinality as key (attnum, position)
     join pg_attribute on attrelid = indrelid and pg_attribute.attnum = key.attnum
     join pg_class on pg_class.oid = indrelid
     where relnamespace = 'public'::regnamespace and indisunique
     group by indexrelid, indrelid, indkey
     having (array_agg(attname order by position))[1] <> 'tenant_id'`,
  )
  const withKey = await names(
    `select conrelid::regclass::text from pg_constraint where contype = 'p' and connamespace = 'public'::regnamespace`,
  )

  // A tenant's id and a domain are unique in the whole database.
  expect(loose.sort()).toEqual(['domains (domain)', 'tenants (id)'])
  expect(withKey.sort()).toEqual([...tables].sort())
})

test('every foreign key includes the tenant on both sides', async () => {
  const { rows: keys } = await owner.query(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to,
            array(select attname::text from unnest(conkey) with ordinality k (n, i)
                  join pg_attribute on attrelid = conrelid and attnum = n order by i) as columns,
            array(select attname::text from unnest(confkey) with ordinality k (n, i)
                  join pg_attribute on attrelid = confrelid and attnum = n order by i) as target
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )

  expect(keys.length).toBeGreaterThan(tables.length)
  for (const key of keys) {
    expect([key.from, key.columns[0]]).toEqual([key.from, 'tenant_id'])
    expect([key.from, key.target[0]]).toEqual([key.from, key.to === 'tenants' ? 'id' : 'tenant_id'])
  }
  const toTenants = keys.filter((key) => key.to === 'tenants').map((key) => key.from)
  expect(toTenants.sort()).toEqual(tables.filter((table) => table !== 'tenants').sort())
})

test('the application role has no privileges of its own and owns nothing', async () => {
  const { rows } = await owner.query(
    `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, rolcanlogin,
            exists (select from pg_auth_members where member = pg_roles.oid) as member
     from pg_roles where rolname = $1`,
    [APP_ROLE],
  )
  const owned = await names(`select relname from pg_class where pg_get_userbyid(relowner) = $1`, [APP_ROLE])

  expect(rows).toEqual([
    {
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolcanlogin: true,
      member: false,
    },
  ])
  expect(owned).toEqual([])
})

test('only the functions that need more rights than the application have those of the owner', async () => {
  const elevated = await names(
    `select proname from pg_proc
     where prosecdef and pronamespace in ('public'::regnamespace, 'system'::regnamespace, 'pgboss'::regnamespace)`,
  )

  expect(elevated.sort()).toEqual([
    'attach_domain',
    'choose_canonical_domain',
    'claim_busy_feeds',
    'claim_reminder_days',
    'claim_retention_days',
    'claim_waiting_lists',
    'claim_webhooks',
    'count_messages',
    'delete_expired',
    'delete_old_audit_entries',
    'detach_domain',
    'find_customers_matching',
    'find_customers_resembling',
    'find_tenant_by_domain',
    'is_domain_attached',
    'is_domain_free',
    'needs_set_up',
    'open_first_tenant',
    'open_tenant',
    'tenants_of_text_consent',
    'tenants_with_expired_copies',
    'withdraw_text_consents',
  ])
})

test('the check constraint of messages allows exactly the kinds with a template', async () => {
  const [rule] = await names(`select pg_get_constraintdef(oid) from pg_constraint where conname = 'messages_kind'`)

  expect([...rule!.matchAll(/'([\w-]+)'/g)].map(([, kind]) => kind).sort()).toEqual([...MESSAGE_KINDS].sort())
})

test('the application may only read and add rows of append-only tables', async () => {
  const granted = (table: string) =>
    names(
      `select distinct privilege_type from information_schema.column_privileges where table_name = $1 and grantee = $2
       union select privilege_type from information_schema.table_privileges where table_name = $1 and grantee = $2
       order by 1`,
      [table, APP_ROLE],
    )

  for (const table of ['audit_entries', 'booking_history', 'privacy_texts'])
    expect(await granted(table)).toEqual(['INSERT', 'SELECT'])
})

test('pools connect with the application role', async () => {
  const { rows } = await app.query('select current_user as role')

  expect(rows).toEqual([{ role: APP_ROLE }])
})

test.for([
  'create table public.mine ()',
  'create table system.mine ()',
  'create schema mine',
  'create function public.mine() returns int language sql return 1',
  'alter table bookings disable row level security',
  'alter table bookings add column mine text',
  'drop policy own_tenant on bookings',
  'create policy mine on bookings using (true)',
  'drop table bookings',
  'truncate bookings',
  "update audit_entries set actor = 'mine'",
  'delete from audit_entries',
  'truncate audit_entries',
  "insert into tenants (name) values ('mine')",
  "insert into domains (tenant_id, domain) values (1, 'mine.example')",
  "update domains set domain = 'mine.example'",
  'delete from domains',
  'delete from tenants',
  "update tenants set name = 'mine'",
  'update tenants set suspended_at = null',
  'alter role prenoto_app bypassrls',
  'grant postgres to prenoto_app',
  "insert into migrations.kysely_migration values ('mine', '')",
  "copy (select 1) to program 'true'",
])('the application may not: %s', async (statement) => {
  await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' })
})
