import { staffWindow } from '@prenoto/core/availability/booking-window.ts'
import { toChosenServices } from '@prenoto/core/bookings/chosen-services.ts'
import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'
import type { ManualOffer } from '@prenoto/core/waiting-list/waiting-list-schema.ts'
import { violatesUnique } from '../../database/postgres-errors.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { toNow } from '../availability/available-slots.ts'
import { findBookableVisit } from '../availability/bookable-visit.ts'
import { ServiceNotFound } from '../availability/errors.ts'
import { listPendingOffers } from '../availability/offered-slots.repository.ts'
import { lockServiceDays } from '../availability/service-calendars.repository.ts'
import { allocateSlot } from '../bookings/allocation/allocate-slot.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { removeEntry } from './answer-offer.ts'
import { AlreadyWaiting, OfferPending, RestoreEntryTooLate, WaitingEntryNotFound } from './errors.ts'
import { holdForEntry, refreshDashboards } from './hold-slots.ts'
import { recordWaiting } from './record-waiting.ts'
import { lockEntry, reopenEntry } from './waiting-list.repository.ts'

/** Minutes of an offer if the business no longer keeps a waiting list. */
const USUAL_MINUTES = 30

/**
 * Offers a slot chosen by staff, also within the notice or one that was refused before. Throws 404 for an unknown
 * entry, 409 for a pending offer or a slot that is not free.
 */
export function offerManually(ctx: StaffContext, id: number, { visit_hour, calendar_id }: ManualOffer) {
  return transaction(ctx, async (ctx) => {
    const waiting = await lockEntry(ctx, { id })
    if (!waiting || waiting.ended_at) throw new WaitingEntryNotFound()
    if ((await listPendingOffers(ctx, id)).length > 0) throw new OfferPending()

    const { service_id, visit_day } = waiting
    const locked = await lockServiceDays(ctx, { service_id, visit_day })
    const service = await findBookableVisit(ctx, toChosenServices(waiting))
    if (!service) throw new ServiceNotFound()
    const window = staffWindow(toNow(ctx))
    const visit = await allocateSlot(ctx, {
      service,
      requested: { visit_day, visit_hour, calendar_id },
      terms: { window, locked, isStaff: false },
    })
    const { app_waiting_list_minutes } = await findConfiguration(ctx)
    await holdForEntry(ctx, id, visit, app_waiting_list_minutes || USUAL_MINUTES)
    await recordWaiting(ctx, 'offered', id)
  })
}

/** Removes an entry, with an undo (`restoreToWaitingList`). Throws 404. */
export function removeFromWaitingList(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    const waiting = await lockEntry(ctx, { id })
    if (!waiting || waiting.ended_at) throw new WaitingEntryNotFound()
    await removeEntry(ctx, waiting, 'removed')
    await recordWaiting(ctx, 'removed', id)
  })
}

/**
 * Restores a removed entry at its position. Throws 404, and 409 after the undo has ended or if the person has joined
 * again.
 */
export async function restoreToWaitingList(ctx: StaffContext, id: number) {
  try {
    await transaction(ctx, async (ctx) => {
      const waiting = await lockEntry(ctx, { id })
      if (!waiting) throw new WaitingEntryNotFound()
      if (!waiting.ended_at) return
      const isInTime = Temporal.Instant.compare(waiting.ended_at.add({ seconds: UNDO_SECONDS }), ctx.now) >= 0
      if (waiting.ending !== 'removed' || !isInTime) throw new RestoreEntryTooLate()
      await reopenEntry(ctx, id)
      await recordWaiting(ctx, 'restored', id)
      await ctx.jobs.add(ctx, 'offer-slots', { visit_day: waiting.visit_day })
      await refreshDashboards(ctx)
    })
  } catch (error) {
    if (violatesUnique(error, 'waiting_entries_once')) throw new AlreadyWaiting()
    throw error
  }
}
