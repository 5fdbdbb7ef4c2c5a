import type pg from 'pg'
import { isDeadlock, violatesUnique } from '../../../database/postgres-errors.ts'

/** Statements of the command line, run as the owner of the tables and therefore outside row-level security. */

export const DOMAIN_INDEX = 'domains_domain_key'

export type TenantRows = {
  name: string
  domain: string
  timeZone: string
  /** Without a password the admin needs a link to choose one. */
  admin: { name: string; surname: string; email: string; passwordHash?: string }
}

/** Inserts a tenant with its canonical domain, configuration and admin. Undefined if the domain is taken. */
export async function insertTenant(
  owner: pg.Pool,
  { name, domain, timeZone, admin }: TenantRows,
): Promise<number | undefined> {
  const { rows } = await owner
    .query<{ id: number }>('select create_tenant($1, $2, $3, $4, $5, $6, $7) as id', [
      name,
      timeZone,
      domain,
      admin.name,
      admin.surname,
      admin.email,
      admin.passwordHash,
    ])
    .catch((error) => {
      if (violatesUnique(error, DOMAIN_INDEX)) return { rows: [] }
      throw error
    })
  return rows[0]?.id
}

/** Also finds suspended tenants. */
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

/** Lifts the limits of a business that signed up by itself. */
export async function trustTenant(owner: pg.Pool, tenantId: number) {
  await owner.query('update tenants set is_trusted = true where id = $1', [tenantId])
}

/** Adds a domain, as the canonical one if wanted. False if it belongs to another tenant. */
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

/** Removes a domain; `successor` or the oldest other one replaces a canonical domain. False for the last domain. */
export function deleteDomain(
  owner: pg.Pool,
  tenantId: number,
  { domain, successor }: { domain: string; successor?: string },
): Promise<boolean> {
  return changeDomains(owner, tenantId, async (client) => {
    const { rows: others } = await client.query<{ domain: string; has_canonical: boolean }>(
      `select domain, bool_or(is_canonical) over () as has_canonical from domains
       where tenant_id = $1 and domain <> $2 order by created_at, domain`,
      [tenantId, domain],
    )
    const [oldest] = others
    if (!oldest) return false
    await client.query('delete from domains where tenant_id = $1 and domain = $2', [tenantId, domain])
    if (!oldest.has_canonical) await makeCanonical(client, tenantId, successor ?? oldest.domain)
    return true
  })
}

async function makeCanonical(client: pg.PoolClient, tenantId: number, domain: string) {
  await client.query('update domains set is_canonical = false where tenant_id = $1 and is_canonical', [tenantId])
  await client.query('update domains set is_canonical = true where tenant_id = $1 and domain = $2', [tenantId, domain])
}

/** Runs `work` in a transaction that locks the tenant. */
async function changeDomains<T>(owner: pg.Pool, tenantId: number, work: (client: pg.PoolClient) => Promise<T>) {
  return inTransaction(owner, async (client) => {
    await lockTenant(client, tenantId)
    return work(client)
  })
}

/** Waits for concurrent inserts of the tenant and blocks new ones, which lock this row by their foreign key. */
const lockTenant = (client: pg.PoolClient, tenantId: number) =>
  client.query('select from tenants where id = $1 for update', [tenantId])

/** Runs `work` in a transaction of the owner and rolls back if it throws. */
export async function inTransaction<T>(owner: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    // The first error is thrown; PostgreSQL rolls back a broken connection.
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

type TableCount = { table: string; rows: number }

/** The number of rows of a tenant by table, without empty ones. */
export async function countRowsByTable(owner: pg.Pool, tenantId: number): Promise<TableCount[]> {
  const tables = await tablesInDeletionOrder(owner)
  const counts = tables.map(
    (table) => `select '${table}' as "table", count(*) as rows from ${table} where tenant_id = $1`,
  )
  const { rows } = await owner.query<TableCount>(counts.join(' union all '), [tenantId])
  return rows.filter(({ rows }) => rows > 0).sort((one, other) => one.table.localeCompare(other.table))
}

/** Deletes the rows, jobs and counters of a tenant in a transaction. `tables`: as `tablesInDeletionOrder`. */
export async function deleteTenantRows(client: pg.ClientBase, tenantId: number, tables: string[]) {
  await client.query('set constraints all deferred')
  for (const table of tables) await client.query(`delete from ${table} where tenant_id = $1`, [tenantId])
  await client.query('delete from tenants where id = $1', [tenantId])
  await client.query(`delete from pgboss.job where data ->> 'tenant_id' = $1`, [String(tenantId)])
  await client.query('delete from system.recipients where tenant_id = $1', [tenantId])
  await client.query(`delete from system.rate_limits where key ~ ('^[a-z-]+:' || $1 || '/')`, [String(tenantId)])
}

/** Deletes the rows, jobs and counters of a tenant. */
export async function deleteTenant(owner: pg.Pool, tenantId: number) {
  const tables = await tablesInDeletionOrder(owner)
  const attempt = () =>
    inTransaction(owner, async (client) => {
      await lockTenant(client, tenantId)
      await deleteTenantRows(client, tenantId, tables)
    })

  // A request that is still running may lock in another order; the suspended tenant gets no new ones.
  for (let retries = 5; ; retries -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (retries === 0 || !isDeadlock(error)) throw error
    }
  }
}

/** All tables with tenants' rows; each precedes the tables that its immediate foreign keys reference. */
export async function tablesInDeletionOrder(owner: pg.ClientBase | pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ table: string; referenced_by: string[] }>(
    `select c.oid::regclass::text as table,
            array(select distinct conrelid::regclass::text from pg_constraint
                  where contype = 'f' and not condeferrable and confrelid = c.oid and conrelid <> c.oid) as referenced_by
     from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'tenants'`,
  )
  const ordered: string[] = []
  for (
    let remaining = rows;
    remaining.length > 0;
    remaining = remaining.filter(({ table }) => !ordered.includes(table))
  ) {
    const next = remaining.filter(({ referenced_by }) => referenced_by.every((table) => ordered.includes(table)))
    if (next.length === 0) throw new Error('The foreign keys of some tables form a cycle')
    ordered.push(...next.map(({ table }) => table))
  }
  return ordered
}

export async function findUserByEmail(owner: pg.Pool, tenantId: number, email: string) {
  const { rows } = await owner.query<{ id: number; role: string; is_disabled: boolean }>(
    `select id, role, is_disabled from users
     where tenant_id = $1 and lower(email) = lower($2) and deleted_at is null`,
    [tenantId, email],
  )
  return rows[0]
}
