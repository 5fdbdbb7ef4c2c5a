import type { ChangedHours } from '@prenoto/core/schedule/changed-hours-schema.ts'
import { dateOf, parseItalianDate } from '@prenoto/core/time/plain-date.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { lockClosures } from '../calendars/calendars.repository.ts'
import { requireCalendarOf } from '../calendars/with-calendar.ts'
import { softDelete } from '../undo/deletions.repository.ts'
import { undoDeletion } from '../undo/undo-deletion.ts'
import { findChangedHours, listOthers } from './changed-hours.repository.ts'
import { ChangedHoursNotFound, ChangedHoursReplaced } from './errors.ts'
import { recordDeletedHours, recordRestoredHours } from './record-changed-hours.ts'

/** Deletes changed hours; existing bookings stay. Throws 404. */
export function removeChangedHours(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    const hours = await findChangedHours(ctx, id)
    if (!hours || !(await softDelete(ctx, 'changed_hours', id))) throw new ChangedHoursNotFound()
    await recordDeletedHours(ctx, hours)
  })
}

/** Throws as `undoDeletion` does, 404, and 409 if the calendar is deleted or has other changed hours on these days. */
export function restoreChangedHours(ctx: StaffContext, id: number): Promise<ChangedHours> {
  return transaction(ctx, async (ctx) => {
    await lockClosures(ctx)
    await undoDeletion(ctx, { table: 'changed_hours', id }, async (ctx) => {
      await requireCalendarOf(ctx, 'changed_hours', id)
      const hours = (await findChangedHours(ctx, id))!
      await requireStillFree(ctx, hours)
      await recordRestoredHours(ctx, hours)
    })
    const hours = await findChangedHours(ctx, id)
    if (!hours) throw new ChangedHoursNotFound()
    return hours
  })
}

async function requireStillFree(ctx: StaffContext, { id, calendar_id, day_from, day_to }: ChangedHours) {
  const [from, to] = [dateOf(parseItalianDate(day_from)), dateOf(parseItalianDate(day_to))]
  const others = await listOthers(ctx, calendar_id, { id })
  if (others.some((other) => other.day_from <= to && other.day_to >= from)) throw new ChangedHoursReplaced()
}
