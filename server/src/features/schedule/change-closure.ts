import type { ChangedClosure } from '@prenoto/core/schedule/closures-schema.ts'
import { VersionConflict } from '../../lib/errors.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { lockExceptions } from '../calendars/calendars.repository.ts'
import { cancelAffected } from './affected-bookings.ts'
import { lockGroup } from './closures.repository.ts'
import { CalendarNotClosed, ExceptionNotFound } from './errors.ts'
import { findGroup, updateClosures } from './exceptions.repository.ts'
import { recordException } from './record-exception.ts'
import { requireCalendar } from './save-exception.ts'

/**
 * Changes a closure on all its calendars, or on one, which then has a closure of its own; a closure of one calendar may
 * go to another. Cancels the chosen bookings, all or nothing. Throws 404, 409 for another version, 422 for a calendar
 * that it does not close.
 */
export function changeClosure(ctx: StaffContext, id: number, closure: ChangedClosure, version?: number) {
  const { calendar_id, cancel, ...changes } = closure
  return transaction(ctx, async (ctx) => {
    await lockExceptions(ctx)
    if (calendar_id !== undefined) await requireCalendar(ctx, calendar_id)
    const group = await lockGroup(ctx, id)
    const named = group.find((one) => one.id === id)
    if (!named) throw new ExceptionNotFound.closure()
    const before = (await findGroup(ctx, id))!
    if (version !== undefined && named.version !== version) throw new VersionConflict(before)

    const isAlone = group.length === 1
    const changed = group.filter((one) => isAlone || calendar_id === undefined || one.calendar_id === calendar_id)
    const [first] = changed
    if (!first) throw new CalendarNotClosed('calendar_id')
    const calendarIds = calendar_id === undefined ? changed.map((one) => one.calendar_id) : [calendar_id]
    const exceptions = [{ ...changes, kind: 'closure' as const }]
    const cancelled = await cancelAffected(ctx, { calendarIds, exceptions }, cancel)
    await updateClosures(
      ctx,
      changed.map((one) => one.id),
      { ...changes, ...(calendar_id !== undefined && { calendar_id }) },
    )
    const after = (await findGroup(ctx, first.id))!
    await recordException(ctx, 'updated', { before, after, cancelled })
    return { ...after, ...(cancel && { cancelled }) }
  })
}
