import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { findBooking, findCancelledBooking } from '../bookings/bookings.repository.ts'
import { findContactRequest } from '../contact/contact.repository.ts'
import { type Context, transaction } from '../context.ts'
import { announceNews, insertNotificationForActiveUsers } from '../notifications/notifications.repository.ts'
import type { JobData } from './queue.ts'

type Cause = JobData['announce']

/**
 * Notifies every active user of what a visitor did, and tells open dashboards that something changed.
 * Run twice, it notifies once; what was undone meanwhile is not told.
 */
export async function notifyStaff(ctx: Context, cause: Cause) {
  await transaction(ctx, async (ctx) => {
    const news = await newsOf(ctx, cause)
    const notifications = news ? await insertNotificationForActiveUsers(ctx, news) : []
    await announceNews(ctx, { booking: 'booking_id' in cause ? cause.booking_id : undefined, notifications })
  })
}

type Booking = NonNullable<Awaited<ReturnType<typeof findBooking>>>

const whenOf = ({ visit_day, visit_hour }: Booking) => `${formatDay(visit_day)} alle ${toShortTime(visit_hour)}`

/** What there is to say; nothing about what the staff did itself. */
async function newsOf(ctx: Context, job: Cause) {
  switch (job.cause) {
    case 'booking-created': {
      const booking = await findBooking(ctx, job.booking_id)
      if (!booking) return undefined
      return {
        cause: `${job.cause}:${job.booking_id}`,
        title: 'Nuova prenotazione',
        message: `${booking.name} ${booking.surname} ha prenotato ${booking.service_name} per ${whenOf(booking)}.`,
      }
    }
    case 'booking-cancelled': {
      const booking = await findCancelledBooking(ctx, job.booking_id)
      if (!booking) return undefined
      return {
        cause: `${job.cause}:${job.booking_id}`,
        title: 'Prenotazione annullata',
        message: `${booking.name} ${booking.surname} ha annullato ${booking.service_name} di ${whenOf(booking)}.`,
      }
    }
    case 'contact-requested': {
      const request = await findContactRequest(ctx, job.contact_request_id)
      if (!request) return undefined
      const { name, email, phone, message } = request
      return {
        cause: `${job.cause}:${job.contact_request_id}`,
        title: 'Nuova richiesta di contatto',
        message: `${name} chiede di essere ricontattato: ${email}, ${phone}.${message && `\n${message}`}`,
      }
    }
    default:
      return undefined
  }
}
