import * as devices from '@prenoto/core/session/devices.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { clientAddress } from '../../../../plugins/client-address.ts'
import { implement } from '../../../../plugins/endpoint-route.ts'
import { hashBearerToken } from '../access-token.ts'
import type { LogInLimits } from '../log-in-limits.ts'
import { listOwnSessions } from '../sessions.repository.ts'
import { describeDevice, describePlace } from './describe-device.ts'
import { endOtherSessions, endSession } from './end-sessions.ts'
import { lockOutIntruder, readDeviceLink } from './lock-out-intruder.ts'

export function deviceRoutes(app: FastifyInstance, limits: LogInLimits) {
  implement(app, devices.listSessions, async (ctx, _, raw) => {
    const sessions = await listOwnSessions(ctx, hashBearerToken(raw)!)
    return sessions.map(({ user_agent, address, ...session }) => ({
      ...session,
      device: describeDevice(user_agent),
      place: describePlace(address),
    }))
  })
  implement(app, devices.readDeviceLink, (ctx, { body }, raw) =>
    readDeviceLink(ctx, body.token, clientAddress(raw), limits),
  )
  implement(app, devices.lockOutIntruder, (ctx, { body }, raw) =>
    lockOutIntruder(ctx, body.token, clientAddress(raw), limits),
  )
  implement(app, devices.endSession, (ctx, { params }) => endSession(ctx, params.id))
  implement(app, devices.endOtherSessions, (ctx, _, raw) => endOtherSessions(ctx, hashBearerToken(raw)!))
}
