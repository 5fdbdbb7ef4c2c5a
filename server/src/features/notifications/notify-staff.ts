import { busyFeedFailures } from '@prenoto/core/busy-feeds/busy-feed-schema.ts'
import { capitalize, formatDay, formatMonth } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import type { NotifyJob } from '../../queue/queue.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import type { BookingWithHistory } from '../bookings/repositories/bookings.repository.ts'
import { findUnusualBookings } from '../bookings/unusual/unusual-bookings.ts'
import { findFailingFeed } from '../busy-feeds/busy-feeds.repository.ts'
import { findContactRequest } from '../contact/contact.repository.ts'
import { findPausedWebhook } from '../webhooks/due-deliveries.repository.ts'
import { insertNotificationsForActiveUsers, type NewNotification, publishEvents } from './notifications.repository.ts'
import { planPushes } from './push/plan-pushes.ts'
import { COLLEAGUE, CUSTOMER } from './shown-message.ts'

/** The bookings of the jobs, by id. */
type Bookings = ReadonlyMap<number, BookingWithHistory>

/** Notifies active users and refreshes open dashboards. Idempotent; skips what was undone meanwhile. */
export async function notifyStaff(ctx: Context, jobs: NotifyJob[], bookings: Bookings) {
  await transaction(ctx, async (ctx) => {
    const notifications: (NewNotification | undefined)[] = []
    for (const job of jobs) notifications.push(await writeNotification(ctx, job, bookings))
    const inserted = await insertNotificationsForActiveUsers(
      ctx,
      notifications.filter((notification) => notification !== undefined),
    )
    const causes = new Map(notifications.map((notification) => [notification?.deduplication_key, notification?.cause]))
    await planPushes(
      ctx,
      inserted.map(({ id, deduplication_key }) => ({ id, cause: causes.get(deduplication_key) })),
    )
    const unpublished = Map.groupBy(inserted, ({ deduplication_key }) => deduplication_key)
    await publishEvents(
      ctx,
      jobs.map((job, i) => {
        const key = notifications[i]?.deduplication_key ?? ''
        const keyNotifications = unpublished.get(key) ?? []
        // The batch may contain a job twice.
        unpublished.delete(key)
        return { booking: firstBookingId(job), notifications: keyNotifications }
      }),
    )
  })
}

const firstBookingId = (job: NotifyJob) => {
  if ('booking_ids' in job) return job.booking_ids[0]
  return 'booking_id' in job ? job.booking_id : undefined
}

/** Messages begin with the time, since the panel truncates long ones. */
const formatWhen = ({ visit_day, visit_hour }: BookingWithHistory) =>
  `${formatDay(visit_day)} alle ${toShortTime(visit_hour)}`

const POSTPONED = {
  budget:
    'Finché la tua attività è nuova può inviare un certo numero di email al giorno, e per oggi sono finite: le altre partono entro domani. Le prenotazioni restano valide. Se te ne servono di più, scrivi a chi ti fornisce il servizio.',
  mailbox:
    'Nell’ultimo giorno sono partite molte email verso lo stesso indirizzo: le altre partono entro domani. Le prenotazioni restano valide.',
}

/** Texts of a notification, with placeholders for people; each state of a booking is notified once. */
async function writeNotification(
  ctx: Context,
  job: NotifyJob,
  bookings: Bookings,
): Promise<NewNotification | undefined> {
  const booking = bookings.get(firstBookingId(job) ?? 0)
  switch (job.event) {
    case 'series-created':
    case 'series-changed':
    case 'series-cancelled':
      return seriesNotification(job, bookings)
    case 'booking-created': {
      if (!booking || booking.deleted_at) return undefined
      const staff = booking.created_by
      const when = capitalize(formatWhen(booking))
      return {
        deduplication_key: `${job.event}:${job.booking_id}`,
        colleague_id: staff,
        cause: 'created',
        title: 'Nuova prenotazione',
        message: staff
          ? `${when}: ${COLLEAGUE} ha prenotato ${booking.service_name} per ${CUSTOMER}.`
          : `${when}: ${CUSTOMER} ha prenotato ${booking.service_name}.`,
      }
    }
    case 'booking-rescheduled':
    case 'booking-changed': {
      // A form saved without changes leaves `updated_at` empty.
      if (!booking?.updated_at || booking.deleted_at) return undefined
      const deduplication_key = `booking-changed:${job.booking_id}:${booking.sequence}`
      if ('by_customer' in job && job.by_customer) {
        const message = `Ora ${formatWhen(booking)}: ${CUSTOMER} ha spostato ${booking.service_name}.`
        return { deduplication_key, cause: 'moved', title: 'Prenotazione spostata', message }
      }
      const staff = booking.updated_by
      if (!staff) return undefined
      const isRescheduled = booking.scheduled_at.equals(booking.updated_at)
      return {
        deduplication_key,
        colleague_id: staff,
        ...(isRescheduled && { cause: 'moved' }),
        title: isRescheduled ? 'Prenotazione spostata' : 'Prenotazione modificata',
        message: isRescheduled
          ? `Ora ${formatWhen(booking)}: ${COLLEAGUE} ha spostato la prenotazione di ${CUSTOMER} (${booking.service_name}).`
          : `${capitalize(formatWhen(booking))}: ${COLLEAGUE} ha modificato i dati della prenotazione di ${CUSTOMER} (${booking.service_name}).`,
      }
    }
    case 'booking-cancelled': {
      if (!booking?.deleted_at) return undefined
      const staff = booking.deleted_by
      const when = capitalize(formatWhen(booking))
      return {
        deduplication_key: `${job.event}:${job.booking_id}`,
        colleague_id: staff,
        cause: 'cancelled',
        title: 'Prenotazione disdetta',
        message: staff
          ? `${when}: ${COLLEAGUE} ha disdetto la prenotazione di ${CUSTOMER} (${booking.service_name}).`
          : `${when}: ${CUSTOMER} ha disdetto ${booking.service_name}.`,
      }
    }
    case 'booking-undo-pending':
    case 'booking-attendance':
    case 'unusual-bookings-cancelled':
      return undefined
    case 'unusual-bookings': {
      const { length } = await findUnusualBookings(ctx)
      if (length === 0) return undefined
      return {
        // One in an hour.
        deduplication_key: `${job.event}:${Math.floor(ctx.now.epochMilliseconds / 3_600_000)}`,
        isForEditors: true,
        title: 'Prenotazioni insolite',
        message: `${length === 1 ? 'Una prenotazione insolita' : `${length} prenotazioni insolite`} nell’ultima ora, molte più del solito: guarda l’elenco nella dashboard.`,
      }
    }
    case 'email-refused': {
      // A customer who cancelled does not need a phone call.
      const cancelledByCustomer = booking?.deleted_at && !booking.deleted_by
      if (!booking || cancelledByCustomer) return undefined
      const what = booking.deleted_at ? 'Avvisa' : 'Correggi l’indirizzo nella prenotazione, oppure avvisa'
      return {
        deduplication_key: `${job.event}:${job.booking_id}:${booking.sequence}`,
        title: 'Email non consegnata',
        message: `${capitalize(formatWhen(booking))}: l’email a ${CUSTOMER} per ${booking.service_name} non è stata consegnata, l’indirizzo è stato rifiutato. ${what} per telefono.`,
      }
    }
    case 'text-cap-reached':
      return {
        deduplication_key: `${job.event}:${job.month}`,
        isForEditors: true,
        title: 'Limite di spesa raggiunto',
        message: `I messaggi WhatsApp e SMS di ${formatMonth(job.month)} hanno raggiunto il limite di spesa: fino a fine mese i promemoria partono per email. Un amministratore può alzarlo nelle impostazioni.`,
      }
    case 'emails-postponed':
      return {
        deduplication_key: `${job.event}:${job.reason}:${job.day}`,
        isForEditors: true,
        title: 'Email in attesa',
        message: POSTPONED[job.reason],
      }
    case 'busy-feed-failing': {
      const feed = await findFailingFeed(ctx, job.feed_id, job.since)
      return (
        feed && {
          deduplication_key: `${job.event}:${job.feed_id}:${job.since}`,
          isForEditors: true,
          title: 'Calendario esterno non letto',
          message: `Da ${formatDay(feed.day)} gli impegni di «${feed.name}» (${feed.calendar_name}) non si aggiornano: restano chiusi gli ultimi letti. ${busyFeedFailures[feed.failure]}`,
        }
      )
    }
    case 'webhook-paused': {
      const webhook = await findPausedWebhook(ctx, job.webhook_id)
      if (!webhook) return undefined
      const host = new URL(webhook.url).host
      return {
        deduplication_key: `${job.event}:${job.webhook_id}:${webhook.paused_at}`,
        isForAdmins: true,
        title: 'Programma non raggiunto',
        message:
          webhook.paused_by === 'gone'
            ? `Il programma su ${host} ha detto di non volere più avvisi: li abbiamo messi in pausa. Li trovi in Impostazioni, Programmi collegati.`
            : `Da tre giorni gli avvisi al programma su ${host} non arrivano: li abbiamo messi in pausa. Quando funziona di nuovo, riprendili in Impostazioni, Programmi collegati.`,
      }
    }
    case 'contact-requested': {
      const request = await findContactRequest(ctx, job.contact_request_id)
      if (!request) return undefined
      // The message is filled in from the request when it is read.
      return {
        deduplication_key: `${job.event}:${job.contact_request_id}`,
        title: 'Nuova richiesta di contatto',
        message: '',
      }
    }
  }
}

/** One notification per series, about its first affected booking. */
function seriesNotification(
  { event, booking_ids }: Extract<NotifyJob, { event: `series-${string}` }>,
  bookings: Bookings,
): NewNotification | undefined {
  const isCancelled = event === 'series-cancelled'
  const about = booking_ids
    .flatMap((id) => bookings.get(id) ?? [])
    .filter(({ deleted_at }) => !deleted_at !== isCancelled)
  const [first] = about
  if (!first) return undefined
  const many = about.length === 1 ? 'una prenotazione' : `${about.length} prenotazioni`
  const when = `Da ${formatWhen(first)}`
  const what = `di ${CUSTOMER} (${first.service_name})`
  switch (event) {
    case 'series-created':
      return {
        deduplication_key: `${event}:${first.id}`,
        colleague_id: first.created_by,
        cause: 'created',
        title: 'Nuova serie di prenotazioni',
        message: `${when}: ${COLLEAGUE} ha aggiunto ${many} ${what}.`,
      }
    case 'series-changed':
      return {
        deduplication_key: `${event}:${first.id}:${first.sequence}`,
        colleague_id: first.updated_by,
        ...(first.updated_at && first.scheduled_at.equals(first.updated_at) && { cause: 'moved' }),
        title: 'Prenotazioni modificate',
        message: `${when}: ${COLLEAGUE} ha modificato ${many} ${what}.`,
      }
    case 'series-cancelled':
      return {
        deduplication_key: `${event}:${first.id}`,
        colleague_id: first.deleted_by,
        cause: 'cancelled',
        title: 'Prenotazioni disdette',
        message: `${when}: ${COLLEAGUE} ha disdetto ${many} ${what}.`,
      }
  }
}
