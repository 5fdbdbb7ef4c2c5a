import { staffWindow } from '@prenoto/core/availability/booking-window.ts'
import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'
import type { HandOffer } from '@prenoto/core/waiting-list/waiting-list-schema.ts'
import { violatesUnique } from '../../database/postgres-errors.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { findBookableService } from '../availability/availability.repository.ts'
import { nowOf } from '../availability/available-slots.ts'
import { ServiceNotFound } from '../availability/errors.ts'
import { listOffersInForce } from '../availability/held-places.repository.ts'
import { lockDaysOf } from '../availability/service-calendars.repository.ts'
import { allocateSlot } from '../bookings/allocate-slot.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { takeOffList } from './answer-offer.ts'
import { AlreadyWaiting, OfferPending, RestoreEntryTooLate, WaitingEntryNotFound } from './errors.ts'
import { holdForWaiting, tellDashboards } from './hold-slots.ts'
import { lockWaiting, resumeWaiting } from './waiting-list.repository.ts'

/** Where the business keeps no list any more, whoever is still on it is offered a place for so long, minutes. */
const USUAL_MINUTES = 30

/**
 * Offers somebody a place that the staff has chosen, also within the notice or one they have let go. Throws 404 for who does not
 * wait, 409 while another offer is open and for a place that is not free.
 */
export function offerByHand(ctx: StaffContext, id: number, { visit_hour, calendar_id }: HandOffer) {
  return transaction(ctx, async (ctx) => {
    const waiting = await lockWaiting(ctx, { id })
    if (!waiting || waiting.ended_at) throw new WaitingEntryNotFound()
    if ((await listOffersInForce(ctx, id)).length > 0) throw new OfferPending()

    const { service_id, visit_day } = waiting
    const locked = await lockDaysOf(ctx, { service_id, visit_day })
    const service = await findBookableService(ctx, service_id)
    if (!service) throw new ServiceNotFound()
    const window = staffWindow(nowOf(ctx))
    const visit = await allocateSlot(ctx, {
      service,
      wanted: { visit_day, visit_hour, calendar_id },
      terms: { window, locked, isStaff: false },
    })
    const { app_waiting_list_minutes } = await findConfiguration(ctx)
    await holdForWaiting(ctx, id, visit, app_waiting_list_minutes || USUAL_MINUTES)
  })
}

/** Takes somebody off the list. For some seconds this can be undone (`restoreToWaitingList`). Throws 404. */
export function removeFromWaitingList(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    const waiting = await lockWaiting(ctx, { id })
    if (!waiting || waiting.ended_at) throw new WaitingEntryNotFound()
    await takeOffList(ctx, waiting, 'removed')
  })
}

/** Undoes that: they have the place in line that they had. Throws 404, and 409 once the time is over or they are back by themselves. */
export async function restoreToWaitingList(ctx: StaffContext, id: number) {
  try {
    await transaction(ctx, async (ctx) => {
      const waiting = await lockWaiting(ctx, { id })
      if (!waiting) throw new WaitingEntryNotFound()
      if (!waiting.ended_at) return
      const isInTime = Temporal.Instant.compare(waiting.ended_at.add({ seconds: UNDO_SECONDS }), ctx.now) >= 0
      if (waiting.ending !== 'removed' || !isInTime) throw new RestoreEntryTooLate()
      await resumeWaiting(ctx, id)
      await ctx.jobs.add(ctx, 'offer-slots', { visit_day: waiting.visit_day })
      await tellDashboards(ctx)
    })
  } catch (error) {
    if (violatesUnique(error, 'waiting_entries_once')) throw new AlreadyWaiting()
    throw error
  }
}
