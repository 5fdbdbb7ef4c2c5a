import { formatWait } from '@prenoto/core/time/format.ts'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../database/connection.ts'
import { tooMany } from '../lib/errors.ts'
import { clientAddress } from './client-address.ts'
import { addPoint, deleteExpiredPoints, deletePoints, subtractPoint } from './rate-limits.repository.ts'

/** How many well-formed requests an address, or whoever is logged in, may send to one business: [times, in seconds]. */
const LIMITS = {
  booking: [20, 600],
  cancellation: [30, 600],
  visit: [120, 600],
  contact: [5, 600],
  waiting: [20, 600],
  'waiting-chance': [120, 600],
  'calendar-feed': [120, 600],
  upload: [30, 600],
  export: [20, 600],
} as const satisfies Record<string, [points: number, seconds: number]>

export type Limit = keyof typeof LIMITS

/** How often expired counters are removed, milliseconds, and how many at once and in all. */
const SWEEP_EVERY = 5 * 60_000
const SWEPT = 1_000
const SWEEPS = 100

/** Limits the public forms by address and business, uploads and exports by user, counted in the database for all processes together. */
export function limitRates(app: FastifyInstance, pool: Pool) {
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([name, [points, seconds]]) => [name, rateLimiter(pool, name, points, seconds)]),
  ) as Record<Limit, RateLimiter>

  // After validation: a form with a mistake in it may be corrected as often as it takes.
  app.addHook('preHandler', async (request) => {
    const { limit } = request.routeOptions.config
    if (!limit || !request.ctx) return
    const { tenant, user } = request.ctx
    await consume(limiters[limit], `${tenant.id}/${user ? `user ${user.id}` : clientAddress(request)}`)
  })
}

export type RateLimiter = ReturnType<typeof rateLimiter>

/** A counter in the database, shared by all processes: `points` in so many seconds. */
export function rateLimiter(pool: Pool, name: string, points: number, seconds: number) {
  const keyOf = (key: string) => `${name}:${key}`
  return {
    points,
    /** Counts one, also past the limit. */
    penalty: (key: string) => addPoint(pool, keyOf(key), seconds * 1000),
    /** Gives one back. */
    reward: (key: string) => subtractPoint(pool, keyOf(key)),
    delete: (key: string) => deletePoints(pool, keyOf(key)),
  }
}

/** Takes one point. Throws 429 when none is left. */
export async function consume(limiter: RateLimiter, key: string) {
  const { consumedPoints, msBeforeNext } = await limiter.penalty(key)
  if (consumedPoints > limiter.points)
    throw tooMany(`Troppe richieste: riprova tra ${formatWait(msBeforeNext)}.`, msBeforeNext)
}

/** Removes the counters that no longer count, as the server starts and every five minutes. */
export function deleteExpiredCounters(app: FastifyInstance, pool: Pool) {
  const sweep = async () => {
    for (let i = 0; i < SWEEPS; i++) if ((await deleteExpiredPoints(pool, SWEPT)) < SWEPT) return
  }
  const start = () => void sweep().catch((err) => app.log.warn({ err }, 'expired counters were not removed'))
  let timer: NodeJS.Timeout
  app.addHook('onReady', async () => {
    start()
    timer = setInterval(start, SWEEP_EVERY).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
