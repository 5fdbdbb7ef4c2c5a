import { formatWait } from '@prenoto/core/time/format.ts'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../../database/connection.ts'
import { tooMany } from '../../lib/errors.ts'
import { clientAddress } from '../client-address.ts'
import { addPoints, deleteExpiredPoints, deletePoints, subtractPoint } from './rate-limits.repository.ts'

/** Valid requests of a user, or of a network address, to one tenant: [points, seconds]. */
const LIMITS = {
  cancellation: [30, 600],
  visit: [120, 600],
  'waiting-chance': [120, 600],
  'calendar-feed': [120, 600],
  assistant: [300, 600],
  'busy-feed': [30, 600],
  upload: [30, 600],
  export: [20, 600],
  domain: [30, 600],
} as const satisfies Record<string, [points: number, seconds: number]>

export type Limit = keyof typeof LIMITS

/** Expired counters are deleted at this interval (milliseconds), in batches. */
const CLEANUP_INTERVAL = 5 * 60_000
const BATCH_SIZE = 1_000
const MAX_BATCHES = 100

/** Limits public links per network address, uploads and exports per user. Counted in the database across processes. */
export function limitRates(app: FastifyInstance, pool: Pool) {
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([name, [points, seconds]]) => [name, rateLimiter(pool, name, points, seconds)]),
  ) as Record<Limit, RateLimiter>

  // After validation, so that corrections of a form do not count.
  app.addHook('preHandler', async (request) => {
    const { limit } = request.routeOptions.config
    if (!limit || !request.ctx) return
    const { tenant, user } = request.ctx
    await consume(limiters[limit], `${tenant.id}/${user ? `user ${user.id}` : clientAddress(request)}`)
  })
}

export type RateLimiter = ReturnType<typeof rateLimiter>

/** A counter in the database, shared by all processes: `points` per period of `seconds`. */
export function rateLimiter(pool: Pool, name: string, points: number, seconds: number) {
  const prefixKey = (key: string) => `${name}:${key}`
  return {
    points,
    /** Adds a point, even beyond the limit. */
    penalty: async (key: string) =>
      (await addPoints(pool, [{ key: prefixKey(key), milliseconds: seconds * 1000 }]))[0]!,
    /** Takes back a point. */
    reward: (key: string) => subtractPoint(pool, prefixKey(key)),
    delete: (key: string) => deletePoints(pool, prefixKey(key)),
  }
}

/** Takes one point. Throws 429 when none is left. */
export async function consume(limiter: RateLimiter, key: string) {
  const { consumedPoints, msBeforeNext } = await limiter.penalty(key)
  if (consumedPoints > limiter.points)
    throw tooMany(`Troppe richieste: riprova tra ${formatWait(msBeforeNext)}.`, msBeforeNext)
}

/** Deletes expired counters at start and at intervals. */
export function deleteExpiredCounters(app: FastifyInstance, pool: Pool) {
  const cleanUp = async () => {
    for (let i = 0; i < MAX_BATCHES; i++) if ((await deleteExpiredPoints(pool, BATCH_SIZE)) < BATCH_SIZE) return
  }
  const start = () => void cleanUp().catch((err) => app.log.warn({ err }, 'deleting expired counters failed'))
  let timer: NodeJS.Timeout
  app.addHook('onReady', async () => {
    start()
    timer = setInterval(start, CLEANUP_INTERVAL).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
