import { LRUCache } from 'lru-cache'
import type { Pool } from '../database/connection.ts'
import { type TenantDatabase, tenantDatabase } from '../database/tenant-database.ts'
import { inBatches } from '../lib/batches.ts'
import type { Tenant } from '../tenants/context.ts'
import { findTenantsByDomain } from '../tenants/tenants.repository.ts'
import { countLookup } from './count-lookup.ts'

/** How long an entry is valid without a confirmed connection to the listener, milliseconds. */
const TRUSTED_MS = 1_000

/** Longest validity of an entry. */
const MAX_AGE_MS = 60_000

/** Size of the cache of known domains and of one entry, bytes, measured. */
const KNOWN_BYTES = 16 * 2 ** 20
const BINDING_BYTES = 8_000

/** Size of the cache of unknown domains and of one entry without the domain, bytes. */
const UNKNOWN_BYTES = 2 ** 20
const ENTRY_BYTES = 200

/** Milliseconds between two queries for unknown domains: at most 50 per second. */
const UNKNOWN_LOOKUP_INTERVAL = 20

const NEVER = Number.NEGATIVE_INFINITY

type Binding = { tenant: Tenant; db: TenantDatabase }
type Entry = { binding: Binding; checkedAt: number }

/**
 * Caches the tenant of each domain: valid while the listener confirms that no change was missed, and for one second
 * otherwise.
 */
export type TenantDirectory = {
  /** Undefined for an unknown or suspended domain. `domain` is in lower case. */
  find(domain: string): Promise<Binding | undefined>
  /** Call after a change of the tenant or its domains. */
  invalidate(tenantId: number): void
  /** Call when notifications may have been lost. */
  invalidateAll(): void
  /** All notifications sent before this moment (of `performance.now()`) have been received. */
  receivedUntil(moment: number): void
}

/**
 * Unknown domains, which an attacker can invent at will, have their own cache and their own batched, throttled queries, so
 * that they neither evict nor delay known ones.
 */
export function tenantDirectory(pool: Pool, trustedMs = TRUSTED_MS): TenantDirectory {
  const knownDomains = new LRUCache<string, Entry>({
    maxSize: KNOWN_BYTES,
    sizeCalculation: () => BINDING_BYTES,
  })
  const unknownDomains = new LRUCache<string, true>({
    maxSize: UNKNOWN_BYTES,
    sizeCalculation: (_, domain) => domain.length + ENTRY_BYTES,
    ttl: trustedMs,
  })
  const refresh = inBatches(lookUp)
  const lookUpUnknown = inBatches(lookUp, UNKNOWN_LOOKUP_INTERVAL)
  let changes = 0
  let receivedUntil = NEVER

  function isTrusted({ checkedAt }: Entry) {
    const now = performance.now()
    return now - checkedAt < trustedMs || (now - receivedUntil < TRUSTED_MS && now - checkedAt < MAX_AGE_MS)
  }

  async function lookUp(domains: string[]) {
    const [begun, changesBefore] = [performance.now(), changes]
    const tenants = await findTenantsByDomain(pool, domains)
    const bindings = new Map<string, Binding>()
    for (const { asked: requestedDomain, ...tenant } of tenants)
      bindings.set(requestedDomain, { tenant, db: tenantDatabase(pool, tenant.id) })
    // The result may be older than a change during the query.
    if (changes !== changesBefore) return bindings

    for (const domain of domains) {
      const binding = bindings.get(domain)
      if (binding) knownDomains.set(domain, { binding, checkedAt: begun })
      else knownDomains.delete(domain)
      if (binding) unknownDomains.delete(domain)
      else unknownDomains.set(domain, true, { start: begun })
    }
    return bindings
  }

  return {
    async find(domain) {
      const entry = knownDomains.get(domain)
      const isHit = entry ? isTrusted(entry) : unknownDomains.has(domain)
      countLookup('domains', isHit)
      if (isHit) return entry?.binding
      return entry ? refresh(domain) : lookUpUnknown(domain)
    },
    invalidate(tenantId) {
      changes += 1
      // The tenant may have a new domain.
      unknownDomains.clear()
      for (const entry of knownDomains.values()) if (entry.binding.tenant.id === tenantId) entry.checkedAt = NEVER
    },
    invalidateAll() {
      changes += 1
      unknownDomains.clear()
      for (const entry of knownDomains.values()) entry.checkedAt = NEVER
    },
    receivedUntil(moment) {
      receivedUntil = moment
    },
  }
}
