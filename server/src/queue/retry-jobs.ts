import type { Pool } from '../database/connection.ts'
import { createBoss } from '../database/queues.ts'
import { findDeadLetterQueues, runDelayedJobs } from './jobs.repository.ts'

/** Retries failed jobs, and jobs that wait for a retry, now: one, or all. Returns their number. */
export async function retryJobs(owner: Pool, id?: string): Promise<number> {
  const boss = createBoss(owner, { supervise: false })
  // Without a listener an error event would end the process; each call below throws its own error.
  boss.on('error', () => {})
  await boss.start()
  try {
    let retried = 0
    for (let queues = await findDeadLetterQueues(owner, id); queues.length > 0; ) {
      for (const queue of queues) retried += await boss.redrive(queue, id ? { ids: [id] } : {})
      queues = await findDeadLetterQueues(owner, id)
    }
    return retried + (await runDelayedJobs(owner, id))
  } finally {
    await boss.stop({ graceful: false })
  }
}
