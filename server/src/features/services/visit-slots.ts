import { visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import type { Context } from '../../tenants/context.ts'
import { findAvailableSlots, toNow } from '../availability/available-slots.ts'
import { findVisitAsBooked } from '../availability/bookable-visit.ts'
import { requireCalendar } from '../availability/shown-calendars.ts'
import { VisitNotFound } from '../bookings/errors.ts'
import { findBookingByHiddenId } from '../bookings/repositories/bookings.repository.ts'
import { toOfferedService } from './public-services.ts'

/**
 * The service of a booking as it was booked, with the slots for a reschedule by its customer, of one calendar or any;
 * its own slot counts as free. Throws 404 for an unknown or cancelled visit.
 */
export async function readVisitSlots(ctx: Context, hiddenId: string, calendarId?: number): Promise<OfferedService> {
  const booking = await findBookingByHiddenId(ctx, hiddenId)
  const service = booking && (await findVisitAsBooked(ctx, booking))
  if (!service) throw new VisitNotFound()
  requireCalendar(service, calendarId)

  const window = visitorWindow(toNow(ctx), service)
  const available = await findAvailableSlots(ctx, [service], () => window, { except: booking.id, calendarId })
  return toOfferedService(ctx, service, { ...available, window, calendarId })
}
