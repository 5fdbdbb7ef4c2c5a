import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { findBooking } from '../bookings/bookings.repository.ts'
import type { Context } from '../context.ts'
import { insertNotificationForActiveUsers } from '../notifications/notifications.repository.ts'
import type { JobData } from './queue.ts'

/** Tells every active user of a new booking. Run twice, it tells once; a booking cancelled meanwhile is not told. */
export async function notifyStaff(ctx: Context, { cause, booking_id }: JobData['notify-staff']) {
  const booking = await findBooking(ctx, booking_id)
  if (!booking) return

  await insertNotificationForActiveUsers(ctx, {
    cause: `${cause}:${booking_id}`,
    title: 'Nuova prenotazione',
    message: `${booking.name} ${booking.surname} ha prenotato ${booking.service_name} per ${formatDay(booking.visit_day)} alle ${toShortTime(booking.visit_hour)}.`,
  })
}
