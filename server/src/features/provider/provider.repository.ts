import type pg from 'pg'
import { isDeadlock, violatesUnique } from '../../database/postgres-errors.ts'

/**
 * What the provider does to businesses, as the owner of the tables and therefore outside row-level security.
 * Only the command line and tests call these.
 */

/** The unique index that keeps two businesses from having one domain. */
const DOMAIN_INDEX = 'domains_domain_key'

export type OpenedTenant = {
  name: string
  domain: string
  timeZone: string
  /** Without a password the admin needs a link to choose one. */
  admin: { name: string; surname: string; email: string; passwordHash?: string }
}

/** Opens a business with its canonical domain, an empty configuration and an admin. Undefined when the domain is taken. */
export async function insertTenant(
  owner: pg.Pool,
  { name, domain, timeZone, admin }: OpenedTenant,
): Promise<number | undefined> {
  const { rows } = await owner
    .query<{ id: number }>(
      `with tenant as (insert into tenants (name, time_zone) values ($1, $2) returning id),
     domain as (insert into domains (tenant_id, domain, is_canonical) select id, $3, true from tenant),
     configuration as (insert into configurations (tenant_id, app_name) select id, $1 from tenant),
     admin as (
       insert into users (tenant_id, name, surname, email, role, password_hash, is_email_confirmed)
       select id, $4, $5, $6, 'admin', $7, false from tenant
     )
     select id from tenant`,
      [name, timeZone, domain, admin.name, admin.surname, admin.email, admin.passwordHash],
    )
    .catch((error) => {
      if (violatesUnique(error, DOMAIN_INDEX)) return { rows: [] }
      throw error
    })
  return rows[0]?.id
}

export type TenantSummary = { id: number; name: string; domains: string[]; suspended: boolean; bookings: number }

export async function listTenants(owner: pg.Pool): Promise<TenantSummary[]> {
  const { rows } = await owner.query<TenantSummary>(
    `select t.id, t.name, t.suspended_at is not null as suspended,
            array(select domain from domains d where d.tenant_id = t.id order by is_canonical desc, domain) as domains,
            (select count(*) from bookings b where b.tenant_id = t.id and b.deleted_at is null) as bookings
     from tenants t order by t.id`,
  )
  return rows
}

/** The number of the business that a domain belongs to, also while it is suspended. */
export async function findTenantId(owner: pg.Pool, domain: string): Promise<number | undefined> {
  const { rows } = await owner.query<{ tenant_id: number }>('select tenant_id from domains where domain = $1', [domain])
  return rows[0]?.tenant_id
}

export async function setSuspended(owner: pg.Pool, tenantId: number, suspended: boolean) {
  await owner.query(
    'update tenants set suspended_at = case when $2 then coalesce(suspended_at, now()) end where id = $1',
    [tenantId, suspended],
  )
}

/**
 * Lets a business answer on one domain more, which links name from then on if it is to be the canonical one.
 * False when the domain is another business's.
 */
export function insertDomain(
  owner: pg.Pool,
  tenantId: number,
  { domain, isCanonical = false }: { domain: string; isCanonical?: boolean },
): Promise<boolean> {
  return changeDomains(owner, tenantId, async (client) => {
    await client.query('insert into domains (tenant_id, domain) values ($1, $2) on conflict (domain) do nothing', [
      tenantId,
      domain,
    ])
    const { rowCount } = await client.query('select from domains where tenant_id = $1 and domain = $2', [
      tenantId,
      domain,
    ])
    if (rowCount === 1 && isCanonical) await makeCanonical(client, tenantId, domain)
    return rowCount === 1
  })
}

/** Takes a domain from a business; if it was the canonical one, the oldest other becomes that. False for the last one. */
export function deleteDomain(owner: pg.Pool, tenantId: number, domain: string): Promise<boolean> {
  return changeDomains(owner, tenantId, async (client) => {
    const { rows: others } = await client.query<{ domain: string; has_canonical: boolean }>(
      `select domain, bool_or(is_canonical) over () as has_canonical from domains
       where tenant_id = $1 and domain <> $2 order by created_at, domain`,
      [tenantId, domain],
    )
    const [oldest] = others
    if (!oldest) return false
    await client.query('delete from domains where tenant_id = $1 and domain = $2', [tenantId, domain])
    if (!oldest.has_canonical) await makeCanonical(client, tenantId, oldest.domain)
    return true
  })
}

async function makeCanonical(client: pg.PoolClient, tenantId: number, domain: string) {
  await client.query('update domains set is_canonical = false where tenant_id = $1 and is_canonical', [tenantId])
  await client.query('update domains set is_canonical = true where tenant_id = $1 and domain = $2', [tenantId, domain])
}

/** One transaction, while nobody else changes the domains of the business. */
async function changeDomains<T>(owner: pg.Pool, tenantId: number, work: (client: pg.PoolClient) => Promise<T>) {
  return inTransaction(owner, async (client) => {
    await lockTenant(client, tenantId)
    return work(client)
  })
}

/** Waits for what is being added to a business, and keeps everybody from adding more. */
const lockTenant = (client: pg.PoolClient, tenantId: number) =>
  client.query('select from tenants where id = $1 for update', [tenantId])

async function inTransaction<T>(owner: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    // The first error counts; a broken connection is rolled back by PostgreSQL.
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

export type Holdings = { table: string; rows: number }[]

/** How many rows of each table a business has. */
export async function countHoldings(owner: pg.Pool, tenantId: number): Promise<Holdings> {
  const tables = await tablesInDeletionOrder(owner)
  const counts = tables.map(
    (table) => `select '${table}' as "table", count(*) as rows from ${table} where tenant_id = $1`,
  )
  const { rows } = await owner.query<Holdings[number]>(counts.join(' union all '), [tenantId])
  return rows.filter(({ rows }) => rows > 0).sort((one, other) => one.table.localeCompare(other.table))
}

/** Deletes everything that the database keeps of a business: its rows, its jobs, its counters. */
export async function deleteTenant(owner: pg.Pool, tenantId: number) {
  const tables = await tablesInDeletionOrder(owner)
  const attempt = () =>
    inTransaction(owner, async (client) => {
      await lockTenant(client, tenantId)
      await client.query('set constraints all deferred')
      for (const table of tables) await client.query(`delete from ${table} where tenant_id = $1`, [tenantId])
      await client.query('delete from tenants where id = $1', [tenantId])
      await client.query(`delete from pgboss.job where data ->> 'tenant_id' = $1`, [String(tenantId)])
      await client.query('delete from system.recipients where tenant_id = $1', [tenantId])
      await client.query(`delete from system.rate_limits where key ~ ('^[a-z-]+:' || $1 || '/')`, [String(tenantId)])
    })

  // A request that is still under way may lock in another order; it fails or ends, and no new ones come.
  for (let left = 5; ; left -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 0 || !isDeadlock(error)) throw error
    }
  }
}

/** The tables of the businesses, as the catalogue has them: each comes before those that it points at and that are looked at at once. */
async function tablesInDeletionOrder(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ table: string; pointed_at_by: string[] }>(
    `select c.oid::regclass::text as table,
            array(select distinct conrelid::regclass::text from pg_constraint
                  where contype = 'f' and not condeferrable and confrelid = c.oid and conrelid <> c.oid) as pointed_at_by
     from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'tenants'`,
  )
  const ordered: string[] = []
  for (let left = rows; left.length > 0; left = left.filter(({ table }) => !ordered.includes(table))) {
    const next = left.filter(({ pointed_at_by }) => pointed_at_by.every((table) => ordered.includes(table)))
    if (next.length === 0) throw new Error('Some tables point at each other in a circle')
    ordered.push(...next.map(({ table }) => table))
  }
  return ordered
}

/** A user of a business by their e-mail address. */
export async function findUserByEmail(owner: pg.Pool, tenantId: number, email: string) {
  const { rows } = await owner.query<{ id: number; role: string; is_disabled: boolean }>(
    `select id, role, is_disabled from users
     where tenant_id = $1 and lower(email) = lower($2) and deleted_at is null`,
    [tenantId, email],
  )
  return rows[0]
}

export async function appointAdmin(owner: pg.Pool, tenantId: number, userId: number) {
  await owner.query(`update users set role = 'admin' where tenant_id = $1 and id = $2`, [tenantId, userId])
}
