import { parseItalianDate, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { lockExceptions } from '../calendars/calendars.repository.ts'
import { requireRecordCalendar } from '../calendars/with-calendar.ts'
import { undoDeletion } from '../undo/undo-deletion.ts'
import { lockGroup, restoreGroup } from './closures.repository.ts'
import { ChangedHoursReplaced, ExceptionNotFound } from './errors.ts'
import {
  deleteExceptions,
  type ExceptionKind,
  type ExceptionRow,
  findException,
  findGroup,
  hasException,
  listDaysOfChangedHours,
  lockException,
} from './exceptions.repository.ts'
import { recordException } from './record-exception.ts'

/** A kind of exception, or a closure with those of its other calendars. */
type Removed = ExceptionKind | 'closure_group'

const toKind = (removed: Removed) => (removed === 'closure_group' ? 'closure' : removed)

const find = (ctx: Context, removed: Removed, id: number): Promise<ExceptionRow | undefined> =>
  removed === 'closure_group' ? findGroup(ctx, id) : findException(ctx, removed, id)

/** Deletes an exception; existing bookings stay. Throws 404. */
export function removeException(ctx: StaffContext, removed: Removed, id: number) {
  return transaction(ctx, async (ctx) => {
    await lockExceptions(ctx)
    const locked = removed === 'closure_group' ? await lockGroup(ctx, id) : [await lockException(ctx, removed, id)]
    const before = await find(ctx, removed, id)
    if (!before) throw new ExceptionNotFound[toKind(removed)]()
    await recordException(ctx, 'deleted', { before })
    await deleteExceptions(
      ctx,
      locked.flatMap((one) => one?.id ?? []),
    )
  })
}

/**
 * Restores an exception, a group on all calendars it was deleted on. Throws as `undoDeletion` does, 404, and 409 if its
 * calendar is deleted or has other changed hours on these days.
 */
export function restoreException(ctx: StaffContext, removed: Removed, id: number) {
  return transaction(ctx, async (ctx) => {
    await lockExceptions(ctx)
    if (!(await hasException(ctx, toKind(removed), id))) throw new ExceptionNotFound[toKind(removed)]()
    await undoDeletion(ctx, { table: 'calendar_exceptions', id }, async (ctx, { deletedAt }) => {
      await requireRecordCalendar(ctx, 'calendar_exceptions', id)
      if (removed === 'closure_group') await restoreGroup(ctx, id, deletedAt)
      const after = (await find(ctx, removed, id))!
      if (removed === 'changed_hours') await requireStillFree(ctx, after)
      await recordException(ctx, 'restored', { after })
    })
    return (await find(ctx, removed, id))!
  })
}

async function requireStillFree(ctx: Context, { id, calendar_id, day_from, day_to }: ExceptionRow) {
  const [from, to] = [parsePlainDate(parseItalianDate(day_from)), parsePlainDate(parseItalianDate(day_to))]
  const others = await listDaysOfChangedHours(ctx, calendar_id, { id })
  if (others.some((other) => other.day_from <= to && other.day_to >= from)) throw new ChangedHoursReplaced()
}
