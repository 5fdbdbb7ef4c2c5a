import type { JobResult, JobWithMetadata } from 'pg-boss'
import type { Logger } from 'pino'
import type { QueueName } from '../database/queues.ts'
import { afterRequests } from './after-requests.ts'
import { type Job, type JobData, type JobQueue, KnownOutage, LastingFailure } from './queue.ts'

/** How often a worker looks for jobs that another process added. */
const POLL_SECONDS = 2

/** A failure that nobody expects to mend is tried so many times again, in case it was none. */
const PATIENCE = 5

type Outcome = PromiseSettledResult<unknown>

/** What is done with the jobs of a queue, in the context of the business that they belong to. */
type Handler<C, Q extends QueueName> = {
  /** Does jobs of one business, each of which may fail alone: what came of each, in order. */
  run(ctx: C, jobs: JobData[Q][]): Promise<Outcome[]>
  /** How many jobs are taken in one statement, and how many of them, of how many businesses, are done at a time. */
  batch: number
  atOnce: number
  businesses: number
  /** What is to be done once nobody tries again. */
  giveUp?(ctx: C, data: JobData[Q], failure: LastingFailure): Promise<void> | undefined
}

export type JobHandlers<C> = { [Q in QueueName]: Handler<C, Q> }

type Parts<C> = {
  queue: JobQueue
  handlers: JobHandlers<C>
  /** Undefined for a business that is gone: its jobs are done by doing nothing. */
  contextOf(tenantId: number): Promise<C | undefined>
  log: Logger
  /** Whether requests are answered beside: then each handful of jobs stands back for them. */
  isServing: boolean
}

type Fetched<Q extends QueueName> = JobWithMetadata<Job<Q>>

const isHopeless = (error: unknown, retryCount: number): error is LastingFailure =>
  error instanceof LastingFailure && retryCount >= PATIENCE

/** Makes this process run the jobs of every queue; one that fails is tried again later, alone. */
export async function startWorkers<C>({ queue, handlers, contextOf, log, isServing }: Parts<C>) {
  /** What came of jobs of one business, with its context if it is still there. */
  async function run<Q extends QueueName>(name: Q, tenantId: number, jobs: Fetched<Q>[]) {
    try {
      const ctx = await contextOf(tenantId)
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

  async function resultOf<Q extends QueueName>(
    name: Q,
    job: Fetched<Q>,
    { outcome, ctx }: { outcome: Outcome; ctx?: C | undefined },
  ): Promise<JobResult> {
    const { id, retryCount, data } = job
    if (outcome.status === 'fulfilled') return { id, status: 'completed' }
    let error: unknown = outcome.reason
    try {
      if (ctx && isHopeless(error, retryCount)) await handlers[name].giveUp?.(ctx, data.data, error)
    } catch (failure) {
      // What could not be given up is tried again, and given up then.
      error = failure
    }
    const givesUp = isHopeless(error, retryCount)
    log[error instanceof KnownOutage ? 'debug' : 'warn'](
      { err: error, queue: name, job: id, tenant: data.tenant_id, attempt: retryCount + 1 },
      givesUp ? 'job failed for good' : 'job failed, it will be tried again',
    )
    return { id, status: givesUp ? 'deadletter' : 'failed', output: { reason: reasonOf(error) } }
  }

  /** Jobs of several businesses: each sees its own alone. */
  async function attempt<Q extends QueueName>(name: Q, jobs: Fetched<Q>[]): Promise<JobResult[]> {
    const byTenant = [...Map.groupBy(jobs, (job) => job.data.tenant_id)]
    const results = await eachAtMost(handlers[name].businesses, byTenant, async ([tenantId, own]) => {
      const { outcomes, ctx } = await run(name, tenantId, own)
      return Promise.all(own.map((job, i) => resultOf(name, job, { outcome: outcomes[i]!, ctx })))
    })
    return results.flat()
  }

  async function startWorker<Q extends QueueName>(name: Q) {
    const { batch, atOnce } = handlers[name]
    // A full batch is followed at once by the next: a burst is worked off as it comes.
    const options = {
      pollingIntervalSeconds: POLL_SECONDS,
      batchSize: batch,
      burstWhenBatchFull: true,
      perJobResults: true,
      includeMetadata: true,
    } as const
    const worker = await queue.boss.work<Job<Q>, unknown, typeof options>(name, options, async (jobs) => {
      // They come in any order.
      const inOrder = jobs.toSorted((a, b) => b.priority - a.priority || a.createdOn.getTime() - b.createdOn.getTime())
      const results: JobResult[] = []
      for (let i = 0; i < inOrder.length; i += atOnce) {
        if (isServing) await afterRequests()
        results.push(...(await attempt(name, inOrder.slice(i, i + atOnce))))
      }
      // What these jobs have added is not for the next turn.
      queue.wake()
      return results
    })
    queue.workers.set(name, worker)
  }

  for (const name of Object.keys(handlers) as QueueName[]) await startWorker(name)
}

const DONE: Outcome = { status: 'fulfilled', value: undefined }

/** A failure in words that hold nobody's data: what the database says may quote a row. */
function reasonOf(error: unknown) {
  const { name, code, message } = error as Error & { code?: string }
  return code ? `${name} ${code}` : message
}

/** Runs the work for every item, at most `limit` at a time, and returns what came of each, in order. */
async function eachAtMost<T, R>(limit: number, items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  async function line() {
    for (const [i, item] of waiting) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: limit }, line))
  return results
}
