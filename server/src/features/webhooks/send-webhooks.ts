import { Webhook } from 'standardwebhooks'
import type { Encryption } from '../../lib/encryption.ts'
import { AddressRefused, type Outgoing } from '../../lib/outgoing/outgoing.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import {
  type DueDelivery,
  hasActiveWebhook,
  leaseDeliveries,
  listContacts,
  noteFailures,
  type Outcome,
  pauseWebhooks,
  storeOutcomes,
} from './due-deliveries.repository.ts'
import { webhookPurpose } from './webhook-purpose.ts'

export type WebhookSender = { outgoing: Pick<Outgoing, 'send'>; encryption: Encryption }

/** Milliseconds. */
const TIMEOUT = 10_000

/** How long one job goes on, in milliseconds; another one continues. */
const JOB_TIME = 15_000

/** Seconds before the next attempts; the last value repeats. */
const PAUSES = [60, 300, 900, 3_600, 7_200, 14_400, 28_800]

const pauseAfter = (attempts: number) => PAUSES[Math.min(attempts, PAUSES.length) - 1]!

/** Lets the worker of a business send what is due, if it has webhooks. */
export async function wakeWebhooks(ctx: Context) {
  if (await hasActiveWebhook(ctx)) await ctx.jobs.add(ctx, 'send-webhook', {})
}

/** Handler of the job `send-webhook`: sends the due deliveries of a business. Jobs of the same business do the same. */
export async function sendWebhooks(ctx: Context, jobs: unknown[], sender: WebhookSender) {
  const [outcome] = await Promise.allSettled([sendDue(ctx, sender)])
  return jobs.map(() => outcome)
}

async function sendDue(ctx: Context, sender: WebhookSender) {
  const end = performance.now() + JOB_TIME
  for (;;) {
    const due = await transaction(ctx, leaseDeliveries)
    if (due.length === 0) return
    const contacts = await listContacts(
      ctx,
      due.flatMap(({ contacts, booking_id }) => (contacts && booking_id !== null ? [booking_id] : [])),
    )
    const outcomes = await Promise.all(
      due.map((delivery) => attempt(ctx, delivery, { ...sender, person: contacts.get(delivery.booking_id ?? 0) })),
    )
    await transaction(ctx, (ctx) => recordOutcomes(ctx, outcomes))
    // What waits behind a failure is left to the next check.
    if (outcomes.every(({ state }) => state !== 'delivered')) return
    if (performance.now() > end) return ctx.jobs.add(ctx, 'send-webhook', {})
  }
}

type Person = { name: string; surname: string; email: string; telephone: string }

async function attempt(
  ctx: Context,
  delivery: DueDelivery,
  { outgoing, encryption, person }: WebhookSender & { person: Person | undefined },
): Promise<Outcome & { isGone: boolean }> {
  const { id, webhook_id, attempts, is_last } = delivery
  const { failure, status } = await post(ctx, delivery, { outgoing, encryption, person })
  const isGone = status === 410
  const state = failure === null ? 'delivered' : isGone || is_last ? 'failed' : 'waiting'
  return { id, webhook_id, state, failure, status, seconds: pauseAfter(attempts), isGone }
}

async function post(
  ctx: Context,
  { id, webhook_id, url, secret, event, happened_at, data }: DueDelivery,
  { outgoing, encryption, person }: WebhookSender & { person: Person | undefined },
): Promise<Pick<Outcome, 'failure' | 'status'>> {
  const key = encryption.decrypt(webhookPurpose(ctx, webhook_id), secret).toString()
  const messageId = `msg_${ctx.tenant.id}_${id}`
  const body = JSON.stringify({
    type: event,
    timestamp: happened_at.toString(),
    data: person?.name ? { ...data, contacts: person } : data,
  })
  const sentAt = new Date()
  try {
    const { status } = await outgoing.send({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Prenoto-Webhooks',
        'webhook-id': messageId,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
        'webhook-signature': new Webhook(key).sign(messageId, sentAt, body),
      },
      body,
      timeout: TIMEOUT,
    })
    return { status, failure: status >= 200 && status < 300 ? null : 'status' }
  } catch (error) {
    if (error instanceof AddressRefused) return { status: null, failure: 'address' }
    const isTimeout = error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)
    return { status: null, failure: isTimeout ? 'timeout' : 'connection' }
  }
}

async function recordOutcomes(ctx: Context, outcomes: (Outcome & { isGone: boolean })[]) {
  const listWebhookIds = (some: typeof outcomes) => [...new Set(some.map(({ webhook_id }) => webhook_id))]
  await storeOutcomes(ctx, outcomes)
  await noteFailures(ctx, {
    delivered: listWebhookIds(outcomes.filter(({ state }) => state === 'delivered')),
    failed: listWebhookIds(outcomes.filter(({ failure }) => failure)),
  })
  const pausedIds = await pauseWebhooks(ctx, {
    gone: listWebhookIds(outcomes.filter(({ isGone }) => isGone)),
    givenUp: listWebhookIds(outcomes.filter(({ state }) => state === 'failed')),
  })
  for (const webhook_id of pausedIds) await ctx.jobs.add(ctx, 'notify', { event: 'webhook-paused', webhook_id })
}
