import * as endpoints from '@prenoto/core/reports/reports.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { bookingsFile, customersFile } from './exports.ts'
import { readReport } from './read-report.ts'

export function reportRoutes(app: FastifyInstance) {
  implement(app, endpoints.readReport, (ctx, { query }) => readReport(ctx, query))
  implement(app, endpoints.exportBookings, (ctx, { query }) => bookingsFile(ctx, query), { limit: 'export' })
  implement(app, endpoints.exportCustomers, (ctx) => customersFile(ctx), { limit: 'export' })
}
