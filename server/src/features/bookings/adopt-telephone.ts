import { VersionConflict } from '../../lib/errors.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { BookingNotFound } from './errors.ts'
import { insertHistory } from './repositories/booking-history.repository.ts'
import { findStaffBooking } from './repositories/bookings.repository.ts'
import { updateTelephone } from './repositories/bookings-write.repository.ts'
import { lockBooking } from './repositories/locked-bookings.repository.ts'

/**
 * Copies the telephone of a booking to its customer; idempotent. Throws 404, and 409 if the booking has been changed
 * since `version`.
 */
export function adoptTelephone(ctx: StaffContext, id: number, version?: number) {
  return transaction(ctx, async (ctx) => {
    const booking = await lockBooking(ctx, id)
    if (!booking) throw new BookingNotFound()
    if (version !== undefined && version !== booking.sequence)
      throw new VersionConflict(await findStaffBooking(ctx, id))
    const { customer_id, telephone } = booking
    if (!(await updateTelephone(ctx, customer_id, telephone))) return
    await insertHistory(ctx, id, { kind: 'telephone' })
    await ctx.jobs.add(ctx, 'notify', { event: 'booking-attendance', booking_id: id })
  })
}
