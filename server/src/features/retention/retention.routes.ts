import { type Removed, readRetention } from '@prenoto/core/retention/retention.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { retentionDay } from './apply-retention.ts'
import { countInactive, findLastRemoval, findLastRun } from './retention.repository.ts'

export function retentionRoutes(app: FastifyInstance) {
  implement(app, readRetention, async (ctx, { query: { months } }) => {
    const removal = await findLastRemoval(ctx)
    return {
      customers: months > 0 ? await countInactive(ctx, retentionDay(ctx, months)) : 0,
      last_run: await findLastRun(ctx),
      last_removal: removal ? { at: removal.at, removed: removal.removed as Removed } : null,
    }
  })
}
