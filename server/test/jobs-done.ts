import { expect } from 'vitest'
import type { TestServer } from './test-server.ts'

/** Until no job of a business is left. */
export const jobsDone = (server: TestServer, here: { id: number }) =>
  expect
    .poll(
      async () => {
        const { rows } = await server.owner.query(
          `select from pgboss.job where state in ('created', 'retry', 'active') and data ->> 'tenant_id' = $1::text`,
          [here.id],
        )
        return rows.length
      },
      { timeout: 15_000 },
    )
    .toBe(0)
