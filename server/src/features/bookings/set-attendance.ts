import type { Attendance } from '@prenoto/core/bookings/attendance.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { toNow } from '../availability/available-slots.ts'
import { AttendanceTooEarly, BookingNotFound } from './errors.ts'
import { insertHistory } from './repositories/booking-history.repository.ts'
import { updateAttendance } from './repositories/booking-states.repository.ts'
import { lockBooking } from './repositories/locked-bookings.repository.ts'

/**
 * Sets or clears the attendance of a visit; the last write wins, and the history has both. Throws 404, and 409 before
 * the visit's day.
 */
export function setAttendance(ctx: StaffContext, id: number, attendance: Attendance | null) {
  return transaction(ctx, async (ctx) => {
    const booking = await lockBooking(ctx, id)
    if (!booking) throw new BookingNotFound()
    if (booking.attendance === attendance) return
    if (booking.visit_day > toNow(ctx).today) throw new AttendanceTooEarly()
    await updateAttendance(ctx, id, attendance)
    await insertHistory(ctx, id, { kind: 'attendance', attendance })
    await ctx.jobs.add(ctx, 'notify', { event: 'booking-attendance', booking_id: id })
  })
}
