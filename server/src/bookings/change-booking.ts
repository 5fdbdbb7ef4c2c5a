import type { StaffBookingInput } from '@prenoto/core/bookings/booking-schema.ts'
import { changedMeanwhile, notFound } from '../lib/errors.ts'
import { type StaffContext, transaction } from '../tenants/context.ts'
import { lockBooking, updateVisitor, type Visitor } from './booking-writes.repository.ts'
import { findStaffBooking } from './bookings.repository.ts'
import { UNKNOWN_BOOKING } from './cancel-booking.ts'
import { isMoved, moveBooking, requireToCome, STAFF } from './move-booking.ts'

/**
 * Changes a booking of today or later; its own time stays its own, whatever else has changed since.
 * Throws 404 for an unknown booking or service, 409 for a past day, for a slot that is not offered unless that is overridden, and when the booking
 * has been changed since the `version` that the changes were made to.
 */
export function changeBooking(ctx: StaffContext, id: number, changes: StaffBookingInput, version?: number) {
  return transaction(ctx, async (ctx) => {
    const booking = await lockBooking(ctx, id)
    if (!booking) throw notFound(UNKNOWN_BOOKING)
    if (version !== undefined && version !== booking.sequence) throw changedMeanwhile(await findStaffBooking(ctx, id))

    requireToCome(ctx, booking, changes)
    if (isMoved(booking, changes)) await moveBooking(ctx, booking, changes, { ...STAFF, override: changes.override })
    if (isSomebodyElse(booking, changes)) await updateVisitor(ctx, booking, changes)
    await ctx.jobs.add(ctx, 'announce', {
      cause: 'booking-changed',
      booking_id: id,
      concerns_customer: isMoved(booking, changes) || changes.email !== booking.email,
    })
  })
}

const isSomebodyElse = (booking: Visitor, { name, surname, email, telephone }: Visitor) =>
  name !== booking.name || surname !== booking.surname || email !== booking.email || telephone !== booking.telephone
