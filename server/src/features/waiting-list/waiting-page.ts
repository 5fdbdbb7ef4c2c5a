import { hiddenId } from '@prenoto/core/bookings/hidden-id.ts'
import type { WaitingLink } from '@prenoto/core/pages/page-data.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../../tenants/context.ts'
import { readEndedOffer } from './ended-offer.ts'
import { withOfferTerms } from './offer-terms.ts'
import { findEntry } from './shown-entries.repository.ts'
import { toShownOffer } from './shown-entry.ts'
import { markProven } from './waiting-list.repository.ts'

/**
 * The data of a private link; null if it is unknown or its day is over. Opening it proves that the e-mail has arrived, so the
 * person goes before those who may be made up.
 */
export async function findWaitingLink(ctx: Context, key: string): Promise<WaitingLink | null> {
  const waiting = hiddenId.safeParse(key).success ? await findEntry(ctx, { hiddenId: key }) : undefined
  if (!waiting || waiting.visit_day < todayIn(ctx.tenant.time_zone, ctx.now)) return null
  if (!waiting.is_proven) await markProven(ctx, key)
  const { service_id, service_name, services, calendar_name, visit_day, part, ending } = waiting
  const { service_duration, service_price } = await withOfferTerms(ctx, waiting)
  const offer = ending ? null : toShownOffer(ctx, waiting)
  const ended = ending || offer ? null : await readEndedOffer(ctx, waiting)
  return {
    service_id,
    service_name,
    services,
    service_duration,
    service_price,
    calendar_name,
    visit_day,
    part,
    ending,
    ended,
    offer,
  }
}
