import type { Attendance } from '@prenoto/core/bookings/attendance.ts'
import { sql } from 'kysely'
import { anyId } from '../../../database/sql-expressions.ts'
import type { Context } from '../../../tenants/context.ts'
import { deletion } from '../../undo/deletions.repository.ts'
import { advanced } from './bookings-write.repository.ts'

/** Marks bookings as cancelled; their rows stay for the reports. */
export async function markCancelled(ctx: Context, ids: number[]) {
  await ctx.db
    .updateTable('bookings')
    .set({ ...deletion(ctx), ...advanced })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(ids))
    .execute()
}

export async function markRestored(ctx: Context, ids: number[]) {
  await ctx.db
    .updateTable('bookings')
    .set({ deleted_at: null, deleted_by: null, ...advanced })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', anyId(ids))
    .execute()
}

/** Marks the present time of a visit as confirmed. The version stays, since no form edits it. */
export async function updateConfirmation(ctx: Context, id: number) {
  await ctx.db
    .updateTable('bookings')
    .set({ confirmed_for: sql<string>`starts_at` })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Sets the attendance. The version stays, since no form edits it. */
export async function updateAttendance(ctx: Context, id: number, attendance: Attendance | null) {
  await ctx.db
    .updateTable('bookings')
    .set({ attendance })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}
