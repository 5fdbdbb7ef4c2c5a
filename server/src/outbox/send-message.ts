import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { inBatches } from '../lib/batches.ts'
import { togetherOrAlone } from '../queue/batch-or-each.ts'
import type { LastingFailure } from '../queue/queue.ts'
import { type Context, transaction } from '../tenants/context.ts'
import type { Mail, Mailer } from './mailer.ts'
import {
  type ClaimedMessage,
  claimMessages,
  isToCustomer,
  mendRefusals,
  noteDropped,
  noteRefused,
  noteSent,
  noteTold,
  releaseMessage,
} from './messages.repository.ts'
import { AddressRefused } from './smtp-failure.ts'

/** Why there is nothing to send after all. */
export type Dropped = { dropped: 'gone' | 'begun' | 'moved' | 'superseded' | 'no address' }

type Written = PromiseSettledResult<Mail | Dropped>

/** What a process sends e-mails with. */
export type MailSender = {
  mailer: Mailer
  /** Writes messages of one business from what is known as they are sent, each of which may fail alone. */
  write(ctx: Context, messages: ClaimedMessage[]): Promise<Written[]>
  /** In the transaction that notes a delivery: the booking's customer, whose address was refused before, can be reached. */
  onMended(ctx: Context, bookingId: number): Promise<void>
  log: Logger
}

/**
 * Sends messages of one business that were not sent yet, as things stand now, or drops them when there is nothing to tell
 * any more; so few that all leave at once, and none grows old while it waits. One fails while somebody else is at it, and
 * when it could not be sent.
 */
export async function sendMessages(ctx: Context, asked: number[], sender: MailSender) {
  const ids = [...new Set(asked)]
  const claims = await togetherOrAlone(ids, (ids) => claimMessages(ctx, ids))
  const claimed = claims.flatMap((claim) =>
    claim.status === 'fulfilled' && typeof claim.value === 'object' ? [claim.value] : [],
  )
  const written = await writeAll(ctx, claimed, sender)
  const noteDelivered = deliveryNotes(ctx, sender)

  async function send(message: ClaimedMessage) {
    let mail: Mail | Dropped
    try {
      mail = await outcomeOf(written.get(message.id)!)
      if ('dropped' in mail) {
        await noteDropped(ctx, message.id, mail.dropped)
        sender.log.info(
          { tenant: ctx.tenant.id, message: message.id, kind: message.kind, reason: mail.dropped },
          'message dropped',
        )
        return
      }
      await sender.mailer.deliver(mail)
    } catch (error) {
      await releaseMessage(ctx, message)
      throw error
    }
    const { tells } = mail
    await withRetry(() => noteDelivered({ ...message, tells }))
  }

  const outcomes = await Promise.allSettled(
    claims.map(async (claim) => {
      const message = await outcomeOf(claim)
      if (message === 'taken') throw new Error('Somebody else is sending this message')
      if (message) await send(message)
    }),
  )
  return asked.map((id) => outcomes[ids.indexOf(id)]!)
}

/** What there is to send, by the message's id. */
async function writeAll(ctx: Context, messages: ClaimedMessage[], { write }: MailSender) {
  if (messages.length === 0) return new Map<number, Written>()
  const written = await write(ctx, messages).catch((reason) =>
    messages.map((): Written => ({ status: 'rejected', reason })),
  )
  return new Map(messages.map(({ id }, i) => [id, written[i]!]))
}

type DeliveredMessage = ClaimedMessage & Pick<Mail, 'tells'>

/** Notes each delivery at once; those that happen meanwhile are noted together. */
function deliveryNotes(ctx: Context, sender: MailSender) {
  const byId = new Map<string, DeliveredMessage>()
  const noted = inBatches<PromiseSettledResult<DeliveredMessage>>(async (ids) => {
    const notes = await togetherOrAlone(
      ids.map((id) => byId.get(id)!),
      (delivered) => noteDeliveries(ctx, delivered, sender),
    )
    return new Map(ids.map((id, i) => [id, notes[i]!]))
  })
  return async (message: DeliveredMessage) => {
    byId.set(String(message.id), message)
    return outcomeOf((await noted(String(message.id)))!)
  }
}

/** Open pages that show an address as refused hear that it is not any more. */
function noteDeliveries(ctx: Context, messages: DeliveredMessage[], { onMended }: MailSender) {
  return transaction(ctx, async (ctx) => {
    const bookings = messages.filter(({ kind }) => isToCustomer(kind)).map(({ record_id }) => record_id)
    const ids = messages.map(({ id }) => id)
    await noteTold(
      ctx,
      messages.flatMap(({ tells = [] }) => tells),
    )
    const [mended] = await Promise.all([mendRefusals(ctx, bookings), noteSent(ctx, ids)])
    for (const booking of mended) await onMended(ctx, booking)
    return messages
  })
}

/** What came of something, as if it had just been done. */
async function outcomeOf<T>(result: PromiseSettledResult<T>): Promise<T> {
  if (result.status === 'rejected') throw result.reason
  return result.value
}

/** Nobody takes the message at its address: whoever works at the business should know, if it was for a customer. */
export function giveUpMessage(ctx: Context, id: number, failure: LastingFailure) {
  if (!(failure instanceof AddressRefused)) return
  return transaction(ctx, async (ctx) => {
    const message = await noteRefused(ctx, id, failure.answer)
    if (!message || !isToCustomer(message.kind)) return
    await ctx.jobs.add(ctx, 'notify', { event: 'email-refused', booking_id: message.record_id })
  })
}

/** It has left: whatever ails the database, one more attempt is cheaper than a second e-mail. */
async function withRetry(note: () => Promise<unknown>) {
  for (const pause of [100, 1_000, 5_000])
    try {
      return await note()
    } catch {
      // The last attempt, below, throws.
      await sleep(pause)
    }
  await note()
}
