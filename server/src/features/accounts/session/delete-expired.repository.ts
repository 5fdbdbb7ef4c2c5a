import type { Pool } from '../../../database/connection.ts'

/** Deletes expired links, previous addresses, known devices and counters of all tenants. */
export async function deleteExpired(pool: Pool, now: Temporal.Instant) {
  await pool.query('select delete_expired($1)', [now.toString()])
}
