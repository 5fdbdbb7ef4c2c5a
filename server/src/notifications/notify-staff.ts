import { capitalized, formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import type { BookingWithHistory } from '../bookings/bookings.repository.ts'
import { findContactRequest } from '../contact/contact.repository.ts'
import type { JobData } from '../queue/queue.ts'
import { type Context, transaction } from '../tenants/context.ts'
import { listFullNames } from '../users/users.repository.ts'
import { insertNotificationsForActiveUsers, type NewNotification, publishEvents } from './notifications.repository.ts'

type Cause = JobData['announce']

/** The bookings that causes are about, by their ids. */
type Bookings = ReadonlyMap<number, BookingWithHistory>

/**
 * Notifies every active user of what visitors or colleagues did, and tells open dashboards that something changed.
 * Run twice, it notifies once; what was undone meanwhile is not told.
 */
export async function notifyStaff(ctx: Context, causes: Cause[], bookings: Bookings) {
  await transaction(ctx, async (ctx) => {
    const colleagues = await listFullNames(ctx, colleaguesOf(bookings))
    const told = await Promise.all(causes.map((cause) => notificationOf(ctx, cause, { bookings, colleagues })))
    const made = await insertNotificationsForActiveUsers(
      ctx,
      told.filter((notification) => notification !== undefined),
    )
    const untold = Map.groupBy(made, ({ cause }) => cause)
    await publishEvents(
      ctx,
      causes.map((cause, i) => {
        const toldCause = told[i]?.cause ?? ''
        const notifications = untold.get(toldCause) ?? []
        // A job may be here twice.
        untold.delete(toldCause)
        return { booking: 'booking_id' in cause ? cause.booking_id : undefined, notifications }
      }),
    )
  })
}

/** Who of the staff made, changed or cancelled any of the bookings. */
const colleaguesOf = (bookings: Bookings) =>
  [...bookings.values()]
    .flatMap(({ created_by, updated_by, deleted_by }) => [created_by, updated_by, deleted_by])
    .filter((id) => id !== null)

/** Messages begin with it: of a long one the panel shows the beginning. */
const whenOf = ({ visit_day, visit_hour }: BookingWithHistory) =>
  `${formatDay(visit_day)} alle ${toShortTime(visit_hour)}`
const whoOf = ({ name, surname }: BookingWithHistory) => `${name} ${surname}`

type Known = { bookings: Bookings; colleagues: ReadonlyMap<number, string> }

/** What there is to say; each state of a booking is told once. */
async function notificationOf(
  ctx: Context,
  job: Cause,
  { bookings, colleagues }: Known,
): Promise<NewNotification | undefined> {
  const booking = 'booking_id' in job ? bookings.get(job.booking_id) : undefined
  switch (job.cause) {
    case 'booking-created': {
      if (!booking || booking.deleted_at) return undefined
      const staff = booking.created_by && colleagues.get(booking.created_by)
      const when = capitalized(whenOf(booking))
      return {
        cause: `${job.cause}:${job.booking_id}`,
        title: 'Nuova prenotazione',
        message: staff
          ? `${when}: ${staff} ha prenotato ${booking.service_name} per ${whoOf(booking)}.`
          : `${when}: ${whoOf(booking)} ha prenotato ${booking.service_name}.`,
      }
    }
    case 'booking-moved':
    case 'booking-changed': {
      // Saved as it was, nothing has changed.
      if (!booking?.updated_at || booking.deleted_at) return undefined
      const cause = `booking-changed:${job.booking_id}:${booking.sequence}`
      if ('by_customer' in job && job.by_customer) {
        const message = `Ora ${whenOf(booking)}: ${whoOf(booking)} ha spostato ${booking.service_name}.`
        return { cause, title: 'Prenotazione spostata', message }
      }
      const staff = booking.updated_by && colleagues.get(booking.updated_by)
      if (!staff) return undefined
      const isMoved = booking.scheduled_at.equals(booking.updated_at)
      return {
        cause,
        title: isMoved ? 'Prenotazione spostata' : 'Prenotazione modificata',
        message: isMoved
          ? `Ora ${whenOf(booking)}: ${staff} ha spostato la prenotazione di ${whoOf(booking)} (${booking.service_name}).`
          : `${capitalized(whenOf(booking))}: ${staff} ha modificato i dati della prenotazione di ${whoOf(booking)} (${booking.service_name}).`,
      }
    }
    case 'booking-cancelled': {
      if (!booking?.deleted_at) return undefined
      const staff = booking.deleted_by && colleagues.get(booking.deleted_by)
      const when = capitalized(whenOf(booking))
      return {
        cause: `${job.cause}:${job.booking_id}`,
        title: 'Prenotazione annullata',
        message: staff
          ? `${when}: ${staff} ha annullato la prenotazione di ${whoOf(booking)} (${booking.service_name}).`
          : `${when}: ${whoOf(booking)} ha annullato ${booking.service_name}.`,
      }
    }
    case 'booking-undecided':
      return undefined
    case 'email-refused': {
      // Who cancelled of their own accord need not be told of it by telephone.
      const hasLeft = booking?.deleted_at && !booking.deleted_by
      if (!booking || hasLeft) return undefined
      const what = booking.deleted_at ? 'Avvisa' : 'Correggi l’indirizzo nella prenotazione, oppure avvisa'
      return {
        cause: `${job.cause}:${job.booking_id}:${booking.sequence}`,
        title: 'Email non consegnata',
        message: `${capitalized(whenOf(booking))}: l’email a ${whoOf(booking)} per ${booking.service_name} non è stata consegnata, l’indirizzo è stato rifiutato. ${what} per telefono.`,
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
