import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from '../database/connection.ts'
import { isMigrated } from '../database/migrate.ts'
import { countJobs, countMessages } from '../queue/jobs.repository.ts'
import type { Settings } from '../settings/settings.ts'
import type { Drain } from './drain.ts'

const READY_TIMEOUT_MS = 2_000

const LOOPBACK = /^(::ffff:)?127\.|^::1$/

type Access = Pick<Settings, 'metricsToken' | 'trustProxy'>

/**
 * Requires the token or, if none is set, a loopback connection. Behind a proxy every connection may be loopback, so it needs
 * the token.
 */
function mayReadMetrics({ headers, raw }: FastifyRequest, { metricsToken, trustProxy }: Access) {
  if (metricsToken) return isSame(headers.authorization, `Bearer ${metricsToken}`)
  return !trustProxy && LOOPBACK.test(raw.socket.remoteAddress ?? '')
}

/** In constant time. */
const isSame = (given = '', expected: string) => timingSafeEqual(digest(given), digest(expected))
const digest = (text: string) => createHash('sha256').update(text).digest()

const OPERATIONS = { schema: { hide: true }, config: { always: true } } as const

/** Serves /healthz, /readyz and /metrics on every domain. */
export function operationsRoutes(app: FastifyInstance, pool: Pool, { drain, ...access }: Access & { drain: Drain }) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers: [registry],
  })
  const failures = new Counter({
    name: 'http_request_failures_total',
    help: 'Responses with status 500 or above',
    registers: [registry],
  })

  registerJobMetrics(registry, pool)

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
    if (reply.statusCode >= 500) failures.inc()
  })

  app.get('/healthz', OPERATIONS, async (_request, reply) =>
    drain.isUnderWay() ? reply.code(503).send({ status: 'stopping' }) : { status: 'up' },
  )

  app.get('/readyz', OPERATIONS, async (_request, reply) => {
    if (drain.isUnderWay()) return reply.code(503).send({ status: 'stopping' })
    const ready = await Promise.race([
      isMigrated(pool).catch(() => false),
      sleep(READY_TIMEOUT_MS, false, { ref: false }),
    ])
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })

  app.get('/metrics', OPERATIONS, async (request, reply) => {
    if (!mayReadMetrics(request, access)) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** These metrics come from the database and are the same in every process. They are absent while it is unavailable. */
function registerJobMetrics(registry: Registry, pool: Pool) {
  new Gauge({
    name: 'prenoto_jobs',
    help: 'Jobs by queue and state: created, retry (waiting), active, failed (no retries left)',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { queue, state, jobs } of await countJobs(pool).catch(() => [])) this.labels(queue, state).set(jobs)
    },
  })
  new Gauge({
    name: 'prenoto_messages_last_day',
    help: 'E-mails queued in the last 24 hours, by kind and outcome: sent, dropped, refused or waiting',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { kind, outcome, messages } of await countMessages(pool).catch(() => []))
        this.labels(kind, outcome).set(messages)
    },
  })
}
