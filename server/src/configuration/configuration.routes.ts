import * as endpoints from '@prenoto/core/configuration/configuration.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../endpoint-route.ts'
import type { FileStore } from '../uploads/file-store.ts'
import { readImage } from '../uploads/keep-image.ts'
import { receiveImage } from '../uploads/receive-image.ts'
import { changeConfiguration } from './change-configuration.ts'
import { changeLogo } from './change-logo.ts'
import { findConfiguration } from './configuration.repository.ts'

/** Pixels: as sharp as the largest logo is shown. */
const LOGO_SIDE = 1024

/** For everybody and for good, since a name is never given to another file; web mail shows it on sites of its own. */
const PUBLIC = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
  'content-disposition': 'inline',
}

export function configurationRoutes(app: FastifyInstance, files: FileStore) {
  implement(app, endpoints.readConfiguration, (ctx) => findConfiguration(ctx))
  implement(app, endpoints.updateConfiguration, (ctx, { body }) => changeConfiguration(ctx, body))
  implement(app, endpoints.uploadLogo, async (ctx, _, raw) =>
    changeLogo(ctx, files, await receiveImage(raw, endpoints.uploadLogo.file, LOGO_SIDE)),
  )
  for (const endpoint of [endpoints.readLogo, endpoints.readIcon, endpoints.readMailLogo])
    implement(app, endpoint, (ctx, { params }) => readImage(ctx, files, params.key, ['logo']), { headers: PUBLIC })
}
