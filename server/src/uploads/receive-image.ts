import multipart from '@fastify/multipart'
import { MAX_UPLOAD_BYTES, TOO_LARGE } from '@prenoto/core/uploads/uploads.endpoints.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError, invalid } from '../errors.ts'
import { redrawImage } from './redraw-image.ts'

const MISSING = 'Scegli un file.'
const UNREADABLE = 'Il file non è arrivato per intero: riprova.'

/** Lets the routes of a scope take multipart forms of one file. */
export async function acceptFiles(scope: FastifyInstance) {
  await scope.register(multipart, {
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 10, fieldSize: 1_000, parts: 11, headerPairs: 50 },
  })
}

/** The image in a field of a multipart form, drawn anew within a square of `side` pixels. Throws 413, 415 and 422. */
export async function receiveImage(request: FastifyRequest, field: string, side: number): Promise<Buffer> {
  return redrawImage(await receiveFile(request, field), field, side)
}

async function receiveFile(request: FastifyRequest, field: string): Promise<Buffer> {
  if (!request.isMultipart()) throw new HttpError(415, 'Invia il file come multipart/form-data.')
  try {
    const file = await request.file()
    if (file?.fieldname !== field) throw invalid(field, MISSING)
    const bytes = await file.toBuffer()
    if (bytes.length === 0) throw invalid(field, MISSING)
    return bytes
  } catch (error) {
    if (error instanceof HttpError) throw error
    const status = (error as { statusCode?: number }).statusCode
    throw status === 413
      ? new HttpError(413, TOO_LARGE, [{ path: field, message: TOO_LARGE }])
      : new HttpError(400, UNREADABLE)
  }
}
