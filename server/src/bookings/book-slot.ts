import { randomBytes } from 'node:crypto'
import type { Booking, PublicBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import { findPublicService, lockServiceDay } from '../availability/availability.repository.ts'
import { findOfferedSlots } from '../availability/available-slots.ts'
import { type Context, transaction } from '../context.ts'
import { conflict, invalid, notFound } from '../errors.ts'
import { insertBooking, lockBookingByKey } from './bookings.repository.ts'

export const SLOT_GONE = 'Lo slot scelto non è più disponibile.'

/** 128 random bits, as 22 characters that may stand in a URL. */
const newHiddenId = () => randomBytes(16).toString('base64url')

/**
 * Books an offered slot for a visitor. A repeated call with the same idempotency key gets the first answer.
 * Throws 404 for an unknown service, 409 when the slot is gone, 422 when the key was used for another booking.
 */
export function bookSlot(ctx: Context, serviceId: number, booking: PublicBooking, idempotencyKey?: string) {
  return transaction(ctx, async (ctx) => {
    const earlier = idempotencyKey && (await lockBookingByKey(ctx, idempotencyKey))
    if (earlier) return sameBooking(earlier, serviceId, booking)

    const calendarId = await lockServiceDay(ctx, serviceId, booking.visit_day)
    const service = calendarId && (await findPublicService(ctx, serviceId))
    if (!service) throw notFound('Il servizio richiesto non esiste.')

    // A service that moved to another calendar while we waited: its slots there are not ours to give.
    const slots = service.calendar_id === calendarId ? await findOfferedSlots(ctx, service, booking.visit_day) : []
    if (!slots.includes(booking.visit_hour)) throw conflict(SLOT_GONE)

    const startsAt = toInstant(booking.visit_day, booking.visit_hour, ctx.tenant.time_zone)
    const visit = { startsAt, endsAt: startsAt.add({ minutes: service.duration }) }
    const made = await insertBooking(ctx, service, { ...booking, hiddenId: newHiddenId(), idempotencyKey }, visit)
    await ctx.jobs.add(ctx, 'notify-staff', { cause: 'booking-created', booking_id: made.id })
    return made
  })
}

const TYPED = ['name', 'surname', 'email', 'telephone', 'visit_day', 'visit_hour'] as const

function sameBooking(earlier: Booking, serviceId: number, booking: PublicBooking) {
  const isSame = earlier.service_id === serviceId && TYPED.every((field) => earlier[field] === booking[field])
  if (!isSame) throw invalid('idempotency-key', 'La chiave di idempotenza è già stata usata per un’altra prenotazione.')
  return earlier
}
