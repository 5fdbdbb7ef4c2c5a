import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import type { Pool } from '../../database/connection.ts'
import { type Plan, takeBusinesses } from '../../tenants/take-businesses.repository.ts'

/** Takes the businesses whose day of reminders has begun, at `fromTime` in their local time; a day is taken once. */
export const takeDaysOfReminders = (
  pool: Pool,
  { now, fromTime }: { now: Temporal.Instant; fromTime: PlainTime },
  plan: Plan,
) =>
  takeBusinesses(
    pool,
    { text: 'select tenant_id from take_days_of_reminders($1, $2)', values: [now.toString(), fromTime] },
    plan,
  )
