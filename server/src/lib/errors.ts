import type { BookingConflict } from '@prenoto/core/contract/conflict.ts'
import type { FieldProblem, Problem } from '@prenoto/core/contract/problem.ts'

/** A refusal with a reason that people may read: `message` is Italian and becomes the problem's `detail`. */
export class HttpError extends Error {
  readonly status: number
  readonly errors?: FieldProblem[]
  /** Headers that the answer carries. */
  readonly headers?: Record<string, string>
  /** The record as it stands now: a change of it was refused, or another one was saved under the same key. */
  current?: unknown
  /** What a form has to know of it. */
  reason?: Problem['reason']
  /** What the hour that was chosen runs into. */
  conflicts?: BookingConflict[]

  constructor(status: number, detail: string, errors?: FieldProblem[], headers?: Record<string, string>) {
    super(detail)
    this.status = status
    this.errors = errors
    this.headers = headers
  }
}

export const unauthorized = (detail: string) => new HttpError(401, detail, undefined, { 'www-authenticate': 'Bearer' })
export const notFound = (detail: string) => new HttpError(404, detail)
export const conflict = (detail: string) => new HttpError(409, detail)

/** What was to be changed has been changed by somebody else meanwhile; the answer shows what it is now. */
export function changedMeanwhile(current: unknown) {
  const error = conflict('Nel frattempo qualcun altro ha modificato questi dati.')
  error.current = current
  return error
}

/** Another record was saved under this idempotency key; `current` has the shape of the endpoint's answer. */
export function savedBefore(detail: string, current: unknown) {
  const error = conflict(detail)
  error.current = current
  return error
}

/** What became of a record. Without an answer it was not there, or of another version: throws 404, or 409 with the present one. */
export async function requireChanged<R>(changed: R | undefined, find: () => Promise<R | undefined>, unknown: string) {
  if (changed) return changed
  const current = await find()
  throw current ? changedMeanwhile(current) : notFound(unknown)
}

export const invalid = (path: string, message: string) => new HttpError(422, message, [{ path, message }])
export const tooMany = (detail: string, milliseconds: number) =>
  new HttpError(429, detail, undefined, { 'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))) })

/** Nothing is wrong with the request: the same one will succeed in a while. A `cause` tells the log why it does not now. */
export function unavailable(detail: string, seconds = 2, cause?: unknown) {
  const error = new HttpError(503, detail, undefined, { 'retry-after': String(seconds) })
  error.cause = cause
  return error
}
