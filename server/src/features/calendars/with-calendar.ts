import { type Context, transaction } from '../../tenants/context.ts'
import { type CalendarRecord, lockExistingCalendars, lockRecordCalendar } from './calendars.repository.ts'
import { CalendarDeleted, UnknownCalendar } from './errors.ts'

type Named = { calendar_id: number; other_calendar_ids?: number[] }

/** Runs `work` with calendars locked against deletion. Throws 422 at the field of one that does not exist. */
export function withCalendars<T>(
  ctx: Context,
  { calendar_id, other_calendar_ids = [] }: Named,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  return transaction(ctx, async (ctx) => {
    const lockedCalendars = await lockExistingCalendars(ctx, [calendar_id, ...other_calendar_ids])
    if (!lockedCalendars.includes(calendar_id)) throw new UnknownCalendar('calendar_id')
    if (!other_calendar_ids.every((id) => lockedCalendars.includes(id))) throw new UnknownCalendar('other_calendar_ids')
    return work(ctx)
  })
}

/** Locks the calendar of a restored record. Throws 409 if it has been deleted. */
export async function requireRecordCalendar(ctx: Context, table: CalendarRecord, id: number) {
  if (!(await lockRecordCalendar(ctx, table, id))) throw new CalendarDeleted()
}
