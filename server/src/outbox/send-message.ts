import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import { inBatches } from '../lib/batches.ts'
import { inSpan } from '../lib/tracing.ts'
import { batchOrEach } from '../queue/batch-or-each.ts'
import type { LastingFailure } from '../queue/queue.ts'
import { type Context, transaction } from '../tenants/context.ts'
import { admitMails, type Postponement, type ReadyMail } from './mail-budget.ts'
import type { Mail, Mailer } from './mailer.ts'
import {
  isToCustomer,
  type LeasedMessage,
  leaseMessages,
  markDropped,
  markRefused,
  markSent,
  recordNotifiedTimes,
  releaseMessage,
  resolveRefusals,
} from './messages.repository.ts'
import { AddressRefused } from './smtp-failure.ts'
import { withRetry } from './with-retry.ts'

const emails = new Counter({
  name: 'prenoto_emails_total',
  help: 'E-mails by outcome: sent, dropped (no longer apply), failed (an attempt), refused (an address, for good) or postponed (beyond a limit)',
  labelNames: ['outcome'],
})

for (const outcome of ['sent', 'dropped', 'failed', 'refused', 'postponed']) emails.inc({ outcome }, 0)

/** Why a message no longer applies and is not sent. */
export type Dropped = {
  dropped:
    | 'gone'
    | 'started'
    | 'rescheduled'
    | 'superseded'
    | 'restricted'
    | 'no address'
    | 'not completed'
    | 'blocked'
    | 'refused'
    | 'off'
}

type Written = PromiseSettledResult<Mail | Dropped>

export type MailSender = {
  mailer: Mailer
  /** Writes messages of one tenant from the present data; each may fail alone. */
  write(ctx: Context, messages: LeasedMessage[]): Promise<Written[]>
  /** Called in the transaction that records a delivery to an address that was refused before. */
  onRefusalResolved(ctx: Context, bookingId: number): Promise<void>
  log: Logger
}

/**
 * Handler of the job `send-email`: sends messages of one tenant at the same time, or drops those that no longer apply.
 * A message fails if another worker is sending it or its delivery fails.
 */
export async function sendMessages(ctx: Context, messageIds: number[], sender: MailSender) {
  const ids = [...new Set(messageIds)]
  const leases = await batchOrEach(ids, (ids) => leaseMessages(ctx, ids))
  const leased = leases.flatMap((lease) =>
    lease.status === 'fulfilled' && typeof lease.value === 'object' ? [lease.value] : [],
  )
  const written = await writeAll(ctx, leased, sender)
  // A pause of the business waits for leased messages.
  const ending = { ...ctx, db: ctx.db.evenPaused() }
  const recordDelivery = deliveryRecorder(ending, sender)
  const { postponed, refund } = await admitMails(ending, readyMails(leased, written))

  async function send(message: LeasedMessage) {
    let mail: Mail | Dropped
    try {
      mail = await unwrap(written.get(message.id)!)
      if ('dropped' in mail) {
        await markDropped(ending, message.id, mail.dropped)
        emails.inc({ outcome: 'dropped' })
        sender.log.info(
          { tenant: ctx.tenant.id, message: message.id, kind: message.kind, reason: mail.dropped },
          'message dropped',
        )
        return
      }
      const postponement = postponed.get(message.id)
      if (postponement) {
        await postpone(ending, message, postponement)
        emails.inc({ outcome: 'postponed' })
        sender.log.warn(
          { tenant: ctx.tenant.id, message: message.id, reason: postponement.reason },
          'message postponed',
        )
        return
      }
      const { kind, id } = message
      await inSpan('deliver', { 'prenoto.message': id, 'prenoto.kind': kind }, () =>
        sender.mailer.deliver(mail as Mail),
      )
      emails.inc({ outcome: 'sent' })
    } catch (error) {
      emails.inc({ outcome: 'failed' })
      await refund(message.id)
      await releaseMessage(ending, message)
      throw error
    }
    const { notifiedVisits } = mail
    await withRetry(() => recordDelivery({ ...message, notifiedVisits }))
  }

  const outcomes = await Promise.allSettled(
    leases.map(async (lease) => {
      const message = await unwrap(lease)
      if (message === 'busy') throw new Error('Another worker is sending this message')
      if (message) await send(message)
    }),
  )
  return messageIds.map((id) => outcomes[ids.indexOf(id)]!)
}

const readyMails = (messages: LeasedMessage[], written: ReadonlyMap<number, Written>): ReadyMail[] =>
  messages.flatMap(({ id, kind }) => {
    const result = written.get(id)
    if (result?.status !== 'fulfilled' || 'dropped' in result.value) return []
    const { to, isByStaff } = result.value
    return [{ id, kind, to, isByStaff }]
  })

/** Sends a message later, when its counters begin anew, and tells the business. */
const postpone = (ctx: Context, message: LeasedMessage, { reason, milliseconds }: Postponement) =>
  transaction(ctx, async (ctx) => {
    const startAfter = Math.ceil(milliseconds / 1000) + 1
    await ctx.jobs.add(ctx, 'send-email', { message_id: message.id }, { startAfter })
    const day = todayIn(ctx.tenant.time_zone, ctx.now)
    await ctx.jobs.add(ctx, 'notify', { event: 'emails-postponed', reason, day })
    await releaseMessage(ctx, message)
  })

/** The written e-mails by message id. */
async function writeAll(ctx: Context, messages: LeasedMessage[], { write }: MailSender) {
  if (messages.length === 0) return new Map<number, Written>()
  const written = await write(ctx, messages).catch((reason) =>
    messages.map((): Written => ({ status: 'rejected', reason })),
  )
  return new Map(messages.map(({ id }, i) => [id, written[i]!]))
}

type DeliveredMessage = LeasedMessage & Pick<Mail, 'notifiedVisits'>

/** Records a delivery immediately; deliveries that end while a write is running share the next one. */
function deliveryRecorder(ctx: Context, sender: MailSender) {
  const byId = new Map<string, DeliveredMessage>()
  const recorded = inBatches<PromiseSettledResult<DeliveredMessage>>(async (ids) => {
    const results = await batchOrEach(
      ids.map((id) => byId.get(id)!),
      (delivered) => recordDeliveries(ctx, delivered, sender),
    )
    return new Map(ids.map((id, i) => [id, results[i]!]))
  })
  return async (message: DeliveredMessage) => {
    byId.set(String(message.id), message)
    return unwrap((await recorded(String(message.id)))!)
  }
}

function recordDeliveries(ctx: Context, messages: DeliveredMessage[], { onRefusalResolved }: MailSender) {
  return transaction(ctx, async (ctx) => {
    const bookings = messages.filter(({ kind }) => isToCustomer(kind)).map(({ record_id }) => record_id)
    const ids = messages.map(({ id }) => id)
    await recordNotifiedTimes(
      ctx,
      messages.flatMap(({ notifiedVisits = [] }) => notifiedVisits),
    )
    const resolved = await resolveRefusals(ctx, bookings)
    await markSent(ctx, ids)
    for (const booking of resolved) await onRefusalResolved(ctx, booking)
    return messages
  })
}

async function unwrap<T>(result: PromiseSettledResult<T>): Promise<T> {
  if (result.status === 'rejected') throw result.reason
  return result.value
}

/** After the last attempt: records a refused address and notifies staff if the message was for a customer. */
export function recordRefusal(ctx: Context, id: number, failure: LastingFailure) {
  if (!(failure instanceof AddressRefused)) return
  return transaction(ctx, async (ctx) => {
    const message = await markRefused(ctx, id, failure.answer)
    if (!message) return
    emails.inc({ outcome: 'refused' })
    if (!isToCustomer(message.kind)) return
    await ctx.jobs.add(ctx, 'notify', { event: 'email-refused', booking_id: message.record_id })
  })
}
