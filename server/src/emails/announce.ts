import { findHistory } from '../bookings/bookings.repository.ts'
import type { MessageKind } from '../database/schema.ts'
import { notifyStaff } from '../notifications/notify-staff.ts'
import type { NewMessage } from '../outbox/messages.repository.ts'
import { queueMessages } from '../outbox/queue-message.ts'
import type { JobData } from '../queue/queue.ts'
import { type Context, transaction } from '../tenants/context.ts'

/** Tells everybody of what happened: by e-mail, in the notifications, on open dashboards. Run twice, it tells once. */
export function announce(ctx: Context, cause: JobData['announce']) {
  return transaction(ctx, async (ctx) => {
    await queueMessages(ctx, await messagesOf(ctx, cause))
    await notifyStaff(ctx, cause)
  })
}

/** What customers and the business are told. Whether there still is anything to tell is looked at as it is sent. */
async function messagesOf(ctx: Context, job: JobData['announce']): Promise<NewMessage[]> {
  if (job.cause === 'contact-requested') return [{ kind: 'contact-request', record_id: job.contact_request_id }]
  if (job.cause === 'email-refused') return []
  const { created_by, deleted_by, sequence } = await findHistory(ctx, job.booking_id)
  const message = (kind: MessageKind, about?: string): NewMessage => ({ kind, record_id: job.booking_id, about })
  switch (job.cause) {
    case 'booking-created':
      return created_by ? [message('confirmation')] : [message('confirmation'), message('new-booking')]
    case 'booking-changed':
      return job.concerns_customer ? [message('change', String(sequence))] : []
    case 'booking-cancelled':
      return deleted_by ? [message('cancellation')] : [message('cancellation'), message('cancelled-booking')]
  }
}
