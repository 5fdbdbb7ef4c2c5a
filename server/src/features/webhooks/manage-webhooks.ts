import { randomBytes } from 'node:crypto'
import { WEBHOOK_TRIAL, webhookEventNames } from '@prenoto/core/webhooks/webhook-events.ts'
import type { Webhook, WebhookInput } from '@prenoto/core/webhooks/webhooks.endpoints.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { AddressRefused, type Outgoing } from '../../lib/outgoing/outgoing.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { AddressNotPublic, DeliveryNotFound, TooManyWebhooks, WebhookNotFound } from './errors.ts'
import { webhookPurpose } from './webhook-purpose.ts'
import {
  deleteWebhook,
  findDelivery,
  insertTrial,
  insertWebhook,
  listWebhooks,
  lockWebhooks,
  newWebhookId,
  resetDelivery,
  updateWebhook,
} from './webhooks.repository.ts'

const MAX_WEBHOOKS = 10

type Reachable = Pick<Outgoing, 'requireReachable'>

/** Throws 422 for an address that may not be reached. */
async function requireReachable(outgoing: Reachable, url: string) {
  try {
    await outgoing.requireReachable(url)
  } catch (error) {
    throw error instanceof AddressRefused ? new AddressNotPublic('url') : error
  }
}

/** Only the host: the rest of an address may be a secret of the other program. */
const auditedWebhook = ({ url, events, contacts, is_paused }: WebhookInput) => ({
  domain: new URL(url).host,
  webhook_events: events.map((event) => webhookEventNames[event]).join(', '),
  webhook_contacts: contacts,
  webhook_paused: is_paused,
})

const toInput = ({ url, events, contacts, paused_at }: Webhook): WebhookInput => ({
  ...{ url, events, contacts },
  is_paused: paused_at !== null,
})

/** Throws 404. */
async function findWebhook(ctx: StaffContext, id: number) {
  const webhook = (await listWebhooks(ctx)).find((one) => one.id === id)
  if (!webhook) throw new WebhookNotFound()
  return webhook
}

/** Adds a webhook. Throws 409 when the business has too many or there is no key for secrets, 422 for its address. */
export async function addWebhook(
  ctx: StaffContext,
  webhook: WebhookInput,
  { encryption, outgoing }: { encryption: Encryption; outgoing: Reachable },
) {
  await requireReachable(outgoing, webhook.url)
  return transaction(ctx, async (ctx) => {
    await lockWebhooks(ctx)
    if ((await listWebhooks(ctx)).length >= MAX_WEBHOOKS) throw new TooManyWebhooks()
    const id = await newWebhookId(ctx)
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    const ciphertext = encryption.encrypt(webhookPurpose(ctx, id), Buffer.from(secret))
    await insertWebhook(ctx, { ...webhook, id, secret: ciphertext })
    await recordAudit(ctx, {
      action: 'webhook.created',
      subject: { type: 'webhook', id },
      after: auditedWebhook(webhook),
    })
    return { ...(await findWebhook(ctx, id)), secret }
  })
}

/** Changes, pauses or resumes a webhook. Throws 404, and 422 for its address. */
export async function changeWebhook(ctx: StaffContext, id: number, webhook: WebhookInput, outgoing: Reachable) {
  await findWebhook(ctx, id)
  await requireReachable(outgoing, webhook.url)
  return transaction(ctx, async (ctx) => {
    await lockWebhooks(ctx)
    const before = auditedWebhook(toInput(await findWebhook(ctx, id)))
    await updateWebhook(ctx, id, webhook)
    const after = auditedWebhook(webhook)
    await recordAudit(ctx, { action: 'webhook.updated', subject: { type: 'webhook', id }, before, after })
    if (!webhook.is_paused) await ctx.jobs.add(ctx, 'send-webhook', {})
    return findWebhook(ctx, id)
  })
}

/** Throws 404. */
export function removeWebhook(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    await lockWebhooks(ctx)
    const before = auditedWebhook(toInput(await findWebhook(ctx, id)))
    await deleteWebhook(ctx, id)
    await recordAudit(ctx, { action: 'webhook.deleted', subject: { type: 'webhook', id }, before })
  })
}

/** Throws 404. */
export const requireWebhook = findWebhook

/** Sends a delivery again. Throws 404. */
export function replayDelivery(ctx: StaffContext, webhookId: number, id: number) {
  return transaction(ctx, async (ctx) => {
    if (!(await findDelivery(ctx, webhookId, id))) throw new DeliveryNotFound()
    await resetDelivery(ctx, webhookId, id)
    return announce(ctx, webhookId, { id, trigger: 'webhook.replayed' })
  })
}

/** Sends a trial. Throws 404. */
export function tryWebhook(ctx: StaffContext, webhookId: number) {
  return transaction(ctx, async (ctx) => {
    await findWebhook(ctx, webhookId)
    const id = await insertTrial(ctx, webhookId, WEBHOOK_TRIAL)
    return announce(ctx, webhookId, { id, trigger: 'webhook.tried' })
  })
}

type Announced = { id: number; trigger: 'webhook.replayed' | 'webhook.tried' }

async function announce(ctx: StaffContext, webhookId: number, { id, trigger }: Announced) {
  await recordAudit(ctx, { action: trigger, subject: { type: 'webhook', id: webhookId } })
  await ctx.jobs.add(ctx, 'send-webhook', {})
  return (await findDelivery(ctx, webhookId, id))!
}
