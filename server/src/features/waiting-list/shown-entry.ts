import { RESTRICTED_PERSON } from '@prenoto/core/customers/restricted-person.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toPlainTime } from '@prenoto/core/time/plain-time.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import type { WaitingEntry } from '@prenoto/core/waiting-list/waiting-list-schema.ts'
import type { Context } from '../../tenants/context.ts'
import type { EntryWithOffer } from './shown-entries.repository.ts'

export type ShownOffer = {
  id: number
  visit_hour: PlainTime
  calendar_name: string
  until_day: PlainDate
  until_hour: PlainTime
  seconds_left: number
}

/** An offer with its end in the local time of the business. */
export function toShownOffer(
  ctx: Context,
  { offer_id, visit_hour, held_until, offer_calendar_name }: EntryWithOffer,
): ShownOffer | null {
  if (!offer_id || !visit_hour || !held_until) return null
  const { date, minutes } = localTimeAt(held_until.epochMilliseconds, ctx.tenant.time_zone)
  return {
    id: offer_id,
    visit_hour,
    calendar_name: offer_calendar_name,
    until_day: date,
    until_hour: toPlainTime(minutes),
    seconds_left: Math.max(0, Math.ceil(held_until.since(ctx.now).total('seconds'))),
  }
}

/** A waiting-list entry as staff see it: a restricted customer is not named. */
export const shownEntry = (ctx: Context, waiting: EntryWithOffer): WaitingEntry => ({
  ...waiting,
  ...(waiting.is_restricted && RESTRICTED_PERSON),
  offer: toShownOffer(ctx, waiting),
})
