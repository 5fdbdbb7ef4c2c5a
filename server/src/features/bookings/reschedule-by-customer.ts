import { visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import type { ShownVisit, VisitReschedule } from '@prenoto/core/bookings/visit-schema.ts'
import { VersionConflict } from '../../lib/errors.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { findBookableService } from '../availability/availability.repository.ts'
import { lockBookingByHiddenId } from './bookings-write.repository.ts'
import { SlotTaken, VisitNotFound } from './errors.ts'
import { limitRecipient } from './recipient-limit.ts'
import { applyReschedule, isRescheduled, type RescheduleRules } from './reschedule.ts'
import { readVisit, requireOpen, requireReschedulesLeft } from './visit.ts'

/** As any visitor books; a service that the site hides meanwhile keeps its visits. */
const VISITOR: RescheduleRules = { findService: findBookableService, windowOf: visitorWindow, isStaff: false }

type Options = {
  /** The version that was seen. */
  version?: number
  /** Whether the limit of the customer's mailbox holds. */
  isLimited: boolean
}

/**
 * Moves a visit through its private link, and answers with it. It keeps its place until it has the other one; moved to where it is
 * already, as when an answer was lost, it stays. Throws 404 when it is unknown or cancelled, 409 when it is too late or the slot gone,
 * 409 with the present visit when it has been changed since `version` or moved too often today, and 429 as `limitRecipient` does.
 */
export async function rescheduleByCustomer(
  ctx: Context,
  hiddenId: string,
  to: VisitReschedule,
  { version, isLimited }: Options,
): Promise<ShownVisit> {
  await transaction(ctx, async (ctx) => {
    const booking = await lockBookingByHiddenId(ctx, hiddenId)
    if (!booking) throw new VisitNotFound()
    const destination = { ...to, service_id: booking.service_id }
    if (!isRescheduled(booking, destination)) return
    if (version !== undefined && version !== booking.sequence) throw new VersionConflict(await readVisit(ctx, hiddenId))

    await requireOpen(ctx, booking, 'reschedule')
    await requireReschedulesLeft(ctx, booking)
    if (isLimited) await limitRecipient(ctx, booking)
    if (booking.is_blocked) throw new SlotTaken()
    await applyReschedule(ctx, booking, destination, VISITOR)
    await ctx.jobs.add(ctx, 'notify', {
      event: 'booking-changed',
      booking_id: booking.id,
      concerns_customer: true,
      by_customer: true,
    })
  })
  return readVisit(ctx, hiddenId)
}
