import type { JobResult } from 'pg-boss'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Pool } from '../database/connection.ts'
import type { QueueName } from '../database/queues.ts'
import { tenantDatabase } from '../database/tenant-database.ts'
import { findTenant } from '../tenants/tenants.repository.ts'
import { announce } from './announce.ts'
import type { Job, JobData, JobQueue } from './queue.ts'

type WorkedQueue = Exclude<QueueName, 'send-email'>

const HANDLERS: { [Q in WorkedQueue]: (ctx: Context, data: JobData[Q]) => Promise<void> } = {
  announce,
}

/** How often a worker looks for jobs that another process added. */
const POLL_SECONDS = 2

/** How many jobs a worker takes at once: it asks for more and reports on them in one statement each. */
const BATCH = 50

type Parts = { queue: JobQueue; pool: Pool; clock: Clock; log: Logger }

/** Makes this process run the jobs of every queue; one that fails is tried again later, alone. */
export async function startWorkers({ queue, pool, clock, log }: Parts) {
  async function run<Q extends WorkedQueue>(name: Q, { tenant_id, data }: Job<Q>) {
    const db = tenantDatabase(pool, tenant_id)
    const tenant = await findTenant(db, tenant_id)
    if (tenant) await HANDLERS[name]({ db, tenant, now: clock(), jobs: queue }, data)
  }

  async function attempt(name: WorkedQueue, job: { id: string; data: Job<typeof name> }): Promise<JobResult> {
    try {
      await run(name, job.data)
      return { id: job.id, status: 'completed' }
    } catch (error) {
      log.warn(
        { err: error, queue: name, job: job.id, tenant: job.data.tenant_id },
        'job failed, it will be tried again',
      )
      return { id: job.id, status: 'failed' }
    }
  }

  for (const name of Object.keys(HANDLERS) as WorkedQueue[]) {
    // A full batch is followed at once by a look for the next: a burst is worked off as it comes.
    const options = {
      pollingIntervalSeconds: POLL_SECONDS,
      batchSize: BATCH,
      burstWhenBatchFull: true,
      perJobResults: true,
    } as const
    const worker = await queue.boss.work<Job<typeof name>>(name, options, async (jobs) => {
      const results: JobResult[] = []
      for (const job of jobs) results.push(await attempt(name, job))
      return results
    })
    queue.workers.push(worker)
  }
}
