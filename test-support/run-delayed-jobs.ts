import { runDelayedJobs } from '../server/src/queue/jobs.repository.ts'
import type { TestServer } from './test-server.ts'

/** What waits for its next attempt has it now: the workers do not wait for their next look either. */
export async function hurry({ owner, jobs }: TestServer) {
  await runDelayedJobs(owner)
  for (const worker of jobs.workers.values()) jobs.boss.notifyWorker(worker)
}
