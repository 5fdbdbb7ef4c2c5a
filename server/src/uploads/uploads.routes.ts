import * as endpoints from '@prenoto/core/uploads/uploads.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../endpoint-route.ts'
import type { FileStore } from './file-store.ts'
import { keepStaffImage, readImage } from './keep-image.ts'
import { receiveImage } from './receive-image.ts'

/** Pixels: enough for a page's width. */
const IMAGE_SIDE = 2048

/** For the browser that asked and no proxy; a key is never given to another file. */
const PRIVATE = {
  'cache-control': 'private, max-age=86400, immutable',
  vary: 'authorization',
  'content-disposition': 'inline',
}

export function uploadRoutes(app: FastifyInstance, files: FileStore) {
  implement(app, endpoints.uploadImage, async (ctx, _, raw) => ({
    imageUrl: await keepStaffImage(
      ctx,
      files,
      await receiveImage(raw, endpoints.uploadImage.file, IMAGE_SIDE),
      'image',
    ),
  }))
  implement(app, endpoints.readUpload, (ctx, { params }) => readImage(ctx, files, params.key, ['photo', 'image']), {
    headers: PRIVATE,
  })
}
