import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import type { Pool } from '../../database/connection.ts'
import { type Plan, takeBusinesses } from '../../tenants/take-businesses.repository.ts'

/** Claims the tenants where it is past `fromTime`, local time, and whose reminders of today are not planned yet. */
export const claimReminderDays = (
  pool: Pool,
  { now, fromTime }: { now: Temporal.Instant; fromTime: PlainTime },
  plan: Plan,
) =>
  takeBusinesses(
    pool,
    { text: 'select tenant_id from take_days_of_reminders($1, $2)', values: [now.toString(), fromTime] },
    plan,
  )
