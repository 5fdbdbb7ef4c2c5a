import type { StaffBookingInput } from '@prenoto/core/bookings/booking-schema.ts'
import { hasServices } from '@prenoto/core/bookings/chosen-services.ts'
import type { SeriesChange } from '@prenoto/core/bookings/series-schema.ts'
import { hasHiddenContacts, withKnownContacts } from '@prenoto/core/fields/hidden-contacts.ts'
import { replacePlaceholders } from '@prenoto/core/fields/without-email.ts'
import { addDays, epochDay } from '@prenoto/core/time/plain-date.ts'
import { toMinuteOfDay, toPlainTime } from '@prenoto/core/time/plain-time.ts'
import { type StaffContext, transaction } from '../../../tenants/context.ts'
import { lockDaysOfMany } from '../../availability/service-calendars.repository.ts'
import { BookingNotFound, SeriesVisitOnOtherDay } from '../errors.ts'
import { lockBookingsOfSameCustomer } from '../repositories/customer-person.repository.ts'
import type { LockedBooking } from '../repositories/locked-bookings.repository.ts'
import { applyReschedules, conflictPermissions, type Destination, isRescheduled } from '../reschedule.ts'
import { changeVisitor, correctBookedCustomer, hasNewEmail, requireChangeable } from '../update-booking.ts'
import { lockBookingAndFollowing } from './series.repository.ts'

/**
 * Changes a booking and all that follow it in its series, all or none, and shifts them by the same local difference;
 * those in `keep_time_ids` keep their time. A service or calendar that does not change for the booking does not change
 * for the others. Throws as `changeBooking` does, with the conflicts of all visits.
 */
export function changeSeries(ctx: StaffContext, id: number, typed: SeriesChange, version?: number) {
  return transaction(ctx, async (ctx) => {
    if (typed.corrects_customer) await lockBookingsOfSameCustomer(ctx, id)
    const following = await lockBookingAndFollowing(ctx, id)
    const [first] = following
    if (!first) throw new BookingNotFound()
    const fillPlaceholders = (booking: LockedBooking) => replacePlaceholders(withKnownContacts(typed, booking))
    const changes = fillPlaceholders(first)
    await requireChangeable(ctx, first, changes, version)

    const reschedules = following
      .filter((booking) => !changes.keep_time_ids?.includes(booking.id))
      .map((booking) => ({ booking, to: shiftBooking(booking, first, changes) }))
    const isReschedule = isRescheduled(first, changes)
    if (isReschedule) {
      const days = await lockDaysOfMany(
        ctx,
        reschedules.map(({ to }) => to),
        following,
      )
      await applyReschedules(ctx, reschedules, { days, ...conflictPermissions(changes) })
    }
    if (changes.corrects_customer) await correctBookedCustomer(ctx, following, changes)
    // Hidden contacts stay as they are in each booking.
    if (hasHiddenContacts(typed)) for (const one of following) await changeVisitor(ctx, [one], fillPlaceholders(one))
    else await changeVisitor(ctx, following, changes)

    const booking_ids = following.map((booking) => booking.id)
    const concerns_customer = changes.notifies_customer !== false && (isReschedule || hasNewEmail(first, changes))
    await ctx.jobs.add(ctx, 'notify', { event: 'series-changed', booking_ids, concerns_customer })
  })
}

const MINUTES_OF_DAY = 1440

/** Shifts a booking by the same difference as the first one. Throws 409 beyond midnight. */
function shiftBooking(booking: LockedBooking, first: LockedBooking, changes: StaffBookingInput): Destination {
  const minute = toMinuteOfDay(booking.visit_hour) + toMinuteOfDay(changes.visit_hour) - toMinuteOfDay(first.visit_hour)
  if (minute < 0 || minute >= MINUTES_OF_DAY) throw new SeriesVisitOnOtherDay()
  const { service_id, variant_id, also, calendar_id } = changes
  const isSame = hasServices(first, changes)
  return {
    visit_day: addDays(booking.visit_day, epochDay(changes.visit_day) - epochDay(first.visit_day)),
    visit_hour: toPlainTime(minute),
    ...(isSame ? { service_id: booking.service_id } : { service_id, variant_id, also }),
    calendar_id: calendar_id === first.calendar_id ? booking.calendar_id : calendar_id,
  }
}
