import type { Context } from '../../tenants/context.ts'
import { BookingNotFound } from './errors.ts'
import { findStaffBooking } from './repositories/bookings.repository.ts'
import { findCancelledBooking } from './repositories/cancelled-bookings.repository.ts'

/** A booking as staff see it. Throws 404. */
export async function readBooking(ctx: Context, id: number) {
  const booking = await findStaffBooking(ctx, id)
  if (!booking) throw new BookingNotFound()
  return booking
}

/** A cancelled booking. Throws 404, also for one that is not cancelled. */
export async function readCancelledBooking(ctx: Context, id: number) {
  const booking = await findCancelledBooking(ctx, id)
  if (!booking) throw new BookingNotFound()
  return { ...booking, cancelled_at: booking.cancelled_at! }
}
