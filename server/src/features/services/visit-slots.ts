import { visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import type { Context } from '../../tenants/context.ts'
import { findBookableService } from '../availability/availability.repository.ts'
import { findAvailableSlots, nowOf } from '../availability/available-slots.ts'
import { requireCalendar } from '../availability/shown-calendars.ts'
import { withBookedDuration } from '../availability/staff-slots.ts'
import { VisitNotFound } from '../bookings/errors.ts'
import { findBookingByHiddenId } from '../bookings/repositories/bookings.repository.ts'
import { offered } from './public-services.ts'

/**
 * The service of a booking as it was booked, with the slots for a reschedule by its customer, of one calendar or any;
 * its own slot counts as free. Throws 404 for an unknown or cancelled visit.
 */
export async function readVisitSlots(ctx: Context, hiddenId: string, calendarId?: number): Promise<OfferedService> {
  const booking = await findBookingByHiddenId(ctx, hiddenId)
  const service = booking && (await findBookableService(ctx, booking.service_id))
  if (!service) throw new VisitNotFound()
  requireCalendar(service, calendarId)

  const { service_name: name, service_price: amount } = booking
  const booked = { ...withBookedDuration(service, booking), name, amount, discounted_amount: null }
  const window = visitorWindow(nowOf(ctx), service)
  const found = await findAvailableSlots(ctx, [booked], () => window, { except: booking.id, calendarId })
  return offered(ctx, booked, { ...found, window, calendarId })
}
