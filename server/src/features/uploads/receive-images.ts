import { UNSUPPORTED_DOCUMENT, UNSUPPORTED_IMAGE } from '@prenoto/core/uploads/uploads.endpoints.ts'
import type { FastifyRequest } from 'fastify'
import { HttpError, invalid } from '../../lib/errors.ts'
import { getLog } from '../../plugins/request-log.ts'
import type { StaffContext } from '../../tenants/context.ts'
import { detectImageType, isPdf } from './file-type.ts'
import type { Uploads } from './open-uploads.ts'
import { checkForm, type FormFile, readFormFile, watchSender } from './read-picture.ts'
import { ImageRejected, type ResizedImages, type ResizeOptions, resizeImage, type Variant } from './resize-image.ts'
import { requireQuota } from './store-images.ts'

type Form = { request: FastifyRequest; field: string }

/** Resizes the image in a field of a multipart form. Throws as `receiveFile`. */
export const receiveImages = <V extends Variant = never>(
  ctx: StaffContext,
  uploads: Uploads,
  { request, field, ...options }: Form & ResizeOptions<V>,
): Promise<ResizedImages<V>> =>
  receiveFile(ctx, uploads, { request, field }, ({ content }, resize) => {
    if (!detectImageType(content))
      throw new HttpError(415, UNSUPPORTED_IMAGE, [{ path: field, message: UNSUPPORTED_IMAGE }])
    return resize(content, options)
  })

export type ReceivedDocument = { name: string; contentType: 'application/pdf' | 'image/webp'; content: Buffer }

/** Pixels: enough to read a photographed page. */
const DOCUMENT_SIDE = 2048

/** Takes a PDF as it is, and encodes an image again as WebP. Throws as `receiveFile`. */
export const receiveDocument = (ctx: StaffContext, uploads: Uploads, { request, field }: Form) =>
  receiveFile(ctx, uploads, { request, field }, async ({ name, content }, resize): Promise<ReceivedDocument> => {
    const shownName = documentName(name)
    if (isPdf(content)) return { name: shownName, contentType: 'application/pdf', content }
    if (!detectImageType(content))
      throw new HttpError(415, UNSUPPORTED_DOCUMENT, [{ path: field, message: UNSUPPORTED_DOCUMENT }])
    const { image } = await resize(content, { side: DOCUMENT_SIDE })
    return { name: shownName, contentType: 'image/webp', content: image }
  })

const MAX_NAME_LENGTH = 150

/** The name without its folders and control characters. */
function documentName(name: string) {
  const plain = name
    .replace(/^.*[\\/]/, '')
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .trim()
  return plain.slice(0, MAX_NAME_LENGTH) || 'Documento'
}

type Resize = <V extends Variant = never>(picture: Buffer, options: ResizeOptions<V>) => Promise<ResizedImages<V>>

/**
 * Processes the file in a field of a multipart form. Reads the body only once a permit is free.
 * Throws 400, 408, 413, 415 and 422 for an invalid upload, 503 when the queue is full.
 */
async function receiveFile<T>(
  ctx: StaffContext,
  uploads: Uploads,
  { request, field }: Form,
  process: (file: FormFile, resize: Resize) => Promise<T>,
): Promise<T> {
  checkForm(request, field)
  await requireQuota(ctx, uploads, field)

  const { processing, resizing, limits } = uploads
  const { signal, unwatch } = watchSender(request)
  const releases: (() => void)[] = []
  try {
    releases.push(await processing.acquire(ctx.tenant.id, signal))
    const file = await readFormFile(request, field, { signal, timeout: limits.receiveTimeout })
    return await process(file, async (picture, options) => {
      releases.push(await resizing.acquire(ctx.tenant.id, signal))
      return resizeImage(picture, options, limits.resizeSeconds)
    })
  } catch (error) {
    if (signal.aborted) getLog(request).debug('upload aborted by the client')
    throw error instanceof ImageRejected ? invalid(field, error.message) : error
  } finally {
    for (const release of releases) release()
    unwatch()
  }
}
