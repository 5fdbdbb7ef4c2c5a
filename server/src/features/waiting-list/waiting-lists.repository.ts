import type { Pool } from '../../database/connection.ts'
import { type Plan, takeBusinesses } from '../../tenants/take-businesses.repository.ts'

/** How often the waiting lists of a business are looked through where nothing seems to have changed. */
const EVERY = '5 minutes'

/** Takes the businesses whose waiting lists are to be looked through: closures, hours and limits free places, too. */
export const takeWaitingLists = (pool: Pool, now: Temporal.Instant, plan: Plan) =>
  takeBusinesses(
    pool,
    { text: 'select tenant_id from take_waiting_lists($1, $2)', values: [now.toString(), EVERY] },
    plan,
  )
