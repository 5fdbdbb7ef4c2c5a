import { readSummary } from '@prenoto/core/dashboard/dashboard.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { countEverything } from './dashboard.repository.ts'

export function dashboardRoutes(app: FastifyInstance) {
  implement(app, readSummary, (ctx) => countEverything(ctx))
}
