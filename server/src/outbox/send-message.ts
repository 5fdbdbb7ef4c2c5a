import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { LastingFailure } from '../queue/queue.ts'
import { type Context, transaction } from '../tenants/context.ts'
import type { Mail, Mailer } from './mailer.ts'
import {
  type ClaimedMessage,
  claimMessage,
  isToCustomer,
  mendRefusals,
  noteDropped,
  noteRefused,
  noteSent,
  releaseMessage,
} from './messages.repository.ts'
import { AddressRefused } from './smtp-failure.ts'

/** Why there is nothing to send after all. */
export type Dropped = { dropped: 'gone' | 'begun' | 'moved' | 'superseded' | 'no address' }

/** What a process sends e-mails with. */
export type MailSender = {
  mailer: Mailer
  /** Writes a message from what is known as it is sent. */
  write(ctx: Context, message: ClaimedMessage): Promise<Mail | Dropped>
  /** In the transaction that notes a delivery: the booking's customer, whose address was refused before, can be reached. */
  onMended(ctx: Context, bookingId: number): Promise<void>
  log: Logger
}

/**
 * Sends a message that was not sent yet, as things stand now, or drops it when there is nothing to tell any more. While
 * somebody else is at it, and when it could not be sent, it throws.
 */
export async function sendMessage(ctx: Context, id: number, sender: MailSender) {
  const message = await claimMessage(ctx, id)
  if (!message) return
  try {
    const mail = await sender.write(ctx, message)
    if ('dropped' in mail) {
      await noteDropped(ctx, id, mail.dropped)
      sender.log.info(
        { tenant: ctx.tenant.id, message: id, kind: message.kind, reason: mail.dropped },
        'message dropped',
      )
      return
    }
    await sender.mailer.deliver(mail)
  } catch (error) {
    await releaseMessage(ctx, message)
    throw error
  }
  await insist(() => noteDelivery(ctx, message, sender))
}

/** Open pages that show an address as refused hear that it is not any more. */
function noteDelivery(ctx: Context, { id, kind, record_id }: ClaimedMessage, { onMended }: MailSender) {
  return transaction(ctx, async (ctx) => {
    await noteSent(ctx, id)
    if (isToCustomer(kind) && (await mendRefusals(ctx, record_id))) await onMended(ctx, record_id)
  })
}

/** Nobody takes the message at its address: whoever works at the business should know, if it was for a customer. */
export function giveUpMessage(ctx: Context, id: number, failure: LastingFailure) {
  if (!(failure instanceof AddressRefused)) return
  return transaction(ctx, async (ctx) => {
    const message = await noteRefused(ctx, id, failure.answer)
    if (!message || !isToCustomer(message.kind)) return
    await ctx.jobs.add(ctx, 'announce', { cause: 'email-refused', booking_id: message.record_id })
  })
}

/** It has left: whatever ails the database, one more attempt is cheaper than a second e-mail. */
async function insist(note: () => Promise<void>) {
  for (const pause of [100, 1_000, 5_000])
    try {
      return await note()
    } catch {
      await sleep(pause)
    }
  await note()
}
