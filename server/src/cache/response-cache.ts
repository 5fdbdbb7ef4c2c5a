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
const isTrusted = ({ checkedAt }: Entry, now: number) => checkedAt <= now && now - checkedAt < TRUSTED_FOR

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

const values = new WeakMap<Buffer, unknown>()

/** What the bytes say, read from them once for as long as they are kept. It is everybody's: nobody may change it. */
export function readJson<T>(json: Json<T>): T {
  if (!values.has(json)) values.set(json, JSON.parse(json.toString()))
  return values.get(json) as T
}

export function responseCache(maxBytes = 24 * 2 ** 20): ResponseCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: (entry) => entry.json.byteLength + 500,
  })
  const underWay = new Map<string, Promise<Entry>>()
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

      // Many who ask at once wait for one answer, unless something changed since it was begun.
      const shared = `${key}@${revision}/${generation}`
      let renewal = underWay.get(shared)
      if (!renewal) {
        const asked = { revision, generation, checkedAt: now }
        renewal = renew(key, known, recipe, asked).finally(() => underWay.delete(shared))
        underWay.set(shared, renewal)
      }
      return (await renewal).json
    },
    invalidate(tenantId) {
      lastGeneration += 1
      generations.set(tenantId, lastGeneration)
    },
  }
}
