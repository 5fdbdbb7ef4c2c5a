import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { LRUCache } from 'lru-cache'
import type { Context } from '../tenants/context.ts'
import { countLookup } from './count-lookup.ts'

/**
 * Caches data that depends only on the tenant's revision and the local date, such as its configuration or a service by id; up to
 * `max` entries. Callers share the value and must not change it.
 */
export function revisionCache<T extends object, K extends [id?: number]>(
  read: (ctx: Context, ...id: K) => Promise<T>,
  max: number,
) {
  const entries = new LRUCache<string, { version: string; value: T }>({ max })
  return async (ctx: Context, ...id: K): Promise<T> => {
    const { tenant, now } = ctx
    const key = `${tenant.id}/${id}`
    const version = `${tenant.revision} ${todayIn(tenant.time_zone, now)}`
    const cached = entries.get(key)
    countLookup('records', cached?.version === version)
    if (cached?.version === version) return cached.value
    const value = await read(ctx, ...id)
    entries.set(key, { version, value })
    return value
  }
}
