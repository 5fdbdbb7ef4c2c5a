import type pg from 'pg'
import type { Tenant } from '../context.ts'
import type { TenantDatabase } from '../database/tenant-database.ts'

/** The active business a domain belongs to; undefined when the domain is unknown or the business suspended. */
export async function findTenantByDomain(pool: pg.Pool, domain: string): Promise<Tenant | undefined> {
  const { rows } = await pool.query<Tenant>({
    name: 'find-tenant-by-domain',
    text: 'select id, name, domain, time_zone, revision from find_tenant_by_domain($1)',
    values: [domain],
  })
  return rows[0]
}

/** The business itself, also while it is suspended. */
export function findTenant(db: TenantDatabase, id: number): Promise<Tenant | undefined> {
  return db
    .selectFrom('tenants')
    .innerJoin('domains', 'domains.tenant_id', 'tenants.id')
    .select(['tenants.id', 'name', 'domain', 'time_zone', 'revision'])
    .where('tenants.id', '=', id)
    .orderBy('is_canonical', 'desc')
    .limit(1)
    .executeTakeFirst()
}
