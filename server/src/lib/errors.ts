import type { BookingConflict } from '@prenoto/core/contract/conflict.ts'
import type { FieldProblem, Problem } from '@prenoto/core/contract/problem.ts'

/**
 * Base of all errors that business rules throw. A subclass names the broken rule; `data` is what its text needs.
 * Status and Italian text are not here: see `plugins/error-handler.ts` and the `errors.ts` of each feature.
 */
export abstract class DomainError<Data = void> extends Error {
  readonly data: Data

  constructor(data: Data) {
    super(new.target.name)
    this.data = data
  }
}

export abstract class NotFound<Data = void> extends DomainError<Data> {
  reason?: Problem['reason']
}

export abstract class Conflict<Data = void> extends DomainError<Data> {
  /** The present record, in the shape of the endpoint's response. */
  current?: unknown
  reason?: Problem['reason']
  customer_id?: number
  conflicts?: BookingConflict[]
}

/** The record has been changed since the version that the request names. */
export class VersionConflict extends Conflict {
  constructor(current: unknown) {
    super()
    this.current = current
  }
}

/** A value that only the database or another record shows to be wrong; `path` is its place in the request. */
export abstract class InvalidField<Data = void> extends DomainError<Data> {
  readonly path: string

  constructor(path: string, data: Data) {
    super(data)
    this.path = path
  }
}

/** The user has to prove first that they are present. */
export abstract class ProofMissing extends DomainError {}

/** The user has to add a second factor first. */
export abstract class SecondFactorMissing extends DomainError {}

export abstract class LimitReached extends DomainError {
  /** Milliseconds after which the request may be repeated. */
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super()
    this.retryAfter = retryAfter
  }
}

/** A visitor must solve a challenge of this level before the request is accepted. */
export class ProofOfWorkRequired extends DomainError {
  readonly level: number
  readonly form: string
  challenge?: Problem['challenge']

  constructor(level: number, form: string) {
    super()
    this.level = level
    this.form = form
  }
}

type ErrorClass<E> = new (...args: never[]) => E

/** The Italian text of each class of errors. */
export type ErrorTexts = Map<unknown, (error: DomainError<unknown>) => string>

export const errorText = <E extends DomainError<unknown>>(
  type: ErrorClass<E>,
  text: string | ((error: E) => string),
): [unknown, (error: DomainError<unknown>) => string] => [
  type,
  (error) => (typeof text === 'string' ? text : text(error as E)),
]

export function textOf(texts: ErrorTexts, error: DomainError<unknown>): string {
  const text = texts.get(error.constructor)
  if (!text) throw new Error(`${error.message} has no text`)
  return text(error)
}

/** An error of the HTTP layer itself: authentication, files, load. `message` is Italian and becomes the problem's `detail`. */
export class HttpError extends Error {
  readonly status: number
  readonly errors?: FieldProblem[]
  /** Response headers. */
  readonly headers?: Record<string, string>

  constructor(status: number, detail: string, errors?: FieldProblem[], headers?: Record<string, string>) {
    super(detail)
    this.status = status
    this.errors = errors
    this.headers = headers
  }
}

export const unauthorized = (detail: string) => new HttpError(401, detail, undefined, { 'www-authenticate': 'Bearer' })

/** Returns the changed record. Without one, throws 409 with the present record or, if there is none, `Missing`. */
export async function requireChanged<R>(
  changed: R | undefined,
  find: () => Promise<R | undefined>,
  Missing: ErrorClass<NotFound>,
) {
  if (changed) return changed
  const current = await find()
  throw current ? new VersionConflict(current) : new Missing()
}

export const invalid = (path: string, message: string) => new HttpError(422, message, [{ path, message }])

/** Seconds, rounded up, for a `retry-after` header. */
export const retryAfter = (milliseconds: number) => ({
  'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))),
})

export const tooMany = (detail: string, milliseconds: number) =>
  new HttpError(429, detail, undefined, retryAfter(milliseconds))

/** The same request will succeed after some seconds. The `cause` is for the log. */
export function unavailable(detail: string, seconds = 2, cause?: unknown) {
  const error = new HttpError(503, detail, undefined, { 'retry-after': String(seconds) })
  error.cause = cause
  return error
}
