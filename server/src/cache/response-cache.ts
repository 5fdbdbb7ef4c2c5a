import { LRUCache } from 'lru-cache'
import type { Context } from '../tenants/context.ts'
import { ReadyText } from './ready-text.ts'

/** How long an answer is given without asking whether it still holds: the most another process can be behind. */
const TRUSTED_FOR = 1_000

/** Of how many businesses it is known that something was changed: more than change within that time. */
const MAX_GENERATIONS = 2_000

/** Bytes for all answers, and what each takes besides its own, at most. */
const MAX_BYTES = 16 * 2 ** 20
const ENTRY_BYTES = 1_800

declare const VALUE: unique symbol

/** A T in JSON, ready to be sent. As long as nothing changes the same object is given. */
export type Json<T> = ReadyText & { readonly [VALUE]?: T }

/** True until `until` (epoch milliseconds) if nobody changes what it was made from. */
type Made<S> = {
  until: number
  /** What it was made from besides what the tenant's revision grows with. It is kept, so it is small. */
  source: S
  /** Of the source, from before it was read: if it changes in between, the next check notices. */
  fingerprint: string
}

export type Answer<T, S> = Made<S> & { value: T }

type Entry = Made<unknown> & {
  json: ReadyText
  revision: number
  generation: number
  checkedAt: number
}

/**
 * How an answer is made, and the cheap question whose result changes whenever the answer would.
 * The tenant's revision needs no asking: an answer holds for one revision only, and the next one's takes its place.
 */
type Recipe<T, S> = {
  make: () => Promise<Answer<T, S>>
  /** After a change by this process, where that is quicker than to ask first: nothing, if the fingerprint is still that one. */
  remake?: (fingerprint: string) => Promise<Answer<T, S> | undefined>
  fingerprint: (source: S) => Promise<string>
}

/**
 * Keeps ready-made answers. In this process a change is seen at once (`invalidate`), in others within a second:
 * an answer older than that is only given after its fingerprint was compared with the database.
 */
export type ResponseCache = {
  get<T extends object, S>(ctx: Context, path: string, recipe: Recipe<T, S>): Promise<Json<T>>
  /** After a commit that changed something of the tenant: every answer is checked before it is given again. */
  invalidate(tenantId: number): void
}

/** Checked later than now, it was before the clock was put back: nobody knows how long ago. */
const isTrusted = ({ checkedAt }: { checkedAt: number }, now: number) =>
  checkedAt <= now && now - checkedAt < TRUSTED_FOR

type Asked = Pick<Entry, 'revision' | 'generation' | 'checkedAt'>

/** What answers were made from, for as long as nobody needs the memory. */
const values = new WeakMap<ReadyText, WeakRef<object>>()

/** What an answer says. It is everybody's: nobody may change it. */
export function readJson<T extends object>(json: Json<T>): T {
  const known = values.get(json)?.deref()
  if (known) return known as T
  const value: T = JSON.parse(json.text())
  values.set(json, new WeakRef(value))
  return value
}

export function responseCache(maxBytes = MAX_BYTES): ResponseCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ json }) => json.size + ENTRY_BYTES,
  })
  const underWay = new Map<string, { checkedAt: number; entry: Promise<Entry> }>()
  const generations = new LRUCache<number, number>({ max: MAX_GENERATIONS })
  let lastGeneration = 0

  function ready(key: string, { value, ...made }: Answer<object, unknown>) {
    const json = new ReadyText(JSON.stringify(value), () => {
      const entry = entries.peek(key)
      if (entry?.json === json) entries.set(key, { ...entry })
    })
    values.set(json, new WeakRef(value))
    return { json, ...made }
  }

  /** The answer as it is now; nothing, if what is known still holds. */
  async function changed(known: Entry | undefined, recipe: Recipe<object, unknown>, asked: Asked) {
    if (!known || known.until <= asked.checkedAt) return recipe.make()
    if (recipe.remake && known.generation !== asked.generation) return recipe.remake(known.fingerprint)
    return known.fingerprint === (await recipe.fingerprint(known.source)) ? undefined : recipe.make()
  }

  async function renew(key: string, known: Entry | undefined, recipe: Recipe<object, unknown>, asked: Asked) {
    const answer = await changed(known, recipe, asked)
    const entry: Entry = { ...(answer ? ready(key, answer) : known!), ...asked }
    entries.set(key, entry)
    return entry
  }

  return {
    async get(ctx, path, recipe) {
      const { id, revision } = ctx.tenant
      const key = `${id}/${path}`
      const now = ctx.now.epochMilliseconds
      const generation = generations.get(id) ?? 0

      const kept = entries.get(key)
      const known = kept?.revision === revision ? kept : undefined
      const isFresh = known && known.generation === generation && isTrusted(known, now) && known.until > now
      if (isFresh) return known.json

      // Many who ask at once wait for one answer, unless something changed since it was begun, or may have: what a database
      // that falls silent has read before is told when it speaks again.
      const shared = `${key}@${revision}/${generation}`
      const begun = underWay.get(shared)
      if (begun && isTrusted(begun, now)) return (await begun.entry).json

      const entry = renew(key, known, recipe as Recipe<object, unknown>, { revision, generation, checkedAt: now })
      const renewal = { checkedAt: now, entry }
      underWay.set(shared, renewal)
      try {
        return (await entry).json
      } finally {
        if (underWay.get(shared) === renewal) underWay.delete(shared)
      }
    },
    invalidate(tenantId) {
      lastGeneration += 1
      generations.set(tenantId, lastGeneration)
    },
  }
}
