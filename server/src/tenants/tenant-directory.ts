import { LRUCache } from 'lru-cache'
import type { Tenant } from '../context.ts'
import type { Pool } from '../database/connection.ts'
import { type TenantDatabase, tenantDatabase } from '../database/tenant-database.ts'
import { findTenantByDomain } from './tenants.repository.ts'

/** What another process changed is seen after so many milliseconds at the latest, also when its announcement got lost. */
const TRUSTED_FOR = 1_000

type Resident = { tenant: Tenant; db: TenantDatabase }

/** Finds the business of a domain, asking the database at most once a second for each. */
export type TenantDirectory = {
  /** Undefined for a domain that is unknown or suspended. The domain is in lower case. */
  find(domain: string): Promise<Resident | undefined>
  /** After a change of the business, or of which domain is whose: the next request asks the database. */
  forget(tenantId: number): void
  /** After changes that this process was not told of. */
  forgetAll(): void
}

export function tenantDirectory(pool: Pool, trustedFor = TRUSTED_FOR): TenantDirectory {
  const asked = new LRUCache<string, { answer: Promise<Resident | undefined>; tenantId?: number }>({
    max: 20_000,
    ttl: trustedFor,
  })

  async function ask(domain: string) {
    const tenant = await findTenantByDomain(pool, domain)
    return tenant && { tenant, db: tenantDatabase(pool, tenant.id) }
  }

  return {
    find(domain) {
      const known = asked.get(domain)
      if (known) return known.answer

      const entry: { answer: Promise<Resident | undefined>; tenantId?: number } = { answer: ask(domain) }
      asked.set(domain, entry)
      entry.answer.then(
        (resident) => {
          entry.tenantId = resident?.tenant.id
        },
        () => asked.delete(domain),
      )
      return entry.answer
    },
    forget(tenantId) {
      // An answer still under way may be older than the change: it is forgotten too.
      for (const [domain, entry] of asked.entries())
        if (entry.tenantId === tenantId || entry.tenantId === undefined) asked.delete(domain)
    },
    forgetAll: () => asked.clear(),
  }
}
