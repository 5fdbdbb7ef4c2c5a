import { LRUCache } from 'lru-cache'
import type { Context } from '../tenants/context.ts'

/** How long an answer is given without asking whether it still holds: the most another process can be behind. */
const TRUSTED_FOR = 1_000

/** Of how many businesses it is known that something was changed: more than change within that time. */
const MAX_GENERATIONS = 2_000

declare const VALUE: unique symbol

/** The JSON of a T in bytes, ready to be sent as it is. */
export type Json<T> = Buffer & { readonly [VALUE]?: T }

/** An answer, true until `until` (epoch milliseconds) if nobody changes what it was made from. */
export type Answer<T> = { value: T; until: number }

type Entry = {
  json: Buffer
  until: number
  revision: number
  fingerprint: string
  generation: number
  checkedAt: number
}

/**
 * How an answer is made, and the cheap question whose result changes whenever the answer would.
 * The tenant's revision needs no asking: an answer holds for one revision only, and the next one's takes its place.
 */
type Recipe<T> = { fingerprint: () => Promise<string>; make: () => Promise<Answer<T>> }

/**
 * Keeps ready-made answers. In this process a change is seen at once (`invalidate`), in others within a second:
 * an answer older than that is only given after its fingerprint was compared with the database.
 */
export type ResponseCache = {
  get<T>(ctx: Context, path: string, recipe: Recipe<T>): Promise<Json<T>>
  /** After a commit that changed something of the tenant: every answer is checked before it is given again. */
  invalidate(tenantId: number): void
}

/** Checked later than now, it was before the clock was put back: nobody knows how long ago. */
const isTrusted = ({ checkedAt }: { checkedAt: number }, now: number) =>
  checkedAt <= now && now - checkedAt < TRUSTED_FOR

type Asked = Pick<Entry, 'revision' | 'generation' | 'checkedAt'>

/** Memory of their own: short texts would each hold on to a whole block of the memory that buffers share. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

async function made({ make }: Recipe<unknown>) {
  const { value, until } = await make()
  return { json: bytesOf(JSON.stringify(value)), until }
}

/** Bytes whose values are kept, too; as values they take some four times as much. */
const READ_BYTES = 2 * 2 ** 20

const values = new LRUCache<Buffer, object>({ maxSize: READ_BYTES, sizeCalculation: (_, json) => json.byteLength })

/** What the bytes say; of those that are asked often, read from them once. It is everybody's: nobody may change it. */
export function readJson<T extends object>(json: Json<T>): T {
  const known = values.get(json)
  if (known) return known as T
  const value: T = JSON.parse(json.toString())
  values.set(json, value)
  return value
}

export function responseCache(maxBytes = 24 * 2 ** 20): ResponseCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: (entry) => entry.json.byteLength + 500,
  })
  const underWay = new Map<string, { checkedAt: number; entry: Promise<Entry> }>()
  const generations = new LRUCache<number, number>({ max: MAX_GENERATIONS })
  let lastGeneration = 0

  /** The fingerprint is read before the data: if both change in between, the next check notices. */
  async function renew(key: string, known: Entry | undefined, recipe: Recipe<unknown>, asked: Asked): Promise<Entry> {
    const fingerprint = await recipe.fingerprint()
    const holds = known && known.fingerprint === fingerprint && known.until > asked.checkedAt
    const { json, until } = holds ? known : await made(recipe)
    const entry = { json, until, fingerprint, ...asked }
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

      const entry = renew(key, known, recipe, { revision, generation, checkedAt: now })
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
