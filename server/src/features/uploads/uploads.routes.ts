import { PICTURE_WIDTHS } from '@prenoto/core/uploads/picture-address.ts'
import * as endpoints from '@prenoto/core/uploads/uploads.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import type { Uploads } from './open-uploads.ts'
import { storePicture } from './pictures.ts'
import { receiveImages } from './receive-images.ts'
import { imageAddress, PUBLIC_IMAGE_HEADERS, randomName, readImage, storeImages } from './store-images.ts'

/** Pixels: enough for a page's width. */
const IMAGE_SIDE = 2048

/** Cached by browsers, not by proxies; a key is never reused. */
const PRIVATE_IMAGE_HEADERS = {
  'cache-control': 'private, max-age=86400, immutable',
  vary: 'authorization',
  'content-disposition': 'inline; filename="immagine.webp"',
}

export function uploadRoutes(app: FastifyInstance, uploads: Uploads) {
  implement(
    app,
    endpoints.uploadImage,
    async (ctx, _, request) => {
      const { file: field } = endpoints.uploadImage
      const { image: content } = await receiveImages(ctx, uploads, { request, field, side: IMAGE_SIDE })
      const key = `${randomName()}.webp`
      await storeImages(ctx, uploads, { images: [{ key, content, purpose: 'image' }], field })
      return { imageUrl: imageAddress(key) }
    },
    { limit: 'upload' },
  )
  implement(
    app,
    endpoints.readUpload,
    (ctx, { params }) => readImage(ctx, uploads, { key: params.key, purposes: ['photo', 'image'] }),
    { headers: PRIVATE_IMAGE_HEADERS },
  )
  implement(
    app,
    endpoints.uploadPicture,
    async (ctx, _, request) => {
      const { file: field } = endpoints.uploadPicture
      const form = { request, field, side: PICTURE_WIDTHS.large, variants: ['middle' as const, 'small' as const] }
      return storePicture(ctx, uploads, await receiveImages(ctx, uploads, form))
    },
    { limit: 'upload' },
  )
  implement(
    app,
    endpoints.readPicture,
    (ctx, { params }) => readImage(ctx, uploads, { key: params.key, purposes: ['picture'] }),
    { headers: PUBLIC_IMAGE_HEADERS },
  )
}
