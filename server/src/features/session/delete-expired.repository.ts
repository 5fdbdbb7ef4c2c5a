import type { Pool } from '../../database/connection.ts'

/** Forgets links, previous addresses, places and counters that nobody can use any more, of all businesses. */
export async function deleteExpired(pool: Pool, now: Temporal.Instant) {
  await pool.query('select delete_expired($1)', [now.toString()])
}
