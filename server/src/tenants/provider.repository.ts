import type pg from 'pg'

/**
 * What the provider does to businesses, as the owner of the tables and therefore outside row-level security.
 * Only the command line and the demo call these.
 */

export type NewTenant = { name: string; domain: string; timeZone?: string }

/** Opens a business with one domain, its canonical one, and an empty configuration. */
export async function insertTenant(
  owner: pg.Pool,
  { name, domain, timeZone = 'Europe/Rome' }: NewTenant,
): Promise<number> {
  const { rows } = await owner.query<{ id: number }>(
    `with tenant as (insert into tenants (name, time_zone) values ($1, $2) returning id),
          domain as (insert into domains (tenant_id, domain, is_canonical) select id, $3, true from tenant),
          configuration as (insert into configurations (tenant_id, app_name) select id, $1 from tenant)
     select id from tenant`,
    [name, timeZone, domain],
  )
  return rows[0]!.id
}

export type NewUser = {
  name: string
  surname: string
  email: string
  role: string
  passwordHash?: string
  phone?: string
}

export async function insertUser(owner: pg.Pool, tenantId: number, user: NewUser): Promise<number> {
  const { rows } = await owner.query<{ id: number }>(
    `insert into users (tenant_id, name, surname, email, role, password_hash, phone)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [tenantId, user.name, user.surname, user.email, user.role, user.passwordHash ?? null, user.phone ?? ''],
  )
  return rows[0]!.id
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

/** Suspends or resumes the business of a domain. Says whether there is one. */
export async function setSuspended(owner: pg.Pool, domain: string, suspended: boolean): Promise<boolean> {
  const { rowCount } = await owner.query(
    `update tenants set suspended_at = case when $2 then coalesce(suspended_at, now()) end
     where id = (select tenant_id from domains where domain = $1)`,
    [domain, suspended],
  )
  return rowCount === 1
}

/** Adds a domain to the business of another. Says whether there is one. */
export async function insertDomain(owner: pg.Pool, domain: string, added: string): Promise<boolean> {
  const { rowCount } = await owner.query(
    'insert into domains (tenant_id, domain) select tenant_id, $2 from domains where domain = $1',
    [domain, added],
  )
  return rowCount === 1
}

export async function countTenants(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ count: number }>('select count(*) from tenants')
  return rows[0]!.count
}
