import { addDays, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'
import { isHeld } from './slot-holds.repository.ts'

/** Upper bound of all visit days: with it the planner expects few rows and does not read past years. */
const LAST_DAY = parsePlainDate('2199-12-31')

/** The number of upcoming bookings of a calendar or service, restorable ones included. */
export async function countUpcomingBookings(
  ctx: Context,
  of: 'calendar_id' | 'service_id',
  id: number,
): Promise<number> {
  const yesterday = addDays(todayIn(ctx.tenant.time_zone, ctx.now), -1)
  const isToCome = sql`b.tenant_id = ${ctx.tenant.id} and b.starts_at > ${ctx.now.toString()}::timestamptz`
  const isFirst = sql`b.${sql.ref(of)} = ${id}`
  // As the second or a later service of a visit.
  const isLater =
    of === 'service_id'
      ? sql`b.services is not null and b.service_id <> ${id} and b.services @> ${JSON.stringify([{ service_id: id }])}::jsonb`
      : sql`false`
  const isKept = sql`b.deleted_at is null and b.visit_day >= ${yesterday} and b.visit_day <= ${LAST_DAY}`
  const { rows } = await sql<{ bookings: number }>`
    select (
      select count(*) from bookings b where ${isToCome} and ${isFirst} and ${isKept}
    ) + (
      select count(*) from bookings b where ${isToCome} and ${isLater} and ${isKept}
    ) + (
      select count(distinct b.id)
      from slot_holds
      join bookings b on b.id = slot_holds.booking_id
      where slot_holds.tenant_id = ${ctx.tenant.id} and not is_previous and ${isHeld}
        and ${isToCome} and (${isFirst} or ${isLater}) and b.deleted_at is not null
    ) as bookings`.execute(ctx.db)
  return rows[0]!.bookings
}
