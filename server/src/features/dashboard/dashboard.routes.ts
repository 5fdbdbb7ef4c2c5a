import { readSummary } from '@prenoto/core/dashboard/dashboard.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { countSummary } from './dashboard.repository.ts'

export function dashboardRoutes(app: FastifyInstance) {
  implement(app, readSummary, (ctx) => countSummary(ctx))
}
