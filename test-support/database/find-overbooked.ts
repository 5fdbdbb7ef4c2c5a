import type { Pool } from '../../server/src/database/connection.ts'

/**
 * The instants at which a calendar of the tenant has more simultaneous visits than `capacity`, apart from processing times.
 * Only starts of work are checked, since the number rises only there.
 */
export async function findOverbooked(owner: Pool, tenantId: number, capacity: number) {
  const { rows } = await owner.query(
    `with busy as (
       select tenant_id, calendar_id, id, lower(work) as starts_at, upper(work) as ends_at
       from bookings, unnest(
         tstzmultirange(tstzrange(coalesce(busy_from, starts_at), coalesce(busy_to, ends_at))) - coalesce(processing, '{}')
       ) as work
       where tenant_id = $1 and deleted_at is null
     )
     select starting.calendar_id, starting.starts_at, count(*)::int as visits
     from busy starting
     join busy present using (tenant_id, calendar_id)
     where present.starts_at <= starting.starts_at and present.ends_at > starting.starts_at
     group by calendar_id, starting.id, starting.starts_at
     having count(*) > $2`,
    [tenantId, capacity],
  )
  return rows
}
