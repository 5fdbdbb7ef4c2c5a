import * as endpoints from '@prenoto/core/rights/rights.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { changeRight } from './change-right.ts'
import { readRights } from './read-rights.ts'

export function rightRoutes(app: FastifyInstance) {
  implement(app, endpoints.readRights, (ctx) => readRights(ctx))
  implement(app, endpoints.updateRights, async (ctx, { body }) => {
    await changeRight(ctx, body)
    return readRights(ctx)
  })
  implement(app, endpoints.readOwnRights, async ({ user }) => ({ withdrawn: user.withdrawn_rights ?? [] }))
}
