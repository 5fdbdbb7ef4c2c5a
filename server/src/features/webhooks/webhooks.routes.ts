import { cutPage } from '@prenoto/core/contract/pagination.ts'
import * as endpoints from '@prenoto/core/webhooks/webhooks.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Encryption } from '../../lib/encryption.ts'
import type { Outgoing } from '../../lib/outgoing/outgoing.ts'
import { implement } from '../../plugins/endpoint-route.ts'
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  replayDelivery,
  requireWebhook,
  tryWebhook,
} from './manage-webhooks.ts'
import { listDeliveries, listWebhooks } from './webhooks.repository.ts'

type WebhookRoutesParts = { encryption: Encryption; outgoing: Outgoing }

export function webhookRoutes(app: FastifyInstance, { encryption, outgoing }: WebhookRoutesParts) {
  implement(app, endpoints.listWebhooks, async (ctx) => ({ webhooks: await listWebhooks(ctx) }))
  implement(app, endpoints.createWebhook, (ctx, { body }) => addWebhook(ctx, body, { encryption, outgoing }))
  implement(app, endpoints.updateWebhook, (ctx, { params, body }) => changeWebhook(ctx, params.id, body, outgoing))
  implement(app, endpoints.deleteWebhook, (ctx, { params }) => removeWebhook(ctx, params.id))
  implement(app, endpoints.listDeliveries, async (ctx, { params: { id }, query: { per_page, last_id: after } }) => {
    await requireWebhook(ctx, id)
    const { items, ...tail } = cutPage(await listDeliveries(ctx, id, { after, limit: per_page + 1 }), per_page)
    return { deliveries: items, ...tail }
  })
  implement(app, endpoints.replayDelivery, (ctx, { params }) => replayDelivery(ctx, params.id, params.delivery))
  implement(app, endpoints.tryWebhook, (ctx, { params }) => tryWebhook(ctx, params.id))
}
