import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from '../database/connection.ts'
import { isMigrated } from '../database/migrate.ts'
import { countJobs, countMessages } from '../jobs/jobs.repository.ts'

/** Loopback and private networks: where a monitoring system asks from. */
const PRIVATE = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd]|fe80:)/i

/** A client that has left has no address any more. */
const isPrivate = (address = '') => {
  const plain = address.replace(/^::ffff:/, '')
  return isIP(plain) !== 0 && PRIVATE.test(plain)
}

/** /healthz, /readyz and, for private addresses only, /metrics. They belong to the process, not to a business. */
export function operationsRoutes(app: FastifyInstance, pool: Pool) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers: [registry],
  })
  const failures = new Counter({
    name: 'http_request_failures_total',
    help: 'Requests answered with a status of 500 or above',
    registers: [registry],
  })

  watchJobs(registry, pool)

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
    if (reply.statusCode >= 500) failures.inc()
  })

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'up' }))

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const ready = await isMigrated(pool).catch(() => false)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isPrivate(request.ip)) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** The same figures whichever process is asked: they stand in the database. Left out while that cannot be reached. */
function watchJobs(registry: Registry, pool: Pool) {
  new Gauge({
    name: 'prenoto_jobs',
    help: 'Jobs that are not done: created and retry wait, active are under way, failed are given up',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { queue, state, jobs } of await countJobs(pool).catch(() => [])) this.labels(queue, state).set(jobs)
    },
  })
  new Gauge({
    name: 'prenoto_messages_last_day',
    help: 'E-mails for which there was cause in the last 24 hours, by kind and outcome: sent, dropped or waiting',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { kind, outcome, messages } of await countMessages(pool).catch(() => []))
        this.labels(kind, outcome).set(messages)
    },
  })
}
