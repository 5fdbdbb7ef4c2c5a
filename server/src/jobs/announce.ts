import { findSequence } from '../bookings/bookings.repository.ts'
import { type Context, transaction } from '../context.ts'
import type { NewMessage } from '../mail/messages.repository.ts'
import { queueMessages } from '../mail/queue-message.ts'
import { notifyStaff } from './notify-staff.ts'
import type { JobData } from './queue.ts'

/** Tells everybody of what happened: by e-mail, in the notifications, on open dashboards. Run twice, it tells once. */
export function announce(ctx: Context, cause: JobData['announce']) {
  return transaction(ctx, async (ctx) => {
    await queueMessages(ctx, await messagesOf(ctx, cause))
    await notifyStaff(ctx, cause)
  })
}

/** Whether there still is anything to tell is looked at when a message is sent. */
async function messagesOf(ctx: Context, job: JobData['announce']): Promise<NewMessage[]> {
  if (job.cause === 'contact-requested') return [{ kind: 'contact-request', record_id: job.contact_request_id }]
  const about = (kind: NewMessage['kind']): NewMessage => ({ kind, record_id: job.booking_id })
  switch (job.cause) {
    case 'booking-created':
      return [about('confirmation'), about('new-booking')]
    case 'booking-cancelled':
      return [about('cancellation'), about('cancelled-booking')]
    case 'booking-created-by-staff':
      return [about('confirmation')]
    case 'booking-cancelled-by-staff':
      return [about('cancellation')]
    case 'booking-moved':
      return [{ ...about('change'), about: String(await findSequence(ctx, job.booking_id)) }]
    case 'booking-changed':
      return []
  }
}
