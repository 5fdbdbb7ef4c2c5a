import type { TestServer } from './test-server.ts'

/** Makes the workers of a server look for jobs at once that a statement of the test has added or changed. */
export function wakeWorkers({ jobs }: Pick<TestServer, 'jobs'>) {
  for (const worker of jobs.workers.values()) jobs.boss.notifyWorker(worker)
}
