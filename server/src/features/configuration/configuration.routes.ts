import * as endpoints from '@prenoto/core/configuration/configuration.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { hashBearerToken } from '../accounts/session/access-token.ts'
import { requireProof } from '../accounts/session/prove-identity.ts'
import type { Uploads } from '../uploads/open-uploads.ts'
import { receiveImages } from '../uploads/receive-images.ts'
import { PUBLIC_IMAGE_HEADERS, readImage } from '../uploads/store-images.ts'
import { changeConfiguration } from './change-configuration.ts'
import { changeLogo } from './change-logo.ts'
import { findConfiguration } from './configuration.repository.ts'
import { needsProof } from './guarded-settings.ts'

/** Pixels: the size of the largest logo on screen. */
const LOGO_SIDE = 1024

export function configurationRoutes(app: FastifyInstance, uploads: Uploads) {
  implement(app, endpoints.readConfiguration, (ctx) => findConfiguration(ctx))
  implement(app, endpoints.updateConfiguration, async (ctx, { headers, body }, raw) => {
    if (await needsProof(ctx, body)) await requireProof(ctx, hashBearerToken(raw)!)
    return changeConfiguration(ctx, body, headers['if-match'])
  })
  implement(
    app,
    endpoints.uploadLogo,
    async (ctx, { headers }, request) => {
      const { file: field } = endpoints.uploadLogo
      const form = { request, field, side: LOGO_SIDE, variants: ['icon' as const, 'mailLogo' as const] }
      return changeLogo(ctx, uploads, await receiveImages(ctx, uploads, form), headers['if-match'])
    },
    { limit: 'upload' },
  )
  for (const endpoint of [endpoints.readLogo, endpoints.readIcon, endpoints.readMailLogo])
    implement(app, endpoint, (ctx, { params }) => readImage(ctx, uploads, { key: params.key, purposes: ['logo'] }), {
      headers: PUBLIC_IMAGE_HEADERS,
    })
}
