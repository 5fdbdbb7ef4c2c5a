import { tooManyPixels } from '@prenoto/core/uploads/image-limits.ts'
import { BROKEN_IMAGE, UNSUPPORTED_IMAGE } from '@prenoto/core/uploads/uploads.endpoints.ts'
import type { FastifyRequest } from 'fastify'
import { HttpError, invalid } from '../../lib/errors.ts'
import { logOf } from '../../plugins/request-log.ts'
import type { StaffContext } from '../../tenants/context.ts'
import { imageTypeOf } from './image-type.ts'
import { redrawInWorker, UnreadableImage } from './image-worker.ts'
import { requireRoom } from './keep-images.ts'
import type { Uploads } from './open-uploads.ts'
import { checkForm, readPicture, watchSender } from './read-picture.ts'
import type { Companion, Drawn, Wanted } from './redraw-image.ts'

const SLOW = 'L’immagine richiede troppo tempo per essere letta: salvala di nuovo come JPEG o PNG e riprova.'

type Form = { request: FastifyRequest; field: string }

/**
 * The image in a field of a multipart form, drawn anew, and its companions. The body is left unread until its turn has
 * come. Throws 400, 408, 413, 415 and 422 for what is sent, and 503 when too many are waiting.
 */
export async function receiveImages<C extends Companion = never>(
  ctx: StaffContext,
  uploads: Uploads,
  { request, field, ...wanted }: Form & Wanted<C>,
): Promise<Drawn<C>> {
  checkForm(request, field)
  await requireRoom(ctx, uploads, field)

  const { turns, drawing, limits } = uploads
  const { signal, unwatch } = watchSender(request)
  const taken: (() => void)[] = []
  try {
    taken.push(await turns.take(ctx.tenant.id, signal))
    const picture = await readPicture(request, field, { signal, timeout: limits.receiving })
    if (!imageTypeOf(picture))
      throw new HttpError(415, UNSUPPORTED_IMAGE, [{ path: field, message: UNSUPPORTED_IMAGE }])

    taken.push(await drawing.take(ctx.tenant.id, signal))
    return await redrawInWorker(picture, wanted, { signal, timeout: limits.drawing })
  } catch (error) {
    if (signal.aborted) logOf(request).debug('a picture was given up, its sender has left')
    if (!(error instanceof UnreadableImage)) throw error
    if (error.cause) logOf(request).warn({ err: error.cause }, 'a picture was not redrawn')
    throw invalid(field, reasonOf(error))
  } finally {
    for (const end of taken) end()
    unwatch()
  }
}

function reasonOf({ reason: { megapixels, isSlow } }: UnreadableImage) {
  if (megapixels) return tooManyPixels(megapixels)
  return isSlow ? SLOW : BROKEN_IMAGE
}
