import { includesRole } from '@prenoto/core/contract/role.ts'
import { readSummary } from '@prenoto/core/dashboard/dashboard.endpoints.ts'
import { readFirstSteps, updateFirstSteps } from '@prenoto/core/dashboard/first-steps.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { findUnusualBookings } from '../bookings/unusual/unusual-bookings.ts'
import { countSummary } from './dashboard.repository.ts'
import { findFirstSteps, markLinkAsShared, setFirstStepsShown } from './first-steps.repository.ts'

export function dashboardRoutes(app: FastifyInstance) {
  implement(app, readSummary, async (ctx) => {
    const { may_have_burst, shows_first_steps, ...counts } = await countSummary(ctx)
    const isShown = may_have_burst && includesRole(ctx.user.role, 'editor')
    return {
      ...counts,
      unusual_bookings: isShown ? (await findUnusualBookings(ctx)).length : 0,
      shows_first_steps: shows_first_steps && includesRole(ctx.user.role, 'admin'),
    }
  })
  implement(app, readFirstSteps, findFirstSteps)
  implement(app, updateFirstSteps, async (ctx, { body }) => {
    if (body.is_shared) await markLinkAsShared(ctx)
    if (body.is_shown !== undefined) await setFirstStepsShown(ctx, body.is_shown)
    return findFirstSteps(ctx)
  })
}
