import { readDashboardSummary } from '@prenoto/core/dashboard/dashboard.endpoints.ts'
import { includesRole } from '@prenoto/core/users/role.ts'
import { listUsers } from '@prenoto/core/users/users.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../endpoint-route.ts'
import { countLive } from './dashboard.repository.ts'

export function dashboardRoutes(app: FastifyInstance) {
  implement(app, readDashboardSummary, async (ctx) => {
    const seesUsers = includesRole(ctx.user.role, listUsers.access)
    const [services, calendars, days_off, users] = await Promise.all([
      countLive(ctx, 'services'),
      countLive(ctx, 'calendars'),
      countLive(ctx, 'days_off'),
      seesUsers ? countLive(ctx, 'users') : null,
    ])
    return { services, calendars, days_off, users }
  })
}
