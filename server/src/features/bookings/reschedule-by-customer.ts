import { visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import type { ShownVisit, VisitReschedule } from '@prenoto/core/bookings/visit-schema.ts'
import { VersionConflict } from '../../lib/errors.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { toNow } from '../availability/available-slots.ts'
import { SlotTaken, VisitNotFound } from './errors.ts'
import { limitRecipient } from './limits/recipient-limit.ts'
import { lockBookingByHiddenId } from './repositories/locked-bookings.repository.ts'
import { applyReschedule, isRescheduled, type RescheduleRules } from './reschedule.ts'
import { readVisit, requireOpen, requireReschedulesLeft } from './visit.ts'

/** Visitors' rules, but a booking of a service that is now hidden can be rescheduled. */
const VISITOR: RescheduleRules = { getWindow: visitorWindow, isStaff: false }

type CustomerRescheduleOptions = {
  /** The version that the customer has seen. */
  version?: number
  /** Whether the limit of e-mails per mailbox applies. */
  isLimited: boolean
}

/**
 * Reschedules a visit through its private link and returns it. A reschedule to the current slot changes nothing, so it
 * can be repeated. Throws 404 for an unknown or cancelled visit, 409 for a taken slot, 409 with the present visit after
 * the notice for changes, too many reschedules or another change since `version`, and 429 as `limitRecipient` does.
 */
export async function rescheduleByCustomer(
  ctx: Context,
  hiddenId: string,
  to: VisitReschedule,
  { version, isLimited }: CustomerRescheduleOptions,
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
      by_customer: !ctx.user,
      is_today: [booking.visit_day, to.visit_day].includes(toNow(ctx).today),
    })
  })
  return readVisit(ctx, hiddenId)
}
