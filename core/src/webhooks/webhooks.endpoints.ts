import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { idParam, idParams, pageQuery, pageTail } from '../contract/pagination.ts'
import { requiredLine } from '../fields/text.ts'
import { WEBHOOK_TRIAL, webhookEvents } from './webhook-events.ts'

const CHOOSE = 'Scegli almeno un avvenimento.'

/** Whether others on the way can read what is sent. */
const isReadable = (url: string) => /^http:\/\/(?!(127\.0\.0\.1|localhost)(:\d+)?(\/|$))/i.test(url)

export const webhookSchema = z
  .object({
    url: z.pipe(
      requiredLine('Scrivi l’indirizzo del programma.', 2000),
      z.url({ protocol: /^https?$/, error: 'Scrivi un indirizzo completo, che comincia con https://.' }),
    ),
    events: z.pipe(
      z
        .array(z.enum(webhookEvents, 'Questo avvenimento non esiste.'), CHOOSE)
        .check(z.minLength(1, CHOOSE), z.maxLength(50)),
      z.transform((chosen) => webhookEvents.filter((event) => chosen.includes(event))),
    ),
    /** Whether the customer's name, e-mail and telephone are sent, too. */
    contacts: z._default(z.boolean(), false),
    /** While paused, deliveries wait. */
    is_paused: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ url, contacts }) => !contacts || !isReadable(url), {
      path: ['contacts'],
      error: 'I recapiti partono solo verso un indirizzo che comincia con https://.',
    }),
  )
export type WebhookInput = z.infer<typeof webhookSchema>

const webhook = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  contacts: z.boolean(),
  /** DD-MM-YYYY HH:mm, local time of the business; null unless it is paused. */
  paused_at: z.nullable(z.string()),
  /** By staff, by three days of failures, or because the program answered 410. */
  paused_by: z.nullable(z.enum(['staff', 'failures', 'gone'])),
  /** Deliveries that have not arrived yet. */
  waiting: z.int(),
})
export type Webhook = z.infer<typeof webhook>

const deliveryFailures = ['status', 'timeout', 'address', 'connection'] as const

const delivery = z.object({
  id: z.int(),
  event: z.enum([...webhookEvents, WEBHOOK_TRIAL]),
  booking_id: z.nullable(z.int()),
  /** DD-MM-YYYY HH:mm, local time of the business, as the other times. */
  happened_at: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  /** Of a waiting delivery; null while the webhook is paused. */
  next_attempt_at: z.nullable(z.string()),
  attempted_at: z.nullable(z.string()),
  failure: z.nullable(z.enum(deliveryFailures)),
  /** The status that the program answered last. */
  status: z.nullable(z.int()),
})
export type WebhookDelivery = z.infer<typeof delivery>

const ADMIN = { access: 'admin', right: 'configuration' } as const

export const listWebhooks = endpoint({
  ...ADMIN,
  method: 'GET',
  path: '/webhooks',
  summary: 'Lists the addresses of other programs that are told what happens',
  status: 200,
  response: z.object({ webhooks: z.array(webhook) }),
})

export const createWebhook = endpoint({
  ...ADMIN,
  method: 'POST',
  path: '/webhooks',
  summary: 'Adds a webhook; only this response contains the secret that signs its deliveries (Standard Webhooks)',
  proof: true,
  status: 201,
  body: webhookSchema,
  response: z.extend(webhook, { secret: z.string() }),
})

export const updateWebhook = endpoint({
  ...ADMIN,
  method: 'PUT',
  path: '/webhooks/:id',
  summary: 'Changes, pauses or resumes a webhook',
  proof: true,
  status: 200,
  params: idParams,
  body: webhookSchema,
  response: webhook,
})

export const deleteWebhook = endpoint({
  ...ADMIN,
  method: 'DELETE',
  path: '/webhooks/:id',
  summary: 'Deletes a webhook and its deliveries',
  proof: true,
  status: 204,
  params: idParams,
})

export const listDeliveries = endpoint({
  ...ADMIN,
  method: 'GET',
  path: '/webhooks/:id/deliveries',
  summary: 'Lists the deliveries of the last 30 days, newest first',
  status: 200,
  params: idParams,
  query: pageQuery,
  response: z.object({ deliveries: z.array(delivery), ...pageTail }),
})

export const replayDelivery = endpoint({
  ...ADMIN,
  method: 'POST',
  path: '/webhooks/:id/deliveries/:delivery/replay',
  summary: 'Sends a delivery again, with the same id',
  status: 200,
  params: z.object({ id: idParam, delivery: idParam }),
  response: delivery,
})

export const tryWebhook = endpoint({
  ...ADMIN,
  method: 'POST',
  path: '/webhooks/:id/trial',
  summary: 'Sends an event of the type webhook.trial',
  status: 200,
  params: idParams,
  response: delivery,
})
