import { StartupError } from '@prenoto/core/startup-error.ts'
import type { Pool } from '../database/connection.ts'
import { createBoss, deadLetterName, QUEUE_NAMES } from '../database/queues.ts'

export type MovedJob = { queue: string; priority: number; start_after: string | null; data: object }

type Statements = { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

type JobInserter = {
  /** Whether this version has a queue. */
  hasQueue(queue: string): boolean
  /** Adds jobs of a tenant in the transaction of `client`. */
  insert(client: Statements, tenantId: number, jobs: MovedJob[]): Promise<void>
  stop(): Promise<void>
}

const ALL_QUEUES = QUEUE_NAMES.flatMap((queue) => [queue, deadLetterName(queue)])

/** Opens the queue for jobs that are moved here from another installation. */
export async function openJobInserter(owner: Pool): Promise<JobInserter> {
  const boss = createBoss(owner, { supervise: false, migrate: false })
  // Without a listener an error event would end the process; each call below throws its own error.
  boss.on('error', () => {})
  await boss.start()
  const hasQueue = (queue: string) => ALL_QUEUES.includes(queue)
  return {
    hasQueue,
    async insert(client, tenantId, jobs) {
      const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
      for (const [queue, queueJobs] of Map.groupBy(jobs, (job) => job.queue)) {
        if (!hasQueue(queue)) throw new StartupError(`This version has no queue ${queue}: nothing was imported.`)
        const rows = queueJobs.map(({ priority, start_after, data }) => ({
          priority,
          ...(start_after !== null && { startAfter: start_after }),
          data: { tenant_id: tenantId, data },
        }))
        await boss.insert(queue, rows, { db })
      }
    },
    stop: () => boss.stop({ graceful: false }),
  }
}
