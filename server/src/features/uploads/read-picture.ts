import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import { MAX_UPLOAD_BYTES, TOO_LARGE } from '@prenoto/core/uploads/uploads.endpoints.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError, invalid } from '../../lib/errors.ts'

const MISSING = 'Scegli un file.'
const INCOMPLETE = 'Il file non è arrivato per intero: riprova.'
const SLOW =
  'Il file ha impiegato troppo tempo ad arrivare: riprova con una connessione migliore o con un file più piccolo.'

/** Largest size of a form without its file, bytes. */
const FORM_BYTES = 64 * 1024

/** Accepts multipart forms with one file in this scope. */
export async function acceptFiles(scope: FastifyInstance) {
  await scope.register(multipart, {
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 10, fieldSize: 1_000, parts: 11, headerPairs: 50 },
    throwFileSizeLimit: false,
  })
}

const tooLarge = (field: string) => new HttpError(413, TOO_LARGE, [{ path: field, message: TOO_LARGE }])

/** Checks the headers of an upload before its body is read. Throws 413 and 415. */
export function checkForm(request: FastifyRequest, field: string) {
  if (!request.isMultipart()) throw new HttpError(415, 'Invia il file come multipart/form-data.')
  if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES + FORM_BYTES) throw tooLarge(field)
}

/** The signal aborts when the client disconnects, until `unwatch` is called. */
export function watchSender({ socket }: FastifyRequest) {
  const leaving = new AbortController()
  const leave = () => leaving.abort(new HttpError(400, INCOMPLETE))
  socket.once('close', leave)
  if (socket.destroyed) leave()
  return { signal: leaving.signal, unwatch: () => socket.off('close', leave) }
}

type Bounds = {
  /** From `watchSender`. */
  signal: AbortSignal
  /** Milliseconds. */
  timeout: number
}

/** The file in a field of a multipart form. Throws 400, 408, 413 and 422. */
export async function readFormFile(request: FastifyRequest, field: string, { signal, timeout }: Bounds) {
  signal.throwIfAborted()
  const { promise: ended, reject: end } = Promise.withResolvers<never>()
  const leave = () => end(signal.reason)
  // Only closing the connection stops a client that keeps sending.
  const late = setTimeout(() => end(new HttpError(408, SLOW, undefined, { connection: 'close' })), timeout)
  signal.addEventListener('abort', leave)
  const file = receivePart(request, field)
  // If `ended` wins the race below, a later failure of `file` is irrelevant.
  file.catch(() => {})
  try {
    return await Promise.race([file, ended])
  } catch (error) {
    throw error instanceof HttpError ? error : new HttpError(400, INCOMPLETE)
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', leave)
  }
}

export type FormFile = { name: string; content: Buffer }

async function receivePart(request: FastifyRequest, field: string): Promise<FormFile> {
  const part = await request.file()
  if (part?.fieldname !== field) throw invalid(field, MISSING)
  const chunks: Buffer[] = []
  for await (const chunk of part.file) {
    if (part.file.truncated) throw tooLarge(field)
    chunks.push(chunk)
    // Lets other requests run between the chunks of a fast client.
    await yieldToEventLoop()
  }
  if (part.file.truncated) throw tooLarge(field)
  if (chunks.length === 0) throw invalid(field, MISSING)
  return { name: part.filename, content: Buffer.concat(chunks) }
}
