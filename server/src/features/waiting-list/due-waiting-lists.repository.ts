import type { Pool } from '../../database/connection.ts'
import { claimTenants, type Plan } from '../../tenants/claim-tenants.repository.ts'

/** Interval of the check for slots freed by closures, hours or limits. */
const CHECK_INTERVAL = '5 minutes'

/** Takes the businesses whose waiting lists are due for a check. */
export const takeDueWaitingLists = (pool: Pool, now: Temporal.Instant, plan: Plan) =>
  claimTenants(
    pool,
    { text: 'select tenant_id from claim_waiting_lists($1, $2)', values: [now.toString(), CHECK_INTERVAL] },
    plan,
  )
