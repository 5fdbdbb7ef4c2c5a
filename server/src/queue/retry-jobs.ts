import type { Pool } from '../database/connection.ts'
import { bossOver } from '../database/queues.ts'
import { findDeadLetterQueues, runDelayedJobs } from './jobs.repository.ts'

/** Has failed jobs, and those that wait for another attempt, tried again now: one, or all. Returns how many. */
export async function retryJobs(owner: Pool, id?: string): Promise<number> {
  const boss = bossOver(owner, { supervise: false })
  // Without a listener an error event would end the process; each call below throws its own error.
  boss.on('error', () => {})
  await boss.start()
  try {
    let moved = 0
    for (let queues = await findDeadLetterQueues(owner, id); queues.length > 0; ) {
      for (const queue of queues) moved += await boss.redrive(queue, id ? { ids: [id] } : {})
      queues = await findDeadLetterQueues(owner, id)
    }
    return moved + (await runDelayedJobs(owner, id))
  } finally {
    await boss.stop({ graceful: false })
  }
}
