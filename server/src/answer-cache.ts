import { LRUCache } from 'lru-cache'
import type { Context } from './context.ts'

/** How long an answer is given without asking whether it still holds: the most another process can be behind. */
const TRUSTED_FOR = 1_000

/** A ready-made JSON answer, in bytes so that it is sent as it is; true until `until` (epoch milliseconds) if nobody changes what it was made from. */
export type Answer = { json: Buffer; until: number }

type Entry = Answer & { fingerprint: string; generation: number; checkedAt: number }

/**
 * How an answer is made, and the cheap question whose result changes whenever the answer would.
 * The tenant's revision needs no asking: an answer is kept for one revision only.
 */
type Recipe = { fingerprint: () => Promise<string>; make: () => Promise<Answer> }

/**
 * Keeps ready-made answers. In this process a change is seen at once (`forget`), in others within a second:
 * an answer older than that is only given after its fingerprint was compared with the database.
 */
export type AnswerCache = {
  get(ctx: Context, path: string, recipe: Recipe): Promise<Buffer>
  /** After a commit that changed something of the tenant: every answer is checked before it is given again. */
  forget(tenantId: number): void
}

/** Checked later than now, it was before the clock was put back: nobody knows how long ago. */
const isTrusted = ({ checkedAt }: Entry, now: number) => checkedAt <= now && now - checkedAt < TRUSTED_FOR

export function answerCache(maxBytes = 24 * 2 ** 20): AnswerCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: (entry) => entry.json.byteLength + 500,
  })
  const underWay = new Map<string, Promise<Entry>>()
  const generations = new LRUCache<number, number>({ max: 50_000 })
  let lastGeneration = 0

  /** The fingerprint is read before the data: if both change in between, the next check notices. */
  async function renew(key: string, known: Entry | undefined, recipe: Recipe, generation: number, now: number) {
    const fingerprint = await recipe.fingerprint()
    const holds = known && known.fingerprint === fingerprint && known.until > now
    const answer = holds ? known : await recipe.make()
    const entry = { json: answer.json, until: answer.until, fingerprint, generation, checkedAt: now }
    entries.set(key, entry)
    return entry
  }

  return {
    async get(ctx, path, recipe) {
      const key = `${ctx.tenant.id}/${ctx.tenant.revision}/${path}`
      const now = ctx.now.epochMilliseconds
      const generation = generations.get(ctx.tenant.id) ?? 0

      const known = entries.get(key)
      const isFresh = known && known.generation === generation && isTrusted(known, now) && known.until > now
      if (isFresh) return known.json

      // Many who ask at once wait for one answer, unless something changed since it was begun.
      const shared = `${key}@${generation}`
      let renewal = underWay.get(shared)
      if (!renewal) {
        renewal = renew(key, known, recipe, generation, now).finally(() => underWay.delete(shared))
        underWay.set(shared, renewal)
      }
      return (await renewal).json
    },
    forget(tenantId) {
      lastGeneration += 1
      generations.set(tenantId, lastGeneration)
    },
  }
}
