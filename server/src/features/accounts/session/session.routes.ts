import * as account from '@prenoto/core/session/account.endpoints.ts'
import { requestPasswordLink as requestLinkEndpoint } from '@prenoto/core/session/forgot-password.endpoints.ts'
import { logIn as logInEndpoint } from '@prenoto/core/session/log-in.endpoints.ts'
import * as passwordLinks from '@prenoto/core/session/password-links.endpoints.ts'
import * as proofs from '@prenoto/core/session/proof.endpoints.ts'
import {
  completeLogIn as completion,
  startPasskeyLogIn as passkeyLogIn,
} from '@prenoto/core/session/second-step.endpoints.ts'
import { logOut as logOutEndpoint, readUserInfo } from '@prenoto/core/session/session.endpoints.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Encryption } from '../../../lib/encryption.ts'
import { HttpError, InvalidField } from '../../../lib/errors.ts'
import { clientAddress } from '../../../plugins/client-address.ts'
import { implement } from '../../../plugins/endpoint-route.ts'
import { getLog } from '../../../plugins/request-log.ts'
import type { Uploads } from '../../uploads/open-uploads.ts'
import { receiveImages } from '../../uploads/receive-images.ts'
import { toSite } from '../second-factor/site.ts'
import { passkeyRequestOptions } from '../second-factor/verify-passkey.ts'
import { isSameEmail } from '../users/change-email.ts'
import { hashBearerToken } from './access-token.ts'
import { changePhoto } from './change-photo.ts'
import { changeProfile } from './change-profile.ts'
import { confirmEmail, readEmailLink, restoreEmail } from './email-link.ts'
import type { Caller } from './known-device.ts'
import { logIn } from './log-in.ts'
import type { LogInLimits } from './log-in-limits.ts'
import { logOut } from './log-out.ts'
import { changePassword } from './passwords/change-password.ts'
import { requestPasswordLink } from './passwords/request-password-link.ts'
import { readPasswordLink, setPassword } from './passwords/set-password.ts'
import { proveIdentity, requireProof } from './prove-identity.ts'
import { completeLogIn, startPasskeyLogIn } from './second-step.ts'

/** Pixels: the size of the largest avatar on screen. */
const PHOTO_SIDE = 512

/** Characters: browsers send less than half of it. */
const MAX_USER_AGENT = 300

type SessionParts = { limits: LogInLimits; uploads: Uploads; encryption: Encryption; isLocal: boolean }

/** Logs a wrong password, code or passkey, without the typed values. */
const logRefusal = (request: FastifyRequest) => (error: unknown) => {
  const isRefused = error instanceof InvalidField || (error instanceof HttpError && error.status === 401)
  if (isRefused) getLog(request).warn('log-in failed')
  throw error
}

export function sessionRoutes(app: FastifyInstance, { limits, uploads, encryption, isLocal }: SessionParts) {
  implement(app, logInEndpoint, (ctx, { headers, body }, raw) =>
    logIn(ctx, body, toCaller(headers, raw), { limits, isLocal }).catch(logRefusal(raw)),
  )
  implement(app, passkeyLogIn, async (ctx, { headers, body }, raw) => ({
    ...(await startPasskeyLogIn(ctx, body.challenge, toCaller(headers, raw))),
  }))
  implement(app, completion, (ctx, { headers, body }, raw) =>
    completeLogIn(ctx, body, toCaller(headers, raw), { limits, encryption }).catch(logRefusal(raw)),
  )
  implement(app, requestLinkEndpoint, (ctx, { headers, body }, raw) =>
    requestPasswordLink(ctx, body, toCaller(headers, raw), limits),
  )
  implement(app, passwordLinks.readPasswordLink, (ctx, { body }, raw) =>
    readPasswordLink(ctx, body.token, clientAddress(raw), limits),
  )
  implement(app, passwordLinks.setPassword, (ctx, { headers, body }, raw) =>
    setPassword(ctx, body, toCaller(headers, raw), limits),
  )
  implement(app, account.readEmailLink, (ctx, { body }, raw) =>
    readEmailLink(ctx, body.token, clientAddress(raw), limits),
  )
  implement(app, account.confirmEmail, (ctx, { headers, body }, raw) =>
    confirmEmail(ctx, body, toCaller(headers, raw), limits),
  )
  implement(app, account.restoreEmail, (ctx, { body }, raw) =>
    restoreEmail(ctx, body.token, clientAddress(raw), limits),
  )
  implement(app, logOutEndpoint, (ctx, _, raw) => logOut(ctx, hashBearerToken(raw)!))
  implement(app, proofs.proveIdentity, (ctx, { headers, body }, raw) =>
    proveIdentity(ctx, hashBearerToken(raw)!, { ...body, caller: toCaller(headers, raw), limits }),
  )
  implement(app, proofs.startPasskeyProof, async (ctx, _, raw) => ({
    ...(await passkeyRequestOptions(ctx, { userId: ctx.user.id, purpose: 'proof' }, toSite(raw))),
  }))
  implement(app, readUserInfo, async (ctx) => ctx.user)
  implement(app, account.updateProfile, async (ctx, { body }, raw) => {
    if (!isSameEmail(body.email, ctx.user.email)) await requireProof(ctx, hashBearerToken(raw)!)
    return changeProfile(ctx, body)
  })
  implement(app, account.updatePassword, (ctx, { headers, body }, raw) =>
    changePassword(ctx, body, toCaller(headers, raw), limits),
  )
  implement(
    app,
    account.uploadPhoto,
    async (ctx, _, request) => {
      const { file: field } = account.uploadPhoto
      const { image } = await receiveImages(ctx, uploads, { request, field, side: PHOTO_SIDE })
      return changePhoto(ctx, uploads, image)
    },
    { limit: 'upload' },
  )
}

const toCaller = (headers: { 'device-id'?: string }, raw: FastifyRequest): Caller => ({
  address: clientAddress(raw),
  device: headers['device-id'],
  userAgent: (raw.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
  site: toSite(raw),
})
