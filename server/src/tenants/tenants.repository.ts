import type { Pool } from '../database/connection.ts'
import type { TenantDatabase } from '../database/tenant-database.ts'
import type { Tenant } from './context.ts'

/** The active tenants of domains; unknown domains and those of suspended tenants are omitted. */
export async function findTenantsByDomain(pool: Pool, domains: string[]): Promise<(Tenant & { asked: string })[]> {
  const { rows } = await pool.query<Tenant & { asked: string }>(
    `select asked, id, name, domain, time_zone, revision, is_trusted
     from unnest($1::text[]) asked cross join lateral find_tenant_by_domain(asked)`,
    [domains],
  )
  return rows
}

/** Includes suspended tenants. */
export function findTenant(db: TenantDatabase, id: number): Promise<Tenant | undefined> {
  return db
    .selectFrom('tenants')
    .innerJoin('domains', 'domains.tenant_id', 'tenants.id')
    .select(['tenants.id', 'name', 'domain', 'time_zone', 'revision', 'is_trusted'])
    .where('tenants.id', '=', id)
    .orderBy('is_canonical', 'desc')
    .limit(1)
    .executeTakeFirst()
}
