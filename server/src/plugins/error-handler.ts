import { STATUS_CODES } from 'node:http'
import type { Problem } from '@prenoto/core/problem.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { HttpError } from '../errors.ts'

/** What is said when the framework refuses a request before any of our code has seen it. */
const DETAILS: Record<number, string> = {
  400: 'La richiesta non è leggibile.',
  404: 'La risorsa richiesta non esiste.',
  405: 'Metodo non consentito.',
  408: 'La richiesta ha impiegato troppo tempo.',
  413: 'La richiesta è troppo grande.',
  414: 'L’indirizzo richiesto è troppo lungo.',
  415: 'Formato non supportato: invia i dati in JSON.',
  431: 'Le intestazioni della richiesta sono troppo grandi.',
  503: 'Il servizio non è al momento disponibile. Riprova tra poco.',
}

const UNEXPECTED = 'Si è verificato un errore imprevisto. Riprova tra poco.'

type Refusal = Pick<Problem, 'status' | 'detail' | 'errors'>

function refusalOf(error: FastifyError | HttpError): Refusal {
  if (error instanceof HttpError) return { status: error.status, detail: error.message, errors: error.errors }

  if (hasZodFastifySchemaValidationErrors(error)) {
    // A path that cannot name a record names none.
    if (error.validationContext === 'params') return { status: 404, detail: DETAILS[404]! }
    const errors = error.validation.map((issue) => ({
      path: issue.instancePath.slice(1).replaceAll('/', '.'),
      message: issue.message ?? 'Valore non valido.',
    }))
    return { status: 422, detail: errors[0]?.message ?? 'Dati non validi.', errors }
  }

  const status = error.statusCode ?? 500
  // 403 means an unknown domain and nothing else: a file that may not be read is not there.
  if (status === 403) return { status: 404, detail: DETAILS[404]! }
  if (status < 500) return { status, detail: DETAILS[status] ?? DETAILS[400]! }
  return { status: 500, detail: UNEXPECTED }
}

export function sendProblem(reply: FastifyReply, { status, detail, errors }: Refusal) {
  const body: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    errors,
    request_id: status >= 500 ? reply.request.id : undefined,
  }
  return reply.code(status).type('application/problem+json').send(JSON.stringify(body))
}

/** The one place where errors leave, all in one shape; the unexpected are logged, once, with the request's id. */
export function handleErrors(app: FastifyInstance) {
  app.setNotFoundHandler(answerNotFound)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal.status >= 500) request.log.error({ err: error }, 'request failed')
    if (error instanceof HttpError && error.headers) reply.headers(error.headers)
    return sendProblem(reply, refusal)
  })
}

/** For addresses at which nothing is served. */
export const answerNotFound = (_request: FastifyRequest, reply: FastifyReply) =>
  sendProblem(reply, { status: 404, detail: DETAILS[404]! })
