import type { DayOffInput } from '@prenoto/core/schedule/day-off-schema.ts'
import { requireChanged } from '../../lib/errors.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { lockTimes } from '../bookings/cancel-for-closure.ts'
import { requireCalendarOf, withCalendar } from '../calendars/with-calendar.ts'
import { softDelete } from '../undo/deletions.repository.ts'
import { undoDeletion } from '../undo/undo-deletion.ts'
import { closedTimeOf } from './closed-bookings.ts'
import { findDayOff, updateDayOff } from './days-off.repository.ts'
import { ClosureNotFound } from './errors.ts'
import { recordChangedClosure, recordDeletedClosure, recordRestoredClosure } from './record-closure.ts'

/** Changes a closure of one calendar. Throws 404, 409 for another version, 422 for an unknown calendar. */
export async function changeDayOff(ctx: StaffContext, id: number, dayOff: DayOffInput, version?: number) {
  const changed = await withCalendar(ctx, dayOff.calendar_id, async (ctx) => {
    const before = await findDayOff(ctx, id)
    await lockTimes(ctx, { calendarIds: [dayOff.calendar_id], times: [closedTimeOf(ctx, dayOff)] })
    const after = await updateDayOff(ctx, id, dayOff, version)
    if (before && after) await recordChangedClosure(ctx, before, after)
    return after
  })
  return requireChanged(changed, () => findDayOff(ctx, id), ClosureNotFound)
}

/** Deletes a closure of one calendar. Throws 404. */
export function removeDayOff(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    const dayOff = await findDayOff(ctx, id)
    if (!dayOff || !(await softDelete(ctx, 'days_off', id))) throw new ClosureNotFound()
    await recordDeletedClosure(ctx, dayOff)
  })
}

/** Restores a closure of one calendar. Throws as `undoDeletion` does, 404, and 409 if its calendar is gone. */
export async function restoreDayOff(ctx: StaffContext, id: number) {
  await undoDeletion(ctx, { table: 'days_off', id }, async (ctx) => {
    await requireCalendarOf(ctx, 'days_off', id)
    await recordRestoredClosure(ctx, (await findDayOff(ctx, id))!)
  })
  const dayOff = await findDayOff(ctx, id)
  if (!dayOff) throw new ClosureNotFound()
  return dayOff
}
