import type pg from 'pg'

/**
 * What the provider does to businesses, as the owner of the tables and therefore outside row-level security.
 * Only the command line and tests call these.
 */

export type OpenedTenant = {
  name: string
  domain: string
  timeZone: string
  admin: { name: string; surname: string; email: string; passwordHash: string }
}

/** Opens a business with its canonical domain, an empty configuration and an admin. Undefined when the domain is taken. */
export async function insertTenant(
  owner: pg.Pool,
  { name, domain, timeZone, admin }: OpenedTenant,
): Promise<number | undefined> {
  const { rows } = await owner.query<{ id: number }>(
    `with tenant as (
       insert into tenants (name, time_zone)
       select $1, $2 where not exists (select from domains where domain = $3)
       returning id
     ),
     domain as (insert into domains (tenant_id, domain, is_canonical) select id, $3, true from tenant),
     configuration as (insert into configurations (tenant_id, app_name) select id, $1 from tenant),
     admin as (
       insert into users (tenant_id, name, surname, email, role, password_hash)
       select id, $4, $5, $6, 'admin', $7 from tenant
     )
     select id from tenant`,
    [name, timeZone, domain, admin.name, admin.surname, admin.email, admin.passwordHash],
  )
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

/** Suspends or resumes the business of a domain. Says whether there is one. */
export async function setSuspended(owner: pg.Pool, domain: string, suspended: boolean): Promise<boolean> {
  const { rowCount } = await owner.query(
    `update tenants set suspended_at = case when $2 then coalesce(suspended_at, now()) end
     where id = (select tenant_id from domains where domain = $1)`,
    [domain, suspended],
  )
  return rowCount === 1
}

/** Lets the business of a domain answer on another one, too. */
export async function insertDomain(
  owner: pg.Pool,
  domain: string,
  added: string,
): Promise<'added' | 'unknown' | 'taken'> {
  const { rows: owners } = await owner.query<{ tenant_id: number }>('select tenant_id from domains where domain = $1', [
    domain,
  ])
  if (!owners[0]) return 'unknown'
  const { rowCount } = await owner.query(
    'insert into domains (tenant_id, domain) values ($1, $2) on conflict (domain) do nothing',
    [owners[0].tenant_id, added],
  )
  return rowCount === 1 ? 'added' : 'taken'
}
