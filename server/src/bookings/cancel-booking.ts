import { lockCalendarDay } from '../availability/availability.repository.ts'
import { type Context, transaction } from '../context.ts'
import { conflict, notFound } from '../errors.ts'
import { deleteBooking, findBookingByHiddenId } from './bookings.repository.ts'

const UNKNOWN = 'La prenotazione non esiste o è già stata annullata.'

/** Cancels a visit through its private link. Throws 404 when it is unknown or cancelled already, 409 once it has begun. */
export function cancelBooking(ctx: Context, hiddenId: string) {
  return transaction(ctx, async (ctx) => {
    const booking = await findBookingByHiddenId(ctx, hiddenId)
    if (!booking) throw notFound(UNKNOWN)
    if (Temporal.Instant.compare(booking.starts_at, ctx.now) <= 0)
      throw conflict('La visita è già iniziata: non può più essere annullata.')

    await lockCalendarDay(ctx, booking.calendar_id, booking.visit_day)
    const cancelled = await deleteBooking(ctx, booking.id)
    if (!cancelled) throw notFound(UNKNOWN)
  })
}
