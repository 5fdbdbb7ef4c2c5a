import type { Pool } from '../database/connection.ts'

/** Where processes hear that a tenant was changed; a message is its number. */
export const INVALIDATION_CHANNEL = 'prenoto_tenants'

/**
 * Has every server process forget what it keeps of a business, after a change of more than its bookings. Commits that
 * notify wait for each other over the whole database, so no visitor's booking ever causes one.
 */
export async function publishInvalidation(pool: Pool, tenantId: number) {
  await pool.query('select pg_notify($1, $2)', [INVALIDATION_CHANNEL, String(tenantId)])
}
