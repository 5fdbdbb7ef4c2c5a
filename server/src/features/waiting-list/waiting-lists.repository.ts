import type { Pool } from '../../database/connection.ts'
import { claimTenants, type Plan } from '../../tenants/claim-tenants.repository.ts'

/** How often the waiting lists of a business are looked through where nothing seems to have changed. */
const EVERY = '5 minutes'

/** Takes the businesses whose waiting lists are to be looked through: closures, hours and limits free places, too. */
export const takeWaitingLists = (pool: Pool, now: Temporal.Instant, plan: Plan) =>
  claimTenants(
    pool,
    { text: 'select tenant_id from claim_waiting_lists($1, $2)', values: [now.toString(), EVERY] },
    plan,
  )
