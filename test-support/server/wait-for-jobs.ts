import { expect } from 'vitest'
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
  wakeWorkers(server)
  return expect
    .poll(async () => {
      const { rows } = await server.owner.query(
        `select from pgboss.job where state in ('created', 'retry', 'active') and data ->> 'tenant_id' = $1::text
             and (not $2 or start_after <= now())`,
        [business.id, dueOnly],
      )
      return rows.length
    })
    .toBe(0)
}
