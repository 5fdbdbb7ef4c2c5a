import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import type { Pool } from '../../database/connection.ts'
import { claimTenants, type Plan } from '../../tenants/claim-tenants.repository.ts'

/** Claims the tenants where it is past `fromTime`, local time, and whose old data of today are not deleted yet. */
export const claimRetentionDays = (
  pool: Pool,
  { now, fromTime }: { now: Temporal.Instant; fromTime: PlainTime },
  plan: Plan,
) =>
  claimTenants(
    pool,
    { text: 'select tenant_id from claim_retention_days($1, $2)', values: [now.toString(), fromTime] },
    plan,
  )
