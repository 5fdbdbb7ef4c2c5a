import { toChosenServices } from '@prenoto/core/bookings/chosen-services.ts'
import { visitOnCalendar } from '@prenoto/core/services/combined-service.ts'
import { getPrice } from '@prenoto/core/services/service-schema.ts'
import type { Context } from '../../tenants/context.ts'
import { findBookableVisit } from '../availability/bookable-visit.ts'
import type { EntryWithOffer } from './shown-entries.repository.ts'

/** An entry with the duration and price on the calendar of its offer, if they differ by calendar. */
export async function withOfferTerms(ctx: Context, entry: EntryWithOffer): Promise<EntryWithOffer> {
  const { offer_calendar_id } = entry
  const visit = offer_calendar_id ? await findBookableVisit(ctx, toChosenServices(entry)) : undefined
  if (!offer_calendar_id || !visit?.on_calendar) return entry
  const offered = visitOnCalendar(visit, offer_calendar_id)
  return { ...entry, service_duration: offered.duration, service_price: getPrice(offered) }
}
