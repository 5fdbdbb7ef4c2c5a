import { isWithoutEmail } from '@prenoto/core/fields/without-email.ts'
import type { MessageKind } from '../../database/schema.ts'
import { isToCustomer, listRecentRecords, type NewMessage } from '../../outbox/messages.repository.ts'
import { queueMessages } from '../../outbox/queue-message.ts'
import { batchOrEach } from '../../queue/batch-or-each.ts'
import type { NotifyJob } from '../../queue/queue.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { offerFreedSlots } from '../availability/freed-slots.repository.ts'
import { endHolds } from '../availability/slot-holds.repository.ts'
import { countMadeBookings } from '../bookings/count-made-bookings.ts'
import { type BookingWithHistory, listBookingsWithHistory } from '../bookings/repositories/bookings.repository.ts'
import { countCalendars } from '../calendars/calendars.repository.ts'
import { notifyStaff } from '../notifications/notify-staff.ts'
import type { TextChannels } from '../text-messages/channels/open-text-channels.ts'
import { queueTextConfirmations } from '../text-messages/plan-texts.ts'
import { wakeWebhooks } from '../webhooks/send-webhooks.ts'

/** Handler of the job `notify`: queues e-mails, notifies staff and offers freed slots. Idempotent; each job fails alone. */
export const notify = (ctx: Context, jobs: NotifyJob[], channels: TextChannels) =>
  batchOrEach(jobs, async (jobs) => {
    const { createdBookings, calendars } = await transaction(ctx, async (ctx) => {
      await endHolds(ctx, jobs.filter(isUndoable).flatMap(listBookingIds))
      const bookings = await findBookings(ctx, jobs)
      if (jobs.some((job) => canStillBeUndone(job, bookings)))
        throw new Error('The change of a booking can still be undone')
      const lasting = jobs.filter((job) => !isUndone(job, bookings))
      const justTold = await listRecentRecords(ctx, {
        kind: 'rescheduled-booking',
        ids: lasting.filter(isByCustomer).flatMap(listBookingIds),
        seconds: RESCHEDULE_DELAY_SECONDS,
      })
      await queueMessages(
        ctx,
        lasting
          .flatMap((job) => toMessages(job, { bookings, justTold }))
          .filter((message) => hasRecipient(message, bookings)),
      )
      const booked = lasting.filter((job) => job.event === 'booking-created' && !job.is_quiet).flatMap(listBookingIds)
      await queueTextConfirmations(
        ctx,
        channels,
        booked.flatMap((id) => bookings.get(id) ?? []),
      )
      await notifyStaff(ctx, lasting, bookings)
      await offerFreedSlots(ctx, freedDays(lasting, bookings))
      await wakeWebhooks(ctx)
      const createdBookings = jobs.filter(isCreation).flatMap(listBookingIds)
      return {
        createdBookings: createdBookings.flatMap((id) => bookings.get(id) ?? []),
        calendars: createdBookings.length > 0 ? await countCalendars(ctx) : 0,
      }
    })
    countMadeBookings(createdBookings, calendars)
    return jobs
  })

const isCreation = ({ event }: NotifyJob) => event === 'booking-created' || event === 'series-created'

/** After the e-mails about a reschedule by the customer, those about further ones wait so long, and only the last ones are sent. */
const RESCHEDULE_DELAY_SECONDS = 600

const listBookingIds = (job: NotifyJob) => {
  if ('booking_ids' in job) return job.booking_ids
  return 'booking_id' in job ? [job.booking_id] : []
}

const CANCELLATIONS: ReadonlySet<NotifyJob['event']> = new Set([
  'booking-cancelled',
  'series-cancelled',
  'unusual-bookings-cancelled',
])

const isCancellation = ({ event }: NotifyJob) => CANCELLATIONS.has(event)

const isByCustomer = (job: NotifyJob) => job.event === 'booking-changed' && job.by_customer === true

const isUndoable = (job: NotifyJob) => isCancellation(job) || job.event === 'booking-rescheduled'

/** The days on which a cancellation or reschedule has freed a slot. */
const freedDays = (jobs: NotifyJob[], bookings: Bookings) =>
  jobs.flatMap((job) => {
    if (job.event === 'booking-rescheduled') return [job.from.visit_day]
    return isCancellation(job) ? listBookingIds(job).map((id) => bookings.get(id)!.visit_day) : []
  })

type Bookings = ReadonlyMap<number, BookingWithHistory>

/** Events that refresh open dashboards and send no e-mail. */
const isDashboardOnly = ({ event }: NotifyJob) => event === 'booking-undo-pending' || event === 'booking-attendance'

/** While a change can be undone, its job fails and is retried. */
const canStillBeUndone = (job: NotifyJob, bookings: Bookings) =>
  !isDashboardOnly(job) && listBookingIds(job).some((id) => bookings.get(id)?.can_be_undone)

/** True for a restored cancellation, and for a reschedule whose booking is back at its previous slot. */
function isUndone(job: NotifyJob, bookings: Bookings) {
  if (isCancellation(job)) return listBookingIds(job).every((id) => bookings.get(id)?.deleted_at === null)
  if (job.event !== 'booking-rescheduled') return false
  const [{ from }, booking] = [job, bookings.get(job.booking_id)]
  return (
    booking?.calendar_id === from.calendar_id &&
    booking.visit_day === from.visit_day &&
    booking.visit_hour === from.visit_hour
  )
}

async function findBookings(ctx: Context, jobs: NotifyJob[]) {
  const ids = jobs.flatMap(listBookingIds)
  const bookings = ids.length > 0 ? await listBookingsWithHistory(ctx, ids) : []
  return new Map(bookings.map((booking) => [booking.id, booking]))
}

const hasRecipient = ({ kind, record_id }: NewMessage, bookings: Bookings) =>
  !isToCustomer(kind) || !isWithoutEmail(bookings.get(record_id)!.email)

const SENDING_NOTHING: ReadonlySet<NotifyJob['event']> = new Set([
  'email-refused',
  'text-cap-reached',
  'emails-postponed',
  'busy-feed-failing',
  'booking-undo-pending',
  'booking-attendance',
  'unusual-bookings',
  'unusual-bookings-cancelled',
  'webhook-paused',
])

/** `justTold`: the bookings with recent e-mails about a reschedule by their customer. */
type MessageFacts = { bookings: Bookings; justTold: ReadonlySet<number> }

/** The e-mails about an event. Sending drops those that no longer apply. */
function toMessages(job: NotifyJob, { bookings, justTold }: MessageFacts): NewMessage[] {
  if (job.event === 'contact-requested') return [{ kind: 'contact-request', record_id: job.contact_request_id }]
  if (SENDING_NOTHING.has(job.event)) return []
  const ids = listBookingIds(job)
  // One booking of a cancelled series may have been restored.
  const booking = bookings.get(ids.find((id) => isCancellation(job) && bookings.get(id)?.deleted_at) ?? ids[0]!)
  if (!booking) throw new Error('The booking does not exist')
  const { created_by, deleted_by, sequence } = booking
  const message = (kind: MessageKind, about?: string): NewMessage => ({ kind, record_id: booking.id, about })
  switch (job.event) {
    case 'booking-created':
      if (job.is_quiet) return []
      return created_by ? [message('confirmation')] : [message('confirmation'), message('new-booking')]
    case 'booking-rescheduled':
      return [message('change', String(sequence))]
    case 'booking-changed': {
      if (!job.concerns_customer) return []
      if (!job.by_customer) return [message('change', String(sequence))]
      const afterSeconds = justTold.has(booking.id) ? RESCHEDULE_DELAY_SECONDS : undefined
      // The business learns at once of a visit of today.
      const afterSecondsToBusiness = job.is_today ? undefined : afterSeconds
      return [
        { ...message('change', String(sequence)), afterSeconds },
        { ...message('rescheduled-booking', String(sequence)), afterSeconds: afterSecondsToBusiness },
      ]
    }
    case 'booking-cancelled':
      return deleted_by ? [message('cancellation')] : [message('cancellation'), message('cancelled-booking')]
    case 'series-created':
      return job.is_quiet ? [] : [message('series-confirmation')]
    case 'series-changed':
      return job.concerns_customer ? [message('series-change', String(sequence))] : []
    case 'series-cancelled':
      return [message('series-cancellation')]
    default:
      return []
  }
}
