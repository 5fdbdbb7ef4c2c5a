import { visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { findBookableService } from '../availability/availability.repository.ts'
import { findAvailableSlots, nowOf } from '../availability/available-slots.ts'
import { findBookingByHiddenId } from '../bookings/bookings.repository.ts'
import { UNKNOWN_VISIT } from '../bookings/visit.ts'
import { notFound } from '../lib/errors.ts'
import type { Context } from '../tenants/context.ts'
import { offered } from './public-services.ts'

/**
 * The service of a visit as it was booked, with the slots to which its customer may move it: those of any visitor, and its own place
 * counts as free. Throws 404 when the visit is unknown or cancelled.
 */
export async function readVisitSlots(ctx: Context, hiddenId: string): Promise<OfferedService> {
  const booking = await findBookingByHiddenId(ctx, hiddenId)
  const service = booking && (await findBookableService(ctx, booking.service_id))
  if (!service) throw notFound(UNKNOWN_VISIT)

  const { service_name: name, service_duration: duration, service_price: amount } = booking
  const asBooked = { ...service, name, duration, amount, discounted_amount: null }
  const window = visitorWindow(nowOf(ctx), service)
  const { slots, until } = await findAvailableSlots(ctx, [asBooked], () => window, { except: booking.id })
  return offered(ctx, asBooked, slots, until)
}
