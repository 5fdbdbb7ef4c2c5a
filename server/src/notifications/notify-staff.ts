import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { findBooking, findCancelledBooking } from '../bookings/bookings.repository.ts'
import { findContactRequest } from '../contact/contact.repository.ts'
import type { JobData } from '../queue/queue.ts'
import { type Context, transaction } from '../tenants/context.ts'
import { findFullName } from '../users/users.repository.ts'
import { insertNotificationForActiveUsers, publishEvent } from './notifications.repository.ts'

type Cause = JobData['announce']

/**
 * Notifies every active user of what a visitor or a colleague did, and tells open dashboards that something changed.
 * Run twice, it notifies once; what was undone meanwhile is not told.
 */
export async function notifyStaff(ctx: Context, cause: Cause) {
  await transaction(ctx, async (ctx) => {
    const notification = await notificationOf(ctx, cause)
    const notifications = notification ? await insertNotificationForActiveUsers(ctx, notification) : []
    await publishEvent(ctx, { booking: 'booking_id' in cause ? cause.booking_id : undefined, notifications })
  })
}

type Booking = NonNullable<Awaited<ReturnType<typeof findBooking>>>

const whenOf = ({ visit_day, visit_hour }: Booking) => `${formatDay(visit_day)} alle ${toShortTime(visit_hour)}`
const whoOf = ({ name, surname }: Booking) => `${name} ${surname}`

/** What there is to say; each state of a booking is told once. */
async function notificationOf(ctx: Context, job: Cause) {
  switch (job.cause) {
    case 'booking-created': {
      const booking = await findBooking(ctx, job.booking_id)
      if (!booking) return undefined
      const staff = booking.created_by && (await findFullName(ctx, booking.created_by))
      return {
        cause: `${job.cause}:${job.booking_id}`,
        title: 'Nuova prenotazione',
        message: staff
          ? `${staff} ha prenotato ${booking.service_name} per ${whoOf(booking)}, ${whenOf(booking)}.`
          : `${whoOf(booking)} ha prenotato ${booking.service_name} per ${whenOf(booking)}.`,
      }
    }
    case 'booking-changed': {
      const booking = await findBooking(ctx, job.booking_id)
      const staff = booking?.updated_by && (await findFullName(ctx, booking.updated_by))
      // Saved as it was, nothing has changed.
      if (!booking?.updated_at || !staff) return undefined
      const isMoved = booking.scheduled_at.equals(booking.updated_at)
      return {
        cause: `${job.cause}:${job.booking_id}:${booking.sequence}`,
        title: isMoved ? 'Prenotazione spostata' : 'Prenotazione modificata',
        message: isMoved
          ? `${staff} ha spostato la prenotazione di ${whoOf(booking)}: ora è ${booking.service_name}, ${whenOf(booking)}.`
          : `${staff} ha modificato i dati della prenotazione di ${whoOf(booking)}: ${booking.service_name}, ${whenOf(booking)}.`,
      }
    }
    case 'booking-cancelled': {
      const booking = await findCancelledBooking(ctx, job.booking_id)
      if (!booking) return undefined
      const staff = booking.deleted_by && (await findFullName(ctx, booking.deleted_by))
      return {
        cause: `${job.cause}:${job.booking_id}`,
        title: 'Prenotazione annullata',
        message: staff
          ? `${staff} ha annullato la prenotazione di ${whoOf(booking)}: ${booking.service_name} di ${whenOf(booking)}.`
          : `${whoOf(booking)} ha annullato ${booking.service_name} di ${whenOf(booking)}.`,
      }
    }
    case 'email-refused': {
      const booking = (await findBooking(ctx, job.booking_id)) ?? (await findCancelledBooking(ctx, job.booking_id))
      // Who cancelled of their own accord need not be told of it by telephone.
      const hasLeft = booking?.deleted_at && !booking.deleted_by
      if (!booking || hasLeft) return undefined
      const what = booking.deleted_at ? 'Avvisa' : 'Correggi l’indirizzo nella prenotazione, oppure avvisa'
      return {
        cause: `${job.cause}:${job.booking_id}:${booking.sequence}`,
        title: 'Email non consegnata',
        message: `L’email a ${whoOf(booking)} per ${booking.service_name} di ${whenOf(booking)} non è stata consegnata: l’indirizzo è stato rifiutato. ${what} per telefono.`,
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
  }
}
