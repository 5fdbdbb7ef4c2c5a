import type { QueueName } from '../../server/src/database/queues.ts'
import type { TestServer } from './test-server.ts'

/** Makes the workers of these queues, by default all, look at once for jobs that a statement of the test has changed. */
export function wakeWorkers({ jobs }: Pick<TestServer, 'jobs'>, queues: Iterable<QueueName> = jobs.workers.keys()) {
  for (const queue of queues) {
    const worker = jobs.workers.get(queue)
    if (worker) jobs.boss.notifyWorker(worker)
  }
}
