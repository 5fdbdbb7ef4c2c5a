import { runDelayedJobs as endDelays } from '../../server/src/queue/jobs.repository.ts'
import type { TestServer } from './test-server.ts'

/** Runs jobs at once that wait for their next attempt. */
export async function runDelayedJobs({ owner, jobs }: TestServer) {
  await endDelays(owner)
  for (const worker of jobs.workers.values()) jobs.boss.notifyWorker(worker)
}
