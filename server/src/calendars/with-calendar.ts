import { conflict, invalid } from '../lib/errors.ts'
import { type Context, transaction } from '../tenants/context.ts'
import { holdCalendar, holdCalendarOf } from './calendars.repository.ts'

/** Does what names a calendar while nobody can delete that. Throws 422 at calendar_id when there is none. */
export function withCalendar<T>(ctx: Context, calendarId: number, work: (ctx: Context) => Promise<T>): Promise<T> {
  return transaction(ctx, async (ctx) => {
    if (!(await holdCalendar(ctx, calendarId))) throw invalid('calendar_id', 'Il calendario scelto non esiste.')
    return work(ctx)
  })
}

/** Within a transaction: what names a calendar needs it. Throws 409 when that has been deleted. */
export async function requireCalendarOf(ctx: Context, table: 'services' | 'days_off', id: number) {
  if (!(await holdCalendarOf(ctx, table, id))) throw conflict('Il suo calendario è stato eliminato nel frattempo.')
}
