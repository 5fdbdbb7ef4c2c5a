import { tooManyPixels } from '@prenoto/core/uploads/image-limits.ts'
import { BROKEN_IMAGE, UNSUPPORTED_IMAGE } from '@prenoto/core/uploads/uploads.endpoints.ts'
import type { FastifyRequest } from 'fastify'
import { HttpError, invalid } from '../../lib/errors.ts'
import { logOf } from '../../plugins/request-log.ts'
import type { StaffContext } from '../../tenants/context.ts'
import { ImageRejected, resizeInWorker } from './image-worker.ts'
import type { Uploads } from './open-uploads.ts'
import { checkForm, readPicture, watchSender } from './read-picture.ts'
import type { ResizedImages, ResizeOptions, Variant } from './resize-image.ts'
import { requireQuota } from './store-images.ts'

const SLOW = 'L’immagine richiede troppo tempo per essere letta: salvala di nuovo come JPEG o PNG e riprova.'

type Form = { request: FastifyRequest; field: string }

/**
 * Resizes the image in a field of a multipart form. Reads the body only once a permit is free.
 * Throws 400, 408, 413, 415 and 422 for an invalid upload, 503 when the queue is full.
 */
export async function receiveImages<C extends Variant = never>(
  ctx: StaffContext,
  uploads: Uploads,
  { request, field, ...options }: Form & ResizeOptions<C>,
): Promise<ResizedImages<C>> {
  checkForm(request, field)
  await requireQuota(ctx, uploads, field)

  const { processing, resizing, limits } = uploads
  const { signal, unwatch } = watchSender(request)
  const releases: (() => void)[] = []
  try {
    releases.push(await processing.acquire(ctx.tenant.id, signal))
    const picture = await readPicture(request, field, { signal, timeout: limits.receiveTimeout })
    if (!imageTypeOf(picture))
      throw new HttpError(415, UNSUPPORTED_IMAGE, [{ path: field, message: UNSUPPORTED_IMAGE }])

    releases.push(await resizing.acquire(ctx.tenant.id, signal))
    return await resizeInWorker(picture, options, { signal, timeout: limits.resizeTimeout })
  } catch (error) {
    if (signal.aborted) logOf(request).debug('upload aborted by the client')
    if (!(error instanceof ImageRejected)) throw error
    if (error.cause) logOf(request).warn({ err: error.cause }, 'picture could not be resized')
    throw invalid(field, reasonOf(error))
  } finally {
    for (const release of releases) release()
    unwatch()
  }
}

function reasonOf({ reason: { megapixels, isSlow } }: ImageRejected) {
  if (megapixels) return tooManyPixels(megapixels)
  return isSlow ? SLOW : BROKEN_IMAGE
}

const startsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

/** The first bytes of each accepted type. */
const SIGNATURES: [type: string, matches: (bytes: Buffer) => boolean][] = [
  ['image/png', (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (bytes) => startsWith(bytes, '\xff\xd8\xff')],
  ['image/gif', (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')],
  ['image/webp', (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)],
  ['image/avif', (bytes) => startsWith(bytes, 'ftypavif', 4) || startsWith(bytes, 'ftypavis', 4)],
]

/** The media type by the file's content, not by its name; undefined for types that are not accepted. */
const imageTypeOf = (bytes: Buffer) => SIGNATURES.find(([, matches]) => matches(bytes))?.[0]
