import type { FastifyInstance } from 'fastify'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool } from '../database/connection.ts'
import { tooMany } from '../errors.ts'

/** How many well-formed requests an address may send to one business: [times, in seconds]. */
const LIMITS = {
  booking: [20, 600],
  cancellation: [30, 600],
  contact: [5, 600],
  'calendar-feed': [120, 600],
} as const satisfies Record<string, [points: number, seconds: number]>

export type Limit = keyof typeof LIMITS

const TOO_MANY = 'Troppe richieste: riprova tra qualche minuto.'

/** Limits the public forms by address and business, counted in the database for all processes together. */
export function limitRates(app: FastifyInstance, pool: Pool) {
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([name, [points, seconds]]) => [name, rateLimiter(pool, name, points, seconds)]),
  ) as Record<Limit, RateLimiterPostgres>

  // After validation: a form with a mistake in it may be corrected as often as it takes.
  app.addHook('preHandler', async (request) => {
    const { limit } = request.routeOptions.config
    if (limit && request.ctx) await consume(limiters[limit], `${request.ctx.tenant.id}/${request.ip}`)
  })
}

/** A counter in the database, shared by all processes: `points` in so many seconds. */
export const rateLimiter = (pool: Pool, name: string, points: number, seconds: number) =>
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'client',
    schemaName: 'system',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: true,
    keyPrefix: name,
    points,
    duration: seconds,
  })

/** Takes one point. Throws 429 when none is left. */
export async function consume(limiter: RateLimiterPostgres, key: string) {
  try {
    await limiter.consume(key)
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    throw tooMany(TOO_MANY, reason.msBeforeNext)
  }
}
