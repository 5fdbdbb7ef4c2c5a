import { PERSON_FIELDS } from '@prenoto/core/bookings/booking-history.ts'
import type { StaffBookingInput } from '@prenoto/core/bookings/booking-schema.ts'
import { changedMeanwhile, notFound } from '../lib/errors.ts'
import { type StaffContext, transaction } from '../tenants/context.ts'
import { insertHistory } from './booking-history.repository.ts'
import { lockBooking, updateVisitor } from './booking-writes.repository.ts'
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
    const fields = PERSON_FIELDS.filter((field) => changes[field] !== booking[field])
    if (fields.length > 0) {
      await updateVisitor(ctx, booking, changes)
      await insertHistory(ctx, id, { kind: 'person', fields })
    }
    await ctx.jobs.add(ctx, 'announce', {
      cause: 'booking-changed',
      booking_id: id,
      concerns_customer: isMoved(booking, changes) || changes.email !== booking.email,
    })
  })
}
