import type { BookingConflict } from '@prenoto/core/contract/conflict.ts'
import type { FieldProblem, Problem } from '@prenoto/core/contract/problem.ts'

/** Italian; becomes the `detail` of the response. */
type Text<Data> = string | ((data: Data) => string)

/** Base of all errors that business rules throw. A subclass names the broken rule; `data` is what its text needs. */
export abstract class DomainError<Data = void> extends Error {
  readonly data: Data

  constructor(text: Text<Data>, data: Data) {
    super(typeof text === 'string' ? text : text(data))
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

/** A value that only the database or another record shows to be wrong. */
export abstract class InvalidField<Data = void> extends DomainError<Data> {
  /** Its place in the request. */
  abstract readonly path: string
}

export abstract class LimitReached extends DomainError<{ retryAfter: number }> {}

/** The user's last proof of presence is too old for the call. */
export class ProofRequired extends DomainError {
  constructor() {
    super('Per questa operazione conferma che sei tu.')
  }
}

/** The business requires a second factor, and the user has yet to add one. */
export class SecondFactorRequired extends DomainError {
  constructor() {
    super('La tua attività richiede la verifica in due passaggi: attivala per continuare.')
  }
}

/** Makes a class of errors with status 404. */
export const notFound = <Data = void>(text: Text<Data>) =>
  class extends NotFound<Data> {
    constructor(data: Data) {
      super(text, data)
    }
  }

/** Makes a class of errors with status 409. */
export const conflict = <Data = void>(text: Text<Data>) =>
  class extends Conflict<Data> {
    constructor(data: Data) {
      super(text, data)
    }
  }

/** Makes a class of errors with status 422. */
export const invalidField = <Data = void>(text: Text<Data>) =>
  class extends InvalidField<Data> {
    readonly path: string

    constructor(path: string, data: Data) {
      super(text, data)
      this.path = path
    }
  }

/** Makes a class of errors with status 429. Its instances get the milliseconds after which the request may be repeated. */
export const limitReached = (text: Text<{ retryAfter: number }>) =>
  class extends LimitReached {
    constructor(retryAfter: number) {
      super(text, { retryAfter })
    }
  }

/** The record has been changed since the version that the request names. */
export class VersionConflict extends conflict('Nel frattempo qualcun altro ha modificato questi dati.') {
  constructor(current: unknown) {
    super()
    this.current = current
  }
}

/** A visitor must solve a challenge of this level before the request is accepted. */
export class ProofOfWorkRequired extends DomainError {
  readonly level: number
  readonly form: string
  challenge?: Problem['challenge']

  constructor(level: number, form: string) {
    super('Non siamo riusciti a controllare che la richiesta sia sicura: riprova, oppure contattaci.')
    this.level = level
    this.form = form
  }
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

export const unauthorizedError = (detail: string) =>
  new HttpError(401, detail, undefined, { 'www-authenticate': 'Bearer' })

/** Returns the changed record. Without one, throws 409 with the present record or, if there is none, `Missing`. */
export async function requireChanged<R>(
  changed: R | undefined,
  find: () => Promise<R | undefined>,
  Missing: new () => NotFound,
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
