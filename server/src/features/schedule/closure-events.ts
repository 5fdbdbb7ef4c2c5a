import type { Closure } from '@prenoto/core/schedule/day-off-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { Context } from '../../tenants/context.ts'
import { listAllCalendarIds } from '../calendars/calendars.repository.ts'
import { listClosuresOfDays } from './closures.repository.ts'

type Row = Omit<Closure, 'of_all'>

/** The key of a closure without its calendar. */
const closureKey = ({ day_from, hour_from, day_to, hour_to, reason }: Row) =>
  JSON.stringify([day_from, hour_from, day_to, hour_to, reason])

/** The closures of some days, each with whether it closes all calendars. */
export async function listClosureEvents(
  ctx: Context,
  { from, to }: { from: PlainDate; to: PlainDate },
): Promise<Closure[]> {
  const [closures, calendars] = [await listClosuresOfDays(ctx, from, to), await listAllCalendarIds(ctx)]
  const closed = Map.groupBy(closures, closureKey)
  const isOfAll = (closure: Row) =>
    calendars.length > 1 &&
    new Set(closed.get(closureKey(closure))!.map(({ calendar_id }) => calendar_id)).size === calendars.length
  return closures.map((closure) => ({ ...closure, of_all: isOfAll(closure) }))
}
