import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { lockCalendarDay } from '../availability/availability.repository.ts'
import { offerFreedSlots } from '../availability/freed-slots.repository.ts'
import { findPreviousSlot, type PreviousSlot, takePreviousSlot } from '../availability/slot-holds.repository.ts'
import { visitAt } from './allocation/allocate-slot.ts'
import { BookingNotFound, ChangedSinceReschedule, UndoRescheduleTooLate } from './errors.ts'
import {
  countRestoredSinceReschedule,
  findAttendanceBeforeReschedule,
  insertReschedules,
} from './repositories/booking-history.repository.ts'
import { updateToPreviousVisit } from './repositories/bookings-write.repository.ts'
import { lockBooking } from './repositories/locked-bookings.repository.ts'
import { isRescheduled } from './reschedule.ts'

/**
 * Undoes a reschedule by staff: the booking returns to its held slot. Can be repeated. Throws 404, and 409 after the
 * undo has ended, after another change, or if `version` is not the one that the last reschedule made.
 */
export function undoReschedule(ctx: StaffContext, id: number, version?: number) {
  return transaction(ctx, async (ctx) => {
    const booking = await lockBooking(ctx, id)
    if (!booking) throw new BookingNotFound()
    const previous = await findPreviousSlot(ctx, id)
    if (!previous) throw new UndoRescheduleTooLate()
    if (previous.version !== booking.sequence) throw new ChangedSinceReschedule()
    const isBack = !isRescheduled(booking, { ...previous, service_id: booking.service_id })
    if (version !== undefined && version !== (await versionOfReschedule(ctx, id, previous, isBack)))
      throw new ChangedSinceReschedule()
    if (isBack) return

    for (const { calendar_id, visit_day } of inLockingOrder(booking, previous))
      await lockCalendarDay(ctx, calendar_id, visit_day)
    if (!(await takePreviousSlot(ctx, id, booking.sequence + 1))) throw new UndoRescheduleTooLate()
    const times = {
      duration: booking.service_duration,
      before: booking.buffer_before,
      after: booking.buffer_after,
      processing: booking.processing_times,
    }
    const visit = visitAt(ctx, times, previous, previous)
    await updateToPreviousVisit(ctx, id, visit, {
      ...previous,
      attendance: await findAttendanceBeforeReschedule(ctx, id),
    })
    await insertReschedules(ctx, [{ booking, visit, service_name: booking.service_name }])
    await offerFreedSlots(ctx, [booking.visit_day])
    await ctx.jobs.add(ctx, 'notify', { event: 'booking-undo-pending', booking_id: id })
  })
}

/** The version that the last reschedule made. A deletion and its restore add two; the undo itself adds one. */
async function versionOfReschedule(ctx: StaffContext, id: number, { version }: PreviousSlot, isBack: boolean) {
  const reschedules = isBack ? 2 : 1
  return version - (reschedules - 1) - 2 * (await countRestoredSinceReschedule(ctx, id, reschedules))
}

type DayOfCalendar = { calendar_id: number; visit_day: PlainDate }

/** Two days are always locked by date, then by calendar: see `lockServiceDays`. */
function inLockingOrder(one: DayOfCalendar, other: DayOfCalendar): DayOfCalendar[] {
  if (one.calendar_id === other.calendar_id && one.visit_day === other.visit_day) return [one]
  const isFirst =
    one.visit_day < other.visit_day || (one.visit_day === other.visit_day && one.calendar_id < other.calendar_id)
  return isFirst ? [one, other] : [other, one]
}
