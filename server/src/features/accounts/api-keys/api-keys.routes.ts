import * as endpoints from '@prenoto/core/api-keys/api-keys.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../../plugins/endpoint-route.ts'
import { listKeys } from './api-keys.repository.ts'
import { createKey, revokeKey } from './manage-keys.ts'

export function apiKeyRoutes(app: FastifyInstance) {
  implement(app, endpoints.listApiKeys, async (ctx) => ({ keys: await listKeys(ctx) }))
  implement(app, endpoints.createApiKey, (ctx, { body }) => createKey(ctx, body))
  implement(app, endpoints.revokeApiKey, (ctx, { params }) => revokeKey(ctx, params.id))
}
