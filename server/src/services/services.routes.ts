import * as endpoints from '@prenoto/core/services/services.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { AnswerCache } from '../answer-cache.ts'
import { implement } from '../endpoint-route.ts'
import { publicServiceJson, publicServicesJson } from './public-services.ts'

export function serviceRoutes(app: FastifyInstance, answers: AnswerCache) {
  implement(app, endpoints.listPublicServices, (ctx, { query }) => publicServicesJson(ctx, answers, query))
  implement(app, endpoints.readPublicService, (ctx, { params }) => publicServiceJson(ctx, answers, params.serviceId))
}
