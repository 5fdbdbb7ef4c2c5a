import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { LRUCache } from 'lru-cache'
import type { Context } from '../tenants/context.ts'
import { CachedJson } from './cached-text.ts'
import { countLookup } from './count-lookup.ts'

/** Milliseconds without a check: the longest time that a process can lag behind another. */
const TRUSTED_MS = 1_000

/** Size of the cache, and of an entry besides its JSON, including the page rendered from it; bytes. */
const MAX_BYTES = 32 * 2 ** 20
const ENTRY_BYTES = 8_000

/** More tenants than make changes within a second. */
const MAX_CHANGED_TENANTS = 2_000

/** The days that a response depends on, `first` and `last` included. */
export type CalendarDays = { calendarIds: number[]; first: PlainDate; last: PlainDate }

export type Answer<T> = {
  value: T
  days: CalendarDays
  /** The version of those days, read before their bookings. */
  version: string
  /** Epoch milliseconds until which the response is valid without changes. */
  until: number
}

type Entry = Omit<Answer<unknown>, 'value'> & {
  json: CachedJson<unknown>
  revision: number
  /** Number of the tenant's last change in this process before the check. */
  change: number
  checkedAt: number
}

type Renewal = { entry: Promise<Entry> } & Pick<Entry, 'revision' | 'change' | 'checkedAt'>

type Source<T> = { make: () => Promise<Answer<T>>; findVersion: (ctx: Context, days: CalendarDays) => Promise<string> }

export type AnswerCache = {
  /** The tenant's response for a path: the cached one if it is valid, else a new one. */
  get<T>(ctx: Context, path: string, source: Source<T>): Promise<CachedJson<T>>
  /** Call after a commit that changed data of the tenant: its responses are checked before their next use. */
  invalidate(tenantId: number): void
}

/**
 * Caches responses. A response is valid for one tenant revision, until `until`, and while its days have the same version. The
 * version is read one second after the last check, and at once after a change in this process.
 */
export function answerCache(maxBytes = MAX_BYTES): AnswerCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ json }) => json.size + ENTRY_BYTES,
  })
  const renewals = new Map<string, Renewal>()
  const changes = new LRUCache<number, number>({ max: MAX_CHANGED_TENANTS })
  let lastChange = 0

  async function renew(ctx: Context, cached: Entry | undefined, { make, findVersion }: Source<unknown>) {
    const isValid = cached && cached.version === (await findVersion(ctx, cached.days))
    countLookup('responses', Boolean(isValid))
    if (isValid) return cached
    const { value, ...answer } = await make()
    return { ...answer, json: new CachedJson(value) }
  }

  return {
    async get<T>(ctx: Context, path: string, source: Source<T>) {
      const { id, revision } = ctx.tenant
      const [key, now] = [`${id}/${path}`, ctx.now.epochMilliseconds]
      const current = { revision, change: changes.get(id) ?? 0, checkedAt: now }
      const isCurrent = (one: typeof current) =>
        one.revision === revision && one.change === current.change && isTrusted(one, now)

      const cached = entries.get(key)
      const valid = cached && cached.revision === revision && cached.until > now ? cached : undefined
      if (valid && isCurrent(valid)) {
        countLookup('responses', true)
        return valid.json as CachedJson<T>
      }

      // Concurrent requests share one renewal, unless something changed since it began.
      const begun = renewals.get(key)
      if (begun && isCurrent(begun)) return (await begun.entry).json as CachedJson<T>
      const entry = renew(ctx, valid, source).then((renewed): Entry => ({ ...renewed, ...current }))
      const renewal = { ...current, entry }
      renewals.set(key, renewal)
      try {
        entries.set(key, await entry)
        return (await entry).json as CachedJson<T>
      } finally {
        if (renewals.get(key) === renewal) renewals.delete(key)
      }
    },
    invalidate(tenantId) {
      lastChange += 1
      changes.set(tenantId, lastChange)
    },
  }
}

/** A check in the future was made before the clock was set back. */
const isTrusted = ({ checkedAt }: { checkedAt: number }, now: number) =>
  checkedAt <= now && now - checkedAt < TRUSTED_MS
