import type { JobResult, JobWithMetadata } from 'pg-boss'
import type { Logger } from 'pino'
import type { QueueName } from '../database/queues.ts'
import { afterRequests } from './after-requests.ts'
import { type Job, type JobData, type JobQueue, LastingFailure } from './queue.ts'

/** How often a worker looks for jobs that another process added. */
const POLL_SECONDS = 2

/** How often it takes one batch of what keeps to a pace: some 50 jobs a second. */
const PACE_SECONDS = 0.5

/** A failure that nobody expects to mend is tried so many times again, in case it was none. */
const PATIENCE = 5

/** What is done with the jobs of a queue, in the context of the business that each belongs to. */
type Handler<C, Q extends QueueName> = {
  run(ctx: C, data: JobData[Q]): Promise<void>
  /** How many jobs are taken in one statement, and how many are run at a time. */
  batch: number
  atOnce: number
  hasPace?: boolean
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
  /** Whether requests are answered beside: then a burst of work keeps to a measured pace, and stands back for them. */
  isServing: boolean
}

const isHopeless = (error: unknown, retryCount: number): error is LastingFailure =>
  error instanceof LastingFailure && retryCount >= PATIENCE

/** Makes this process run the jobs of every queue; one that fails is tried again later, alone. */
export async function startWorkers<C>({ queue, handlers, contextOf, log, isServing }: Parts<C>) {
  async function run<Q extends QueueName>(name: Q, { data: { tenant_id, data }, retryCount }: JobWithMetadata<Job<Q>>) {
    const ctx = await contextOf(tenant_id)
    if (!ctx) return
    try {
      await handlers[name].run(ctx, data)
    } catch (error) {
      // What could not be given up is tried again, and given up then.
      if (isHopeless(error, retryCount)) await handlers[name].giveUp?.(ctx, data, error)
      throw error
    }
  }

  async function attempt(name: QueueName, job: JobWithMetadata<Job<typeof name>>): Promise<JobResult> {
    const { id, retryCount } = job
    try {
      await run(name, job)
      return { id, status: 'completed' }
    } catch (error) {
      const givesUp = isHopeless(error, retryCount)
      log.warn(
        { err: error, queue: name, job: id, tenant: job.data.tenant_id, attempt: retryCount + 1 },
        givesUp ? 'job failed for good' : 'job failed, it will be tried again',
      )
      return { id, status: givesUp ? 'deadletter' : 'failed', output: { reason: reasonOf(error) } }
    }
  }

  for (const name of Object.keys(handlers) as QueueName[]) {
    const { batch, atOnce, hasPace } = handlers[name]
    const isPaced = isServing && hasPace === true
    // Without a pace a full batch is followed at once by the next: a burst is worked off as it comes.
    const options = {
      pollingIntervalSeconds: isPaced ? PACE_SECONDS : POLL_SECONDS,
      batchSize: batch,
      burstWhenBatchFull: !isPaced,
      perJobResults: true,
      includeMetadata: true,
    } as const
    const worker = await queue.boss.work<Job<typeof name>, unknown, typeof options>(name, options, async (jobs) => {
      if (isPaced) await afterRequests()
      const results = await eachAtMost(atOnce, jobs, (job) => attempt(name, job))
      // What these jobs have added is not for the next turn.
      queue.wake()
      return results
    })
    queue.workers.push(worker)
  }
}

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
