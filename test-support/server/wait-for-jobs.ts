import { expect } from 'vitest'
import type { QueueName } from '../../server/src/database/queues.ts'
import type { TestServer } from './test-server.ts'
import { wakeWorkers } from './wake-workers.ts'

type WaitForJobsOptions = {
  /** Ignores jobs that are scheduled for later. */
  dueOnly?: boolean
}

/** Waits until no job of a business is left. */
export function waitForJobs(
  server: TestServer,
  business: { id: number },
  { dueOnly = false }: WaitForJobsOptions = {},
) {
  return expect
    .poll(async () => {
      const { rows } = await server.owner.query<{ name: QueueName; is_waiting: boolean }>(
        `select name, bool_or(state <> 'active' and start_after <= now()) as is_waiting from pgboss.job
         where state in ('created', 'retry', 'active') and data ->> 'tenant_id' = $1::text
           and (not $2 or start_after <= now())
         group by name`,
        [business.id, dueOnly],
      )
      const waiting = rows.filter(({ is_waiting }) => is_waiting)
      wakeWorkers(
        server,
        waiting.map(({ name }) => name),
      )
      return rows.length
    })
    .toBe(0)
}
