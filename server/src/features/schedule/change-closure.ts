import type { ChangedClosure } from '@prenoto/core/schedule/closures-schema.ts'
import type { DayOff } from '@prenoto/core/schedule/day-off-schema.ts'
import { VersionConflict } from '../../lib/errors.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { cancelWithClosure, lockTimes } from '../bookings/cancel-for-closure.ts'
import { lockClosures, lockExistingCalendars } from '../calendars/calendars.repository.ts'
import { UnknownCalendar } from '../calendars/errors.ts'
import { requireCalendarOf } from '../calendars/with-calendar.ts'
import { undoDeletion } from '../undo/undo-deletion.ts'
import { closedTimeOf } from './closed-bookings.ts'
import { deleteClosures, lockGroup, restoreGroup, updateClosures } from './closures.repository.ts'
import { findGroup } from './days-off.repository.ts'
import { CalendarNotClosed, ClosureNotFound } from './errors.ts'
import { recordChangedClosure, recordDeletedClosure, recordRestoredClosure } from './record-closure.ts'

/**
 * Changes a closure on all its calendars, or on one, which then has a closure of its own; a closure of one calendar may
 * go to another. Cancels the chosen bookings, all or nothing. Throws 404, 409 for another version, 422 for a calendar
 * that it does not close.
 */
export function changeClosure(ctx: StaffContext, id: number, closure: ChangedClosure, version?: number) {
  const { calendar_id, cancel, ...changes } = closure
  return transaction(ctx, async (ctx): Promise<DayOff> => {
    await lockClosures(ctx)
    const group = await lockGroup(ctx, id)
    const named = group.find((one) => one.id === id)
    if (!named) throw new ClosureNotFound()
    if (version !== undefined && named.version !== version) throw new VersionConflict(await findGroup(ctx, id))

    const before = (await findGroup(ctx, id))!
    if (calendar_id !== undefined) await requireCalendar(ctx, calendar_id)
    const isAlone = group.length === 1
    const changed = group.filter((one) => isAlone || calendar_id === undefined || one.calendar_id === calendar_id)
    const [first] = changed
    if (!first) throw new CalendarNotClosed('calendar_id')
    const calendarIds = calendar_id === undefined ? changed.map((one) => one.calendar_id) : [calendar_id]
    const closed = { calendarIds, times: [closedTimeOf(ctx, changes)] }
    await lockTimes(ctx, closed)
    const cancelled = cancel && (await cancelWithClosure(ctx, closed, cancel))
    await updateClosures(
      ctx,
      changed.map((one) => one.id),
      { ...changes, ...(calendar_id !== undefined && { calendar_id }) },
    )
    const changedClosure = { ...(await findGroup(ctx, first.id))!, ...(cancelled && { cancelled }) }
    await recordChangedClosure(ctx, before, changedClosure)
    return changedClosure
  })
}

async function requireCalendar(ctx: StaffContext, id: number) {
  const [held] = await lockExistingCalendars(ctx, [id])
  if (held === undefined) throw new UnknownCalendar('calendar_id')
}

/** Deletes a closure on all its calendars. Throws 404. */
export function removeClosure(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    await lockClosures(ctx)
    const group = await lockGroup(ctx, id)
    if (group.length === 0) throw new ClosureNotFound()
    await recordDeletedClosure(ctx, (await findGroup(ctx, id))!)
    await deleteClosures(
      ctx,
      group.map((one) => one.id),
    )
  })
}

/**
 * Restores a closure on all calendars it was deleted on. Throws as `undoDeletion` does, 404, and 409 if a calendar is deleted.
 */
export async function restoreClosure(ctx: StaffContext, id: number) {
  await undoDeletion(ctx, { table: 'days_off', id }, async (ctx, { deletedAt }) => {
    await requireCalendarOf(ctx, 'days_off', id)
    await restoreGroup(ctx, id, deletedAt)
    await recordRestoredClosure(ctx, (await findGroup(ctx, id))!)
  })
  const dayOff = await findGroup(ctx, id)
  if (!dayOff) throw new ClosureNotFound()
  return dayOff
}
