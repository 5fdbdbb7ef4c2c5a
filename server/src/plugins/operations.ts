import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Pool } from '../database/connection.ts'
import { isMigrated } from '../database/migrate.ts'

/** Loopback and private networks: where a monitoring system asks from. */
const PRIVATE = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd]|fe80:)/i

const isPrivate = (address: string) => {
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
