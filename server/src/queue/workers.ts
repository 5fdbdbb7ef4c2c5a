import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobResult, JobWithMetadata } from 'pg-boss'
import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import { QUEUE_NAMES, type QueueName } from '../database/queues.ts'
import { inSpan } from '../lib/tracing.ts'
import { type Job, type JobData, type JobQueue, KnownOutage, LastingFailure } from './queue.ts'

/** Polling interval for jobs that another process added. */
const POLL_SECONDS = 2

/** Retries after a LastingFailure, in case it was temporary after all. */
export const LASTING_FAILURE_RETRIES = 5

const attempts = new Counter({
  name: 'prenoto_job_attempts_total',
  help: 'Attempts to run a job by queue and outcome: completed, retried (will run again) or given_up (no attempt is left)',
  labelNames: ['queue', 'outcome'],
})

// Prometheus only sees an increase of a counter that it has seen before.
for (const queue of QUEUE_NAMES)
  for (const outcome of ['completed', 'retried', 'given_up']) attempts.inc({ queue, outcome }, 0)

type Outcome = PromiseSettledResult<unknown>

type Handler<C, Q extends QueueName> = {
  /** Runs jobs of one tenant and returns their outcomes in order; each may fail alone. */
  run(ctx: C, jobs: JobData[Q][]): Promise<Outcome[]>
  /** Jobs fetched in one statement. */
  batch: number
  /** Jobs that run at the same time. */
  atOnce: number
  /** Tenants whose jobs run at the same time. */
  tenants: number
  /** Called when a job with a LastingFailure is not retried any more. */
  onFinalFailure?(ctx: C, data: JobData[Q], failure: LastingFailure): Promise<void> | undefined
}

export type JobHandlers<C> = { [Q in QueueName]: Handler<C, Q> }

type WorkersParts<C> = {
  queue: JobQueue
  handlers: JobHandlers<C>
  /** Undefined for a deleted tenant; its jobs complete without effect. */
  findContext(tenantId: number): Promise<C | undefined>
  log: Logger
  /** True if this process also serves requests; jobs then wait while it is busy. */
  isServing: boolean
}

type Fetched<Q extends QueueName> = JobWithMetadata<Job<Q>>

const isFinal = (error: unknown, retryCount: number): error is LastingFailure =>
  error instanceof LastingFailure && retryCount >= LASTING_FAILURE_RETRIES

/** Starts a worker per queue in this process. */
export async function startWorkers<C>({ queue, handlers, findContext, log, isServing }: WorkersParts<C>) {
  async function run<Q extends QueueName>(name: Q, tenantId: number, jobs: Fetched<Q>[]) {
    try {
      const ctx = await findContext(tenantId)
      if (!ctx) return { outcomes: jobs.map(() => DONE) }
      return {
        ctx,
        outcomes: await handlers[name].run(
          ctx,
          jobs.map((job) => job.data.data),
        ),
      }
    } catch (reason) {
      return { outcomes: jobs.map((): Outcome => ({ status: 'rejected', reason })) }
    }
  }

  async function toJobResult<Q extends QueueName>(
    name: Q,
    job: Fetched<Q>,
    { outcome, ctx }: { outcome: Outcome; ctx?: C | undefined },
  ): Promise<JobResult> {
    const { id, retryCount, data } = job
    if (outcome.status === 'fulfilled') {
      attempts.inc({ queue: name, outcome: 'completed' })
      return { id, status: 'completed' }
    }
    let error: unknown = outcome.reason
    try {
      if (ctx && isFinal(error, retryCount)) await handlers[name].onFinalFailure?.(ctx, data.data, error)
    } catch (failure) {
      // The job is retried, and so is this.
      error = failure
    }
    const failedForGood = isFinal(error, retryCount)
    const isGivenUp = failedForGood || retryCount >= job.retryLimit
    attempts.inc({ queue: name, outcome: isGivenUp ? 'given_up' : 'retried' })
    log[error instanceof KnownOutage ? 'debug' : 'warn'](
      { err: error, queue: name, job: id, tenant: data.tenant_id, attempt: retryCount + 1 },
      failedForGood ? 'job failed for good' : 'job failed, it will be retried',
    )
    return { id, status: failedForGood ? 'deadletter' : 'failed', output: { reason: describeReason(error) } }
  }

  /** Runs jobs of several tenants, each in the context of its own. */
  async function runByTenant<Q extends QueueName>(name: Q, jobs: Fetched<Q>[]): Promise<JobResult[]> {
    const byTenant = [...Map.groupBy(jobs, (job) => job.data.tenant_id)]
    const results = await eachAtMost(handlers[name].tenants, byTenant, async ([tenantId, tenantJobs]) => {
      const attributes = { 'prenoto.tenant': tenantId, 'prenoto.jobs': tenantJobs.length }
      const { outcomes, ctx } = await inSpan(`job ${name}`, attributes, () => run(name, tenantId, tenantJobs))
      return Promise.all(tenantJobs.map((job, i) => toJobResult(name, job, { outcome: outcomes[i]!, ctx })))
    })
    return results.flat()
  }

  async function startWorker<Q extends QueueName>(name: Q) {
    const { batch, atOnce } = handlers[name]
    const options = {
      pollingIntervalSeconds: POLL_SECONDS,
      batchSize: batch,
      burstWhenBatchFull: true,
      perJobResults: true,
      includeMetadata: true,
    } as const
    const worker = await queue.boss.work<Job<Q>, unknown, typeof options>(name, options, async (jobs) => {
      // pg-boss returns a batch in any order.
      const sorted = jobs.toSorted((a, b) => b.priority - a.priority || a.createdOn.getTime() - b.createdOn.getTime())
      const results: JobResult[] = []
      for (let i = 0; i < sorted.length; i += atOnce) {
        if (isServing) await afterRequests()
        results.push(...(await runByTenant(name, sorted.slice(i, i + atOnce))))
      }
      // Jobs that these have added start without waiting for the next poll.
      queue.wake()
      return results
    })
    queue.workers.set(name, worker)
  }

  for (const name of Object.keys(handlers) as QueueName[]) await startWorker(name)
}

const DONE: Outcome = { status: 'fulfilled', value: undefined }

/** A reason without personal data: a message of the database may quote a row. */
function describeReason(error: unknown) {
  const { name, code, message } = error as Error & { code?: string }
  return code ? `${name} ${code}` : message
}

/** Runs `work` for every item, at most `limit` at a time, and returns the results in order. */
async function eachAtMost<T, R>(limit: number, items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const remaining = items.entries()
  async function lane() {
    for (const [i, item] of remaining) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: limit }, lane))
  return results
}

/** Event loop utilisation above which a process is busy with requests. */
const BUSY = 0.5

/** Milliseconds. */
const BUSY_CHECK_INTERVAL = 20
const MAX_WAIT = 3_000

/** Waits while requests keep this process busy, at most MAX_WAIT. */
async function afterRequests() {
  const end = performance.now() + MAX_WAIT
  do {
    const before = performance.eventLoopUtilization()
    await sleep(BUSY_CHECK_INTERVAL)
    if (performance.eventLoopUtilization(before).utilization < BUSY) return
  } while (performance.now() < end)
}
