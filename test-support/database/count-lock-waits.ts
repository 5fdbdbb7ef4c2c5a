import type { Pool } from '../../server/src/database/connection.ts'

/** The number of connections that wait for a lock; constant within a transaction. */
export async function countLockWaits(owner: Pool): Promise<number> {
  const { rows } = await owner.query<{ waits: number }>(
    `select count(*) as waits from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]!.waits
}
