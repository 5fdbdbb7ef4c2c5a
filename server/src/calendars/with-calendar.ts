import { invalid } from '../lib/errors.ts'
import { type Context, transaction } from '../tenants/context.ts'
import { holdCalendar } from './calendars.repository.ts'

/** Does what names a calendar while nobody can delete that. Throws 422 at calendar_id when there is none. */
export function withCalendar<T>(ctx: Context, calendarId: number, work: (ctx: Context) => Promise<T>): Promise<T> {
  return transaction(ctx, async (ctx) => {
    if (!(await holdCalendar(ctx, calendarId))) throw invalid('calendar_id', 'Il calendario scelto non esiste.')
    return work(ctx)
  })
}
