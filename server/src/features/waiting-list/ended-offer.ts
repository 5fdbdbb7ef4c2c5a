import { visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import { toChosenServices } from '@prenoto/core/bookings/chosen-services.ts'
import type { WaitingLink } from '@prenoto/core/pages/page-data.ts'
import type { NewMessage } from '../../outbox/messages.repository.ts'
import type { Context } from '../../tenants/context.ts'
import { toNow } from '../availability/available-slots.ts'
import { findPublicVisit } from '../availability/bookable-visit.ts'
import { findEndedOffer } from '../availability/offered-slots.repository.ts'
import { freeSlotsOfVisit } from './free-slots.ts'

/** The e-mail that an offer has expired and its slot is open to everyone. */
export const expiredOfferMessage = (offerId: number): NewMessage => ({
  kind: 'waiting-offer',
  record_id: offerId,
  about: 'over',
})

type Waiting = Parameters<typeof toChosenServices>[0]

type EndedOffer = NonNullable<Awaited<ReturnType<typeof findEndedOffer>>>

/** The last offer of a waiting-list entry, and whether any visitor can book its slot now. */
export async function readEndedOffer(ctx: Context, entry: Waiting & { id: number }) {
  const ended = await findEndedOffer(ctx, { entryId: entry.id })
  if (!ended) return null
  const { visit_hour, is_refused } = ended
  return {
    visit_hour,
    is_refused,
    is_free: await isFree(ctx, entry, ended),
  } satisfies WaitingLink['ended']
}

/** Whether visitors can book the slot of an ended offer. */
export async function isFree(ctx: Context, waiting: Waiting, { visit_day, visit_hour, calendar_id }: EndedOffer) {
  const service = await findPublicVisit(ctx, toChosenServices(waiting))
  if (!service) return false
  const getWindow = () => visitorWindow(toNow(ctx), service)
  const slots = await freeSlotsOfVisit(ctx, service, { day: visit_day, getWindow })
  return slots.some((slot) => slot.calendar_id === calendar_id && slot.visit_hour === visit_hour)
}
