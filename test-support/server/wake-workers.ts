import type { QueueName } from '../../server/src/database/queues.ts'
import type { TestServer } from './test-server.ts'

/** Makes the workers of these queues look for jobs at once. */
export function wakeQueues({ jobs }: Pick<TestServer, 'jobs'>, queues: Iterable<string>) {
  for (const queue of queues) {
    const worker = jobs.workers.get(queue as QueueName)
    if (worker) jobs.boss.notifyWorker(worker)
  }
}

/** Makes the workers of a server look at once for due jobs that a statement of the test has added or changed. */
export async function wakeWorkers({ owner, jobs }: Pick<TestServer, 'owner' | 'jobs'>) {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct name from pgboss.job where state in ('created', 'retry') and start_after <= now()`,
  )
  wakeQueues(
    { jobs },
    rows.map(({ name }) => name),
  )
}
