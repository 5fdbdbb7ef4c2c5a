import { sql } from 'kysely'
import { anyId } from '../../../database/sql-expressions.ts'
import type { Context } from '../../../tenants/context.ts'

/** Locks bookings, deleted or not. */
export const lockBookings = (ctx: Context, ids: number[]) =>
  ctx.db
    .selectFrom('bookings')
    .select(['id', 'deleted_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(ids))
    .orderBy('id')
    .forUpdate()
    .execute()

/** Locks the days of bookings in one statement, in the order of `lockServiceDays`. */
export async function lockDaysOfBookings(ctx: Context, ids: number[]) {
  await sql`
    insert into calendar_days (tenant_id, calendar_id, day)
    select distinct on (visit_day, calendar_id) tenant_id, calendar_id, visit_day from bookings
    where tenant_id = ${ctx.tenant.id} and id = ${anyId(ids)}
    order by visit_day, calendar_id
    on conflict (tenant_id, calendar_id, day) do update set version = calendar_days.version + 1`.execute(ctx.db)
}
