import { LRUCache } from 'lru-cache'
import type { Context } from '../tenants/context.ts'

/**
 * Reads what a tenant's revision grows with, once for each revision: as current as the directory's knowledge of it. Holds the
 * last one of so many tenants. What it gives is everybody's: nobody may change it.
 */
export function revisionCache<T extends object>(read: (ctx: Context) => Promise<T>, max: number) {
  const entries = new LRUCache<number, { revision: number; value: Promise<T> }>({ max })
  return (ctx: Context): Promise<T> => {
    const { id, revision } = ctx.tenant
    const known = entries.get(id)
    if (known?.revision === revision) return known.value

    const value = read(ctx)
    const entry = { revision, value }
    entries.set(id, entry)
    // The caller gets the error; a failed read is not cached.
    value.catch(() => {
      if (entries.get(id) === entry) entries.delete(id)
    })
    return value
  }
}
