import * as devices from '@prenoto/core/session/devices.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../../plugins/endpoint-route.ts'
import { tokenHashOf } from '../access-token.ts'
import { listOwnSessions } from '../sessions.repository.ts'
import { deviceOf, placeOf } from './describe-device.ts'
import { endOtherSessions, endSession } from './end-sessions.ts'

export function deviceRoutes(app: FastifyInstance) {
  implement(app, devices.listSessions, async (ctx, _, raw) => {
    const sessions = await listOwnSessions(ctx, tokenHashOf(raw)!)
    return sessions.map(({ user_agent, address, ...session }) => ({
      ...session,
      device: deviceOf(user_agent),
      place: placeOf(address),
    }))
  })
  implement(app, devices.endSession, (ctx, { params }) => endSession(ctx, params.id))
  implement(app, devices.endOtherSessions, (ctx, _, raw) => endOtherSessions(ctx, tokenHashOf(raw)!))
}
