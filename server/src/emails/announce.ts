import { offerFreedPlace } from '../availability/freed-places.repository.ts'
import { endHolds } from '../availability/held-places.repository.ts'
import { type BookingWithHistory, listBookingsWithHistory } from '../bookings/bookings.repository.ts'
import type { MessageKind } from '../database/schema.ts'
import { notifyStaff } from '../notifications/notify-staff.ts'
import type { NewMessage } from '../outbox/messages.repository.ts'
import { queueMessages } from '../outbox/queue-message.ts'
import type { JobData } from '../queue/queue.ts'
import { togetherOrAlone } from '../queue/together-or-alone.ts'
import { type Context, transaction } from '../tenants/context.ts'

type Cause = JobData['announce']

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
        told.flatMap((cause) => messagesOf(cause, bookings)),
      )
      await notifyStaff(ctx, told, bookings)
      for (const day of freedDays(told, bookings)) await offerFreedPlace(ctx, day)
      return causes
    }),
  )

const undoableOf = (causes: Cause[]) =>
  causes.flatMap((job) => (job.cause === 'booking-cancelled' || job.cause === 'booking-moved' ? [job.booking_id] : []))

/** The days on which a place has come free for good. */
const freedDays = (causes: Cause[], bookings: Bookings) =>
  new Set(
    causes.flatMap((job) => {
      if (job.cause === 'booking-moved') return [job.from.visit_day]
      return job.cause === 'booking-cancelled' ? [bookings.get(job.booking_id)!.visit_day] : []
    }),
  )

type Bookings = ReadonlyMap<number, BookingWithHistory>

/** Whether there is something to tell is known once what was done to the booking can no longer be undone: it is tried again then. */
const isUndecided = (job: Cause, bookings: Bookings) =>
  'booking_id' in job && job.cause !== 'booking-undecided' && bookings.get(job.booking_id)?.is_undecided === true

/** A cancellation that was undone is none, nor is a move when the booking is back. */
function isUndone(job: Cause, bookings: Bookings) {
  if (job.cause === 'booking-cancelled') return bookings.get(job.booking_id)?.deleted_at === null
  if (job.cause !== 'booking-moved') return false
  const [{ from }, booking] = [job, bookings.get(job.booking_id)]
  return (
    booking?.calendar_id === from.calendar_id &&
    booking.visit_day === from.visit_day &&
    booking.visit_hour === from.visit_hour
  )
}

async function bookingsOf(ctx: Context, causes: Cause[]) {
  const ids = causes.flatMap((cause) => ('booking_id' in cause ? [cause.booking_id] : []))
  const bookings = ids.length > 0 ? await listBookingsWithHistory(ctx, ids) : []
  return new Map(bookings.map((booking) => [booking.id, booking]))
}

/** What customers and the business are told. Whether there still is anything to tell is looked at as it is sent. */
function messagesOf(job: Cause, bookings: Bookings): NewMessage[] {
  if (job.cause === 'contact-requested') return [{ kind: 'contact-request', record_id: job.contact_request_id }]
  if (job.cause === 'email-refused' || job.cause === 'booking-undecided') return []
  const booking = bookings.get(job.booking_id)
  if (!booking) throw new Error('There is no such booking')
  const { created_by, deleted_by, sequence } = booking
  const message = (kind: MessageKind, about?: string): NewMessage => ({ kind, record_id: job.booking_id, about })
  switch (job.cause) {
    case 'booking-created':
      return created_by ? [message('confirmation')] : [message('confirmation'), message('new-booking')]
    case 'booking-moved':
      return [message('change', String(sequence))]
    case 'booking-changed':
      if (!job.concerns_customer) return []
      return job.by_customer
        ? [message('change', String(sequence)), message('moved-booking', String(sequence))]
        : [message('change', String(sequence))]
    case 'booking-cancelled':
      return deleted_by ? [message('cancellation')] : [message('cancellation'), message('cancelled-booking')]
  }
}
