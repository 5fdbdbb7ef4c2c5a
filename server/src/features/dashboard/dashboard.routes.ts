import { includesRole } from '@prenoto/core/contract/role.ts'
import { readSummary } from '@prenoto/core/dashboard/dashboard.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { findUnusualBookings } from '../bookings/unusual/unusual-bookings.ts'
import { countSummary } from './dashboard.repository.ts'

export function dashboardRoutes(app: FastifyInstance) {
  implement(app, readSummary, async (ctx) => {
    const { may_have_burst, ...counts } = await countSummary(ctx)
    const isShown = may_have_burst && includesRole(ctx.user.role, 'editor')
    return { ...counts, unusual_bookings: isShown ? (await findUnusualBookings(ctx)).length : 0 }
  })
}
