import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, register } from 'prom-client'
import { findVerifiedBackup } from '../database/backups.ts'
import type { Pool } from '../database/connection.ts'
import { isMigrated } from '../database/migrate.ts'
import { RELEASE } from '../lib/release.ts'
import { countJobs, countMessages } from '../queue/jobs.repository.ts'
import type { Settings } from '../settings/settings.ts'
import { isLoopback } from './client-address.ts'
import type { Drain } from './drain.ts'

const READY_TIMEOUT_MS = 2_000

/** Counting a million e-mails takes a second. */
const MESSAGES_KEPT_MS = 60_000

type Access = Pick<Settings, 'metricsTokens' | 'trustProxy'>

/**
 * Requires a token or, if none is set, a loopback connection. Behind a proxy every connection may be loopback, so it needs
 * a token.
 */
function mayReadMetrics(request: FastifyRequest, { metricsTokens, trustProxy }: Access) {
  const { authorization } = request.headers
  if (metricsTokens.length > 0) return metricsTokens.some((token) => isSame(authorization, `Bearer ${token}`))
  return !trustProxy && isLoopback(request)
}

/** In constant time. */
const isSame = (credential = '', expected: string) => timingSafeEqual(digest(credential), digest(expected))
const digest = (text: string) => createHash('sha256').update(text).digest()

const OPERATIONS = { schema: { hide: true }, config: { always: true } } as const

type OperationsOptions = Access & { drain: Pick<Drain, 'isUnderWay'> }

/**
 * Serves /healthz, /readyz and /metrics on every domain. Modules add the metrics of the whole process to prom-client's own
 * registry; no label names a business.
 */
export function operationsRoutes(app: FastifyInstance, pool: Pool, { drain, ...access }: OperationsOptions) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests in seconds by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
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
    drain.isUnderWay() ? reply.code(503).send({ status: 'stopping' }) : { status: 'up', release: RELEASE },
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
    // First, since the queries of the other metrics would be counted as waiting for a connection.
    const ofProcess = await register.metrics()
    return reply.type(registry.contentType).send(`${ofProcess}\n${await registry.metrics()}`)
  })
}

/** These metrics come from the database and are the same in every process. They are absent while it is unavailable. */
function registerJobMetrics(registry: Registry, pool: Pool) {
  // Both metrics of jobs share one query.
  const jobCounts = shareQuery(() => countJobs(pool))
  const messageCounts = shareQuery(() => countMessages(pool), MESSAGES_KEPT_MS)
  new Gauge({
    name: 'prenoto_jobs',
    help: 'Jobs by queue and state: created, retry (waiting), active, failed (no retries left)',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      const counts = await jobCounts()
      this.reset()
      for (const { queue, state, jobs } of counts) this.labels(queue, state).set(jobs)
    },
  })
  new Gauge({
    name: 'prenoto_jobs_oldest_seconds',
    help: 'Seconds since the oldest job was due (created), added (retry, failed) or started (active), by queue and state',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      const counts = await jobCounts()
      this.reset()
      for (const { queue, state, oldest } of counts) this.labels(queue, state).set(oldest)
    },
  })
  new Gauge({
    name: 'prenoto_messages_last_day',
    help: 'E-mails queued in the last 24 hours, by kind and outcome: sent, dropped, refused or waiting',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
    async collect() {
      const counts = await messageCounts()
      this.reset()
      for (const { kind, outcome, messages } of counts) this.labels(kind, outcome).set(messages)
    },
  })
  const verifiedBackups = shareQuery(async () => [await findVerifiedBackup(pool)], MESSAGES_KEPT_MS)
  new Gauge({
    name: 'prenoto_backup_age_seconds',
    help: 'Seconds since the snapshot of the last verified backup; absent without one',
    registers: [registry],
    async collect() {
      const [backup] = await verifiedBackups()
      // Without it the metric has no value; a reset one would be 0.
      this.remove()
      if (backup) this.set(backup.age_seconds)
    },
  })
}

/** Shares one query in flight and caches it for `keepFor` ms. A failure counts as no rows. */
function shareQuery<T>(read: () => Promise<T[]>, keepFor = 0): () => Promise<T[]> {
  let pendingRows: Promise<T[]> | undefined
  const forget = () => {
    pendingRows = undefined
  }
  return () => {
    pendingRows ??= read().then(
      (rows) => {
        if (keepFor > 0) setTimeout(forget, keepFor).unref()
        else forget()
        return rows
      },
      () => {
        forget()
        return []
      },
    )
    return pendingRows
  }
}
