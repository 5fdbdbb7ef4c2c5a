import { runDelayedJobs as endDelays } from '../../server/src/queue/jobs.repository.ts'
import type { TestServer } from './test-server.ts'
import { wakeWorkers } from './wake-workers.ts'

/** Runs jobs at once that wait for their next attempt. */
export async function runDelayedJobs({ owner, jobs }: TestServer) {
  await endDelays(owner)
  wakeWorkers({ jobs })
}
