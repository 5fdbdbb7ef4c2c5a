import { toChosenServices } from '@prenoto/core/bookings/chosen-services.ts'
import { Conflict } from '../../lib/errors.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { lockCalendarDay } from '../availability/availability.repository.ts'
import { offerFreedSlots } from '../availability/freed-slots.repository.ts'
import { endOffers, listPendingOffers, releaseOffer } from '../availability/offered-slots.repository.ts'
import { bookOfferedSlot } from '../bookings/book-slot.ts'
import { findBooking } from '../bookings/repositories/bookings.repository.ts'
import { OfferEnded, WaitingLinkNotFound } from './errors.ts'
import { refreshDashboards } from './hold-slots.ts'
import { recordWaiting } from './record-waiting.ts'
import { endEntry, type LockedEntry, lockEntry, markEntryBooked } from './waiting-list.repository.ts'

/**
 * Books the held slot of an offer through the private link; a repeated request gets the same booking. Throws 404 for an
 * unknown link, 409 for an offer that has ended or a slot that cannot be booked.
 */
export async function bookOffer(ctx: Context, hiddenId: string, offerId: number) {
  try {
    return await transaction(ctx, async (ctx) => {
      const waiting = await lockEntry(ctx, { hiddenId })
      if (!waiting) throw new WaitingLinkNotFound()
      const booked = waiting.booking_id && (await findBooking(ctx, waiting.booking_id))
      if (booked) return booked

      const offer = await findOffer(ctx, waiting, offerId)
      if (!offer) throw new OfferEnded()
      await lockCalendarDay(ctx, offer.calendar_id, offer.visit_day)
      if (!(await releaseOffer(ctx, offerId))) throw new OfferEnded()
      const { name, surname, email, telephone } = waiting
      const { visit_day, visit_hour, calendar_id } = offer
      const person = { name, surname, email, telephone }
      const booking = await bookOfferedSlot(ctx, {
        ...person,
        ...toChosenServices(waiting),
        calendar_id,
        visit_day,
        visit_hour,
      })
      await markEntryBooked(ctx, waiting, booking.id)
      await refreshDashboards(ctx)
      return booking
    })
  } catch (error) {
    // The slot can no longer be booked, e.g. after a closure, so the offer ends.
    if (error instanceof Conflict) await endOffer(ctx, hiddenId, offerId, { isRefused: false })
    throw error
  }
}

async function findOffer(ctx: Context, waiting: LockedEntry, offerId: number) {
  if (waiting.ended_at) return undefined
  const offers = await listPendingOffers(ctx, waiting.id)
  return offers.find(({ id }) => id === offerId)
}

/** Refuses an offer; the person keeps waiting. Throws 404 for an unknown link. */
export const refuseOffer = (ctx: Context, hiddenId: string, offerId: number) =>
  endOffer(ctx, hiddenId, offerId, { isRefused: true })

function endOffer(ctx: Context, hiddenId: string, offerId: number, how: { isRefused: boolean }) {
  return transaction(ctx, async (ctx) => {
    const waiting = await lockEntry(ctx, { hiddenId })
    if (!waiting) throw new WaitingLinkNotFound()
    const offer = await findOffer(ctx, waiting, offerId)
    if (!offer) return
    await releaseOffers(ctx, [offer], how)
    if (how.isRefused) await recordWaiting(ctx, 'refused', waiting.id)
  })
}

/** Leaves the waiting list and releases the offer. Throws 404 for an unknown link. */
export function leaveWaitingList(ctx: Context, hiddenId: string) {
  return transaction(ctx, async (ctx) => {
    const waiting = await lockEntry(ctx, { hiddenId })
    if (!waiting) throw new WaitingLinkNotFound()
    if (waiting.ended_at) return
    await removeEntry(ctx, waiting, 'left')
    await recordWaiting(ctx, 'left', waiting.id)
  })
}

export async function removeEntry(ctx: Context, { id }: LockedEntry, ending: 'left' | 'removed') {
  await endEntry(ctx, id, ending)
  await releaseOffers(ctx, await listPendingOffers(ctx, id), { isRefused: true })
}

type Offer = Awaited<ReturnType<typeof listPendingOffers>>[number]

/** Releases held slots for the next waiting person or any visitor. */
async function releaseOffers(ctx: Context, offers: Offer[], how: { isRefused: boolean }) {
  for (const { calendar_id, visit_day } of offers) await lockCalendarDay(ctx, calendar_id, visit_day)
  await endOffers(
    ctx,
    offers.map(({ id }) => id),
    how,
  )
  await offerFreedSlots(
    ctx,
    offers.map(({ visit_day }) => visit_day),
  )
  await refreshDashboards(ctx)
}
