import { isWithoutEmail } from '@prenoto/core/fields/without-email.ts'
import type { MessageKind } from '../../database/schema.ts'
import { isToCustomer, type NewMessage } from '../../outbox/messages.repository.ts'
import { queueMessages } from '../../outbox/queue-message.ts'
import { togetherOrAlone } from '../../queue/batch-or-each.ts'
import type { JobData } from '../../queue/queue.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { offerFreedSlots } from '../availability/freed-places.repository.ts'
import { endHolds } from '../availability/held-places.repository.ts'
import { type BookingWithHistory, listBookingsWithHistory } from '../bookings/bookings.repository.ts'
import { notifyStaff } from '../notifications/notify-staff.ts'

type Cause = JobData['notify']

/**
 * Tells everybody of what happened at a business: by e-mail, in the notifications, on open dashboards. Run twice, it tells
 * once; what cannot be told fails alone.
 */
export const announce = (ctx: Context, causes: Cause[]) =>
  togetherOrAlone(causes, (causes) =>
    transaction(ctx, async (ctx) => {
      await endHolds(ctx, undoableOf(causes))
      const bookings = await bookingsOf(ctx, causes)
      if (causes.some((cause) => isUndecided(cause, bookings)))
        throw new Error('What was done to a booking may be undone')
      const told = causes.filter((cause) => !isUndone(cause, bookings))
      await queueMessages(
        ctx,
        told.flatMap((cause) => messagesOf(cause, bookings)).filter((message) => hasReader(message, bookings)),
      )
      await notifyStaff(ctx, told, bookings)
      await offerFreedSlots(ctx, freedDays(told, bookings))
      return causes
    }),
  )

/**
 * How long a visit must have stayed where its customer moved it before the e-mails tell of it: a later move supersedes them, so
 * several moves within this time are told once.
 */
const QUIET_SECONDS = 600

/** The bookings that a cause is about. */
const aboutOf = (job: Cause) => {
  if ('booking_ids' in job) return job.booking_ids
  return 'booking_id' in job ? [job.booking_id] : []
}

const isCancellation = ({ cause }: Cause) => cause === 'booking-cancelled' || cause === 'series-cancelled'

const undoableOf = (causes: Cause[]) =>
  causes.filter((job) => isCancellation(job) || job.cause === 'booking-rescheduled').flatMap(aboutOf)

/** The days on which a place has come free for good. */
const freedDays = (causes: Cause[], bookings: Bookings) =>
  causes.flatMap((job) => {
    if (job.cause === 'booking-rescheduled') return [job.from.visit_day]
    return isCancellation(job) ? aboutOf(job).map((id) => bookings.get(id)!.visit_day) : []
  })

type Bookings = ReadonlyMap<number, BookingWithHistory>

/** What open dashboards show, and nobody is written to of. */
const isOnlyShown = ({ cause }: Cause) => cause === 'booking-undecided' || cause === 'booking-attendance'

/** Whether there is something to tell is known once what was done to the booking can no longer be undone: it is tried again then. */
const isUndecided = (job: Cause, bookings: Bookings) =>
  !isOnlyShown(job) && aboutOf(job).some((id) => bookings.get(id)?.is_undecided)

/** A cancellation that was undone is none, nor is a move when the booking is back. */
function isUndone(job: Cause, bookings: Bookings) {
  if (isCancellation(job)) return aboutOf(job).every((id) => bookings.get(id)?.deleted_at === null)
  if (job.cause !== 'booking-rescheduled') return false
  const [{ from }, booking] = [job, bookings.get(job.booking_id)]
  return (
    booking?.calendar_id === from.calendar_id &&
    booking.visit_day === from.visit_day &&
    booking.visit_hour === from.visit_hour
  )
}

async function bookingsOf(ctx: Context, causes: Cause[]) {
  const ids = causes.flatMap(aboutOf)
  const bookings = ids.length > 0 ? await listBookingsWithHistory(ctx, ids) : []
  return new Map(bookings.map((booking) => [booking.id, booking]))
}

/** Nobody writes to a customer who has no e-mail. */
const hasReader = ({ kind, record_id }: NewMessage, bookings: Bookings) =>
  !isToCustomer(kind) || !isWithoutEmail(bookings.get(record_id)!.email)

/** What customers and the business are told. Whether there still is anything to tell is looked at as it is sent. */
function messagesOf(job: Cause, bookings: Bookings): NewMessage[] {
  if (job.cause === 'contact-requested') return [{ kind: 'contact-request', record_id: job.contact_request_id }]
  if (job.cause === 'email-refused' || job.cause === 'booking-undecided' || job.cause === 'booking-attendance')
    return []
  const ids = aboutOf(job)
  // Of visits that were cancelled together one may have come back.
  const booking = bookings.get(ids.find((id) => isCancellation(job) && bookings.get(id)?.deleted_at) ?? ids[0]!)
  if (!booking) throw new Error('There is no such booking')
  const { created_by, deleted_by, sequence } = booking
  const message = (kind: MessageKind, about?: string): NewMessage => ({ kind, record_id: booking.id, about })
  switch (job.cause) {
    case 'booking-created':
      return created_by ? [message('confirmation')] : [message('confirmation'), message('new-booking')]
    case 'booking-rescheduled':
      return [message('change', String(sequence))]
    case 'booking-changed':
      if (!job.concerns_customer) return []
      return job.by_customer
        ? [
            { ...message('change', String(sequence)), afterSeconds: QUIET_SECONDS },
            { ...message('rescheduled-booking', String(sequence)), afterSeconds: QUIET_SECONDS },
          ]
        : [message('change', String(sequence))]
    case 'booking-cancelled':
      return deleted_by ? [message('cancellation')] : [message('cancellation'), message('cancelled-booking')]
    case 'series-created':
      return [message('series-confirmation')]
    case 'series-changed':
      return job.concerns_customer ? [message('series-change', String(sequence))] : []
    case 'series-cancelled':
      return [message('series-cancellation')]
  }
}
