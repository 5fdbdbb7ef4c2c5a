import type { Pool } from 'pg'
import { Gauge } from 'prom-client'

type Measured = {
  name: string
  pool: Pool
  /** Callers that wait for their turn before they ask the pool. */
  queued: () => number
}

const measured = new Set<Measured>()

/** The open pools; a closed one is forgotten. */
function openPools(): Measured[] {
  for (const one of measured) if (one.pool.ended) measured.delete(one)
  return [...measured]
}

new Gauge({
  name: 'prenoto_database_connections',
  help: 'Open connections to the database by pool (app: requests and jobs, limits: rate limits, jobs: the job queue) and state',
  labelNames: ['pool', 'state'],
  collect() {
    this.reset()
    for (const { name, pool } of openPools()) {
      this.inc({ pool: name, state: 'in_use' }, pool.totalCount - pool.idleCount)
      this.inc({ pool: name, state: 'idle' }, pool.idleCount)
    }
  },
})

new Gauge({
  name: 'prenoto_database_connections_max',
  help: 'Largest number of connections that a pool opens',
  labelNames: ['pool'],
  collect() {
    this.reset()
    for (const { name, pool } of openPools()) this.inc({ pool: name }, pool.options.max)
  },
})

new Gauge({
  name: 'prenoto_database_waiting',
  help: 'Requests and jobs that wait for a connection of a pool',
  labelNames: ['pool'],
  collect() {
    this.reset()
    for (const { name, pool, queued } of openPools()) this.inc({ pool: name }, pool.waitingCount + queued())
  },
})

export function measurePool(name: string, pool: Pool) {
  measured.add({ name, pool, queued: () => 0 })
}

/** Includes callers in a queue in front of the pool. */
export function measureQueue(pool: Pool, queued: () => number) {
  for (const one of measured) if (one.pool === pool) one.queued = queued
}
