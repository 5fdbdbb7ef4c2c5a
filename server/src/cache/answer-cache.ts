import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { LRUCache } from 'lru-cache'
import type { Context } from '../tenants/context.ts'
import { CachedJson } from './cached-text.ts'

/** Milliseconds for which an answer is given without a check: the most that another process can be behind. */
const TRUSTED_FOR = 1_000

/** The one bound: bytes of all answers together, and what each takes besides its JSON, with the page that shows it. */
const MAX_BYTES = 32 * 2 ** 20
const ENTRY_BYTES = 8_000

/** More businesses than change something within a second. */
const CHANGED_BUSINESSES = 2_000

/** The days of calendars, both included, whose bookings an answer shows. */
export type CalendarDays = { calendarIds: number[]; first: PlainDate; last: PlainDate }

export type Answer<T> = {
  value: T
  days: CalendarDays
  /** The version of those days, read before their bookings were. */
  version: string
  /** Epoch milliseconds until which the answer holds if nobody changes anything. */
  until: number
}

type Entry = Omit<Answer<unknown>, 'value'> & {
  json: CachedJson<unknown>
  revision: number
  /** The business's last change in this process before the check. */
  change: number
  checkedAt: number
}

type Renewal = { entry: Promise<Entry> } & Pick<Entry, 'revision' | 'change' | 'checkedAt'>

type Recipe<T> = { make: () => Promise<Answer<T>>; findVersion: (ctx: Context, days: CalendarDays) => Promise<string> }

export type AnswerCache = {
  /** The answer of a business at a path: the cached one if it still holds, else a new one. */
  get<T>(ctx: Context, path: string, recipe: Recipe<T>): Promise<CachedJson<T>>
  /** After a commit that changed something of the business: its answers are checked before they are given again. */
  invalidate(tenantId: number): void
}

/**
 * Caches answers. One holds for one revision of its business, until its `until`, and while its days keep their version. That version
 * is read a second after the last check, and at once after a change in this process.
 */
export function answerCache(maxBytes = MAX_BYTES): AnswerCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ json }) => json.size + ENTRY_BYTES,
  })
  const renewals = new Map<string, Renewal>()
  const changes = new LRUCache<number, number>({ max: CHANGED_BUSINESSES })
  let lastChange = 0

  async function renew(ctx: Context, known: Entry | undefined, { make, findVersion }: Recipe<unknown>) {
    if (known && known.version === (await findVersion(ctx, known.days))) return known
    const { value, ...made } = await make()
    return { ...made, json: new CachedJson(value) }
  }

  return {
    async get<T>(ctx: Context, path: string, recipe: Recipe<T>) {
      const { id, revision } = ctx.tenant
      const [key, now] = [`${id}/${path}`, ctx.now.epochMilliseconds]
      const current = { revision, change: changes.get(id) ?? 0, checkedAt: now }
      const isCurrent = (one: typeof current) =>
        one.revision === revision && one.change === current.change && isTrusted(one, now)

      const cached = entries.get(key)
      const known = cached && cached.revision === revision && cached.until > now ? cached : undefined
      if (known && isCurrent(known)) return known.json as CachedJson<T>

      // Concurrent requests share one renewal, unless something changed since it began.
      const begun = renewals.get(key)
      if (begun && isCurrent(begun)) return (await begun.entry).json as CachedJson<T>
      const entry = renew(ctx, known, recipe).then((renewed): Entry => ({ ...renewed, ...current }))
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

/** A check that lies in the future was made before the clock was put back. */
const isTrusted = ({ checkedAt }: { checkedAt: number }, now: number) =>
  checkedAt <= now && now - checkedAt < TRUSTED_FOR
