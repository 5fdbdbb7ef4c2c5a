import type { Closure } from '@prenoto/core/schedule/day-off-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { Context } from '../../tenants/context.ts'
import { listBusySpans } from '../busy-feeds/busy-feeds.repository.ts'
import { listAllCalendarIds } from '../calendars/calendars.repository.ts'
import { listClosuresOfDays } from './closures.repository.ts'

/** Titles of events of other calendars are not kept. */
const PRIVATE_EVENT = 'Impegno privato'

type Row = Omit<Closure, 'of_all'>

/** The key of a closure without its calendar. */
const closureKey = ({ day_from, hour_from, day_to, hour_to, reason }: Row) =>
  JSON.stringify([day_from, hour_from, day_to, hour_to, reason])

/** The closures of some days, each with whether it closes all calendars, and the events of other calendars. */
export async function listClosureEvents(
  ctx: Context,
  { from, to }: { from: PlainDate; to: PlainDate },
): Promise<Closure[]> {
  const [closures, calendars] = [await listClosuresOfDays(ctx, from, to), await listAllCalendarIds(ctx)]
  const closed = Map.groupBy(closures, closureKey)
  const isOfAll = (closure: Row) =>
    calendars.length > 1 &&
    new Set(closed.get(closureKey(closure))!.map(({ calendar_id }) => calendar_id)).size === calendars.length
  const busy = (await listBusySpans(ctx, from, to)).map((span, i) => ({ ...span, id: -1 - i, reason: PRIVATE_EVENT }))
  return [
    ...closures.map((closure) => ({ ...closure, of_all: isOfAll(closure) })),
    ...busy.map((span) => ({ ...span, of_all: false })),
  ]
}
