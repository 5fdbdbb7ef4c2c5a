import type { FieldProblem } from '@prenoto/core/problem.ts'

/** A refusal with a reason that people may read: `message` is Italian and becomes the problem's `detail`. */
export class HttpError extends Error {
  readonly status: number
  readonly errors?: FieldProblem[]

  constructor(status: number, detail: string, errors?: FieldProblem[]) {
    super(detail)
    this.status = status
    this.errors = errors
  }
}

export const notFound = (detail: string) => new HttpError(404, detail)
export const conflict = (detail: string) => new HttpError(409, detail)
export const invalid = (path: string, message: string) => new HttpError(422, message, [{ path, message }])
