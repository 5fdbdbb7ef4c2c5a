import type { Pool } from '../src/database/connection.ts'

/**
 * The instants at which a calendar of the tenant has more visits than `capacity`, asked of the database alone.
 * The number of visits rises only when one starts: it is enough to look then.
 */
export async function overbookedInstants(owner: Pool, tenantId: number, capacity: number) {
  const { rows } = await owner.query(
    `select starting.calendar_id, starting.starts_at, count(*)::int as visits
     from bookings starting
     join bookings present using (tenant_id, calendar_id)
     where tenant_id = $1
       and starting.deleted_at is null and present.deleted_at is null
       and present.starts_at <= starting.starts_at and present.ends_at > starting.starts_at
     group by calendar_id, starting.id, starting.starts_at
     having count(*) > $2`,
    [tenantId, capacity],
  )
  return rows
}
