import { rejectMessage } from '../../outbox/messages.repository.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { BookingNotFound, SilenceTooLate } from './errors.ts'
import { lockBooking } from './repositories/locked-bookings.repository.ts'

/**
 * Sends the customer no message about the last reschedule by staff. Can be repeated. Throws 404, and 409 after the message
 * was queued, or if `version` is not the one that the reschedule made.
 */
export function silenceReschedule(ctx: StaffContext, id: number, version?: number) {
  return transaction(ctx, async (ctx) => {
    const booking = await lockBooking(ctx, id)
    if (!booking) throw new BookingNotFound()
    const message = { kind: 'change', record_id: id, about: String(booking.sequence) } as const
    const isCurrent = version === undefined || version === booking.sequence
    if (!isCurrent || !(await rejectMessage(ctx, message, 'unwanted'))) throw new SilenceTooLate()
    await recordAudit(ctx, { action: 'booking.silenced', subject: { type: 'booking', id } })
  })
}
