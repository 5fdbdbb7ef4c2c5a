import { staffWindow } from '@prenoto/core/availability/booking-window.ts'
import type { SameHour } from '@prenoto/core/bookings/visit-schema.ts'
import { addDays } from '@prenoto/core/time/plain-date.ts'
import type { Context } from '../../tenants/context.ts'
import { nowOf } from '../availability/available-slots.ts'
import { findVisitAsBooked } from '../availability/bookable-visit.ts'
import { findOccupied, slotsAt } from '../availability/slots-at.ts'
import { describeConflicts, isStaffConflict } from './allocation/allocate-slot.ts'
import { BookingNotFound } from './errors.ts'
import { findBooking } from './repositories/bookings.repository.ts'

const NEXT_DAY = 1
const NEXT_WEEK = 7

/**
 * The conflicts of a booking's time on the next day and a week later, on its calendar; empty if the service is deleted.
 * Throws 404.
 */
export async function listSameHours(ctx: Context, id: number): Promise<SameHour[]> {
  const booking = await findBooking(ctx, id)
  if (!booking) throw new BookingNotFound()
  const asked = await findVisitAsBooked(ctx, booking)
  if (!asked) return []

  const { visit_hour, calendar_id } = booking
  const window = staffWindow(nowOf(ctx))
  const days = [NEXT_DAY, NEXT_WEEK].map((days) => addDays(booking.visit_day, days))
  const occupied = await findOccupied(ctx, [calendar_id], days, [id])
  return days.flatMap((visit_day) => {
    const requested = { visit_day, visit_hour, window, among: [calendar_id] }
    return slotsAt(ctx, asked, requested, occupied).map((option) => {
      const overridden_conflicts = option.isFree ? [] : option.conflicts().filter(isStaffConflict)
      const conflicts = describeConflicts(
        ctx,
        { service: asked, requested, calendar_id, overridden_conflicts },
        occupied,
      )
      return { visit_day, visit_hour, conflicts }
    })
  })
}
