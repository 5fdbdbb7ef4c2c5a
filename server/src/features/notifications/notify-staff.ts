import { capitalized, formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import type { JobData } from '../../queue/queue.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import type { BookingWithHistory } from '../bookings/bookings.repository.ts'
import { findContactRequest } from '../contact/contact.repository.ts'
import { insertNotificationsForActiveUsers, type NewNotification, publishEvents } from './notifications.repository.ts'
import { COLLEAGUE, CUSTOMER } from './shown-message.ts'

type Cause = JobData['notify']

/** The bookings that causes are about, by their ids. */
type Bookings = ReadonlyMap<number, BookingWithHistory>

/**
 * Notifies every active user of what visitors or colleagues did, and tells open dashboards that something changed.
 * Run twice, it notifies once; what was undone meanwhile is not told.
 */
export async function notifyStaff(ctx: Context, causes: Cause[], bookings: Bookings) {
  await transaction(ctx, async (ctx) => {
    const told = await Promise.all(causes.map((cause) => notificationOf(ctx, cause, bookings)))
    const made = await insertNotificationsForActiveUsers(
      ctx,
      told.filter((notification) => notification !== undefined),
    )
    const untold = Map.groupBy(made, ({ deduplication_key }) => deduplication_key)
    await publishEvents(
      ctx,
      causes.map((cause, i) => {
        const toldCause = told[i]?.deduplication_key ?? ''
        const notifications = untold.get(toldCause) ?? []
        // A job may be here twice.
        untold.delete(toldCause)
        return { booking: firstOf(cause), notifications }
      }),
    )
  })
}

/** The booking that a cause is about, or the first of them. */
const firstOf = (job: Cause) => {
  if ('booking_ids' in job) return job.booking_ids[0]
  return 'booking_id' in job ? job.booking_id : undefined
}

/** Messages begin with it: of a long one the panel shows the beginning. */
const whenOf = ({ visit_day, visit_hour }: BookingWithHistory) =>
  `${formatDay(visit_day)} alle ${toShortTime(visit_hour)}`

/** Texts of a notification, with placeholders for people; each state of a booking is notified once. */
async function notificationOf(ctx: Context, job: Cause, bookings: Bookings): Promise<NewNotification | undefined> {
  const booking = bookings.get(firstOf(job) ?? 0)
  switch (job.cause) {
    case 'series-created':
    case 'series-changed':
    case 'series-cancelled':
      return seriesNotification(job, bookings)
    case 'booking-created': {
      if (!booking || booking.deleted_at) return undefined
      const staff = booking.created_by
      const when = capitalized(whenOf(booking))
      return {
        deduplication_key: `${job.cause}:${job.booking_id}`,
        colleague_id: staff,
        title: 'Nuova prenotazione',
        message: staff
          ? `${when}: ${COLLEAGUE} ha prenotato ${booking.service_name} per ${CUSTOMER}.`
          : `${when}: ${CUSTOMER} ha prenotato ${booking.service_name}.`,
      }
    }
    case 'booking-rescheduled':
    case 'booking-changed': {
      // Saved as it was, nothing has changed.
      if (!booking?.updated_at || booking.deleted_at) return undefined
      const deduplication_key = `booking-changed:${job.booking_id}:${booking.sequence}`
      if ('by_customer' in job && job.by_customer) {
        const message = `Ora ${whenOf(booking)}: ${CUSTOMER} ha spostato ${booking.service_name}.`
        return { deduplication_key, title: 'Prenotazione spostata', message }
      }
      const staff = booking.updated_by
      if (!staff) return undefined
      const isRescheduled = booking.scheduled_at.equals(booking.updated_at)
      return {
        deduplication_key,
        colleague_id: staff,
        title: isRescheduled ? 'Prenotazione spostata' : 'Prenotazione modificata',
        message: isRescheduled
          ? `Ora ${whenOf(booking)}: ${COLLEAGUE} ha spostato la prenotazione di ${CUSTOMER} (${booking.service_name}).`
          : `${capitalized(whenOf(booking))}: ${COLLEAGUE} ha modificato i dati della prenotazione di ${CUSTOMER} (${booking.service_name}).`,
      }
    }
    case 'booking-cancelled': {
      if (!booking?.deleted_at) return undefined
      const staff = booking.deleted_by
      const when = capitalized(whenOf(booking))
      return {
        deduplication_key: `${job.cause}:${job.booking_id}`,
        colleague_id: staff,
        title: 'Prenotazione disdetta',
        message: staff
          ? `${when}: ${COLLEAGUE} ha disdetto la prenotazione di ${CUSTOMER} (${booking.service_name}).`
          : `${when}: ${CUSTOMER} ha disdetto ${booking.service_name}.`,
      }
    }
    case 'booking-undecided':
    case 'booking-attendance':
      return undefined
    case 'email-refused': {
      // Who cancelled of their own accord need not be told of it by telephone.
      const hasLeft = booking?.deleted_at && !booking.deleted_by
      if (!booking || hasLeft) return undefined
      const what = booking.deleted_at ? 'Avvisa' : 'Correggi l’indirizzo nella prenotazione, oppure avvisa'
      return {
        deduplication_key: `${job.cause}:${job.booking_id}:${booking.sequence}`,
        title: 'Email non consegnata',
        message: `${capitalized(whenOf(booking))}: l’email a ${CUSTOMER} per ${booking.service_name} non è stata consegnata, l’indirizzo è stato rifiutato. ${what} per telefono.`,
      }
    }
    case 'contact-requested': {
      const request = await findContactRequest(ctx, job.contact_request_id)
      if (!request) return undefined
      // The words of the request are read from it.
      return {
        deduplication_key: `${job.cause}:${job.contact_request_id}`,
        title: 'Nuova richiesta di contatto',
        message: '',
      }
    }
  }
}

/** Of a series one notification tells, which begins with the first visit that it is about. */
function seriesNotification(
  { cause, booking_ids }: Extract<Cause, { booking_ids: number[] }>,
  bookings: Bookings,
): NewNotification | undefined {
  const isOver = cause === 'series-cancelled'
  const about = booking_ids.flatMap((id) => bookings.get(id) ?? []).filter(({ deleted_at }) => !deleted_at !== isOver)
  const [first] = about
  if (!first) return undefined
  const many = about.length === 1 ? 'una prenotazione' : `${about.length} prenotazioni`
  const when = `Da ${whenOf(first)}`
  const what = `di ${CUSTOMER} (${first.service_name})`
  switch (cause) {
    case 'series-created':
      return {
        deduplication_key: `${cause}:${first.id}`,
        colleague_id: first.created_by,
        title: 'Nuova serie di prenotazioni',
        message: `${when}: ${COLLEAGUE} ha aggiunto ${many} ${what}.`,
      }
    case 'series-changed':
      return {
        deduplication_key: `${cause}:${first.id}:${first.sequence}`,
        colleague_id: first.updated_by,
        title: 'Prenotazioni modificate',
        message: `${when}: ${COLLEAGUE} ha modificato ${many} ${what}.`,
      }
    case 'series-cancelled':
      return {
        deduplication_key: `${cause}:${first.id}`,
        colleague_id: first.deleted_by,
        title: 'Prenotazioni disdette',
        message: `${when}: ${COLLEAGUE} ha disdetto ${many} ${what}.`,
      }
  }
}
