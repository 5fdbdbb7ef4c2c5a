import { LRUCache } from 'lru-cache'
import type { Pool } from '../database/connection.ts'
import { type TenantDatabase, tenantDatabase } from '../database/tenant-database.ts'
import { inBatches } from '../lib/batches.ts'
import type { Tenant } from '../tenants/context.ts'
import { findTenantsByDomain } from '../tenants/tenants.repository.ts'

/** What another process changed is seen after so many milliseconds at the latest, also when its announcement got lost. */
const TRUSTED_FOR = 1_000

/** Milliseconds after which a domain is looked up again though nothing was announced. */
const LONGEST = 60_000

/** Bytes for domains that have a business, and what one of them takes, measured. */
const KNOWN_BYTES = 16 * 2 ** 20
const RESIDENT_BYTES = 8_000

/** Bytes for domains that have none, and what one of them takes besides its letters. */
const UNKNOWN_BYTES = 2 ** 20
const ENTRY_BYTES = 200

/** Milliseconds between two questions about domains that may be anything: at most 50 of them a second. */
const PAUSE = 20

const LONG_AGO = Number.NEGATIVE_INFINITY

type Resident = { tenant: Tenant; db: TenantDatabase }
type Entry = { resident: Resident; askedAt: number }

/**
 * Finds the business of a domain. What is known of it holds while this process hears of changes, and a second when it is
 * not sure of that.
 */
export type TenantDirectory = {
  /** Undefined for a domain that is unknown or suspended. The domain is in lower case. */
  find(domain: string): Promise<Resident | undefined>
  /** After a change of the business, or of which domain is whose: the next request asks the database. */
  forget(tenantId: number): void
  /** After changes that this process was not told of. */
  forgetAll(): void
  /** Every change from before this moment (of `performance.now()`) was told. */
  heardUntil(moment: number): void
}

/**
 * Anybody may ask for any number of domains that are nobody's. These are kept and looked up apart from those of
 * businesses, so that they neither push them out nor stand in their way, and a question is about many of them at once.
 */
export function tenantDirectory(pool: Pool, trustedFor = TRUSTED_FOR): TenantDirectory {
  const known = new LRUCache<string, Entry>({
    maxSize: KNOWN_BYTES,
    sizeCalculation: () => RESIDENT_BYTES,
  })
  const unknown = new LRUCache<string, true>({
    maxSize: UNKNOWN_BYTES,
    sizeCalculation: (_, domain) => domain.length + ENTRY_BYTES,
    ttl: trustedFor,
  })
  const askAgain = inBatches(lookUp)
  const askFirst = inBatches(lookUp, PAUSE)
  let changes = 0
  let heardUntil = LONG_AGO

  function isTrusted({ askedAt }: Entry) {
    const now = performance.now()
    return now - askedAt < trustedFor || (now - heardUntil < TRUSTED_FOR && now - askedAt < LONGEST)
  }

  async function lookUp(domains: string[]) {
    const [begun, changesBefore] = [performance.now(), changes]
    const tenants = await findTenantsByDomain(pool, domains)
    const residents = new Map<string, Resident>()
    for (const { asked, ...tenant } of tenants) residents.set(asked, { tenant, db: tenantDatabase(pool, tenant.id) })
    // An answer that was under way during a change may be older than the change.
    if (changes !== changesBefore) return residents

    for (const domain of domains) {
      const resident = residents.get(domain)
      if (resident) known.set(domain, { resident, askedAt: begun })
      else known.delete(domain)
      if (resident) unknown.delete(domain)
      else unknown.set(domain, true, { start: begun })
    }
    return residents
  }

  return {
    async find(domain) {
      const entry = known.get(domain)
      if (entry) return isTrusted(entry) ? entry.resident : askAgain(domain)
      return unknown.has(domain) ? undefined : askFirst(domain)
    },
    forget(tenantId) {
      changes += 1
      // The domain may be one that the business did not have before.
      unknown.clear()
      for (const entry of known.values()) if (entry.resident.tenant.id === tenantId) entry.askedAt = LONG_AGO
    },
    forgetAll() {
      changes += 1
      unknown.clear()
      for (const entry of known.values()) entry.askedAt = LONG_AGO
    },
    heardUntil(moment) {
      heardUntil = moment
    },
  }
}
