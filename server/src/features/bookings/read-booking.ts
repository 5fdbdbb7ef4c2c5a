import type { Context } from '../../tenants/context.ts'
import { BookingNotFound } from './errors.ts'
import { findStaffBooking } from './repositories/bookings.repository.ts'

/** A booking as staff see it. Throws 404. */
export async function readBooking(ctx: Context, id: number) {
  const booking = await findStaffBooking(ctx, id)
  if (!booking) throw new BookingNotFound()
  return booking
}
