import * as endpoints from '@prenoto/core/second-factor/second-factor.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Encryption } from '../../../lib/encryption.ts'
import { implement } from '../../../plugins/endpoint-route.ts'
import {
  addPasskey,
  confirmTotp,
  readSecondFactor,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
} from './change-second-factor.ts'
import { toSite } from './site.ts'

export function secondFactorRoutes(app: FastifyInstance, encryption: Encryption) {
  implement(app, endpoints.readSecondFactor, (ctx) => readSecondFactor(ctx))
  implement(app, endpoints.startTotp, (ctx) => startTotp(ctx, encryption))
  implement(app, endpoints.confirmTotp, (ctx, { body }) => confirmTotp(ctx, body.code, encryption))
  implement(app, endpoints.removeTotp, (ctx) => removeTotp(ctx))
  implement(app, endpoints.startPasskey, async (ctx, _, raw) => ({ ...(await startPasskey(ctx, toSite(raw))) }))
  implement(app, endpoints.addPasskey, (ctx, { body }, raw) => addPasskey(ctx, body, toSite(raw)))
  implement(app, endpoints.removePasskey, (ctx, { params }) => removePasskey(ctx, params.id))
  implement(app, endpoints.renewRecoveryCodes, (ctx) => renewRecoveryCodes(ctx))
}
