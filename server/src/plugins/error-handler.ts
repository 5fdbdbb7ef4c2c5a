import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Problem } from '@prenoto/core/contract/problem.ts'
import { PROOF_OF_WORK_REQUIRED } from '@prenoto/core/contract/proof-of-work.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isRefused, isUnavailable } from '../database/postgres-errors.ts'
import {
  type Conflict,
  DomainError,
  HttpError,
  InvalidField,
  LimitReached,
  NotFound,
  ProofOfWorkRequired,
  ProofRequired,
  retryAfter,
  SecondFactorRequired,
  unavailable,
} from '../lib/errors.ts'
import { getLog } from './request-log.ts'
import { STATIC_PAGE_POLICY, staticPage } from './static-page.ts'

/** Details of errors that the framework raises. */
const DETAILS: Record<number, string> = {
  400: 'La richiesta non è leggibile.',
  404: 'La risorsa richiesta non esiste.',
  408: 'La richiesta ha impiegato troppo tempo.',
  413: 'La richiesta è troppo grande.',
  414: 'L’indirizzo richiesto è troppo lungo.',
  415: 'Formato non supportato: invia i dati in JSON.',
  431: 'Le intestazioni della richiesta sono troppo grandi.',
  503: 'Il servizio non è al momento disponibile. Riprova tra poco.',
}

const HANDLER_TIMEOUT = 'FST_ERR_HANDLER_TIMEOUT'

const UNEXPECTED = 'Si è verificato un errore imprevisto. Riprova tra poco.'

type Refusal = Pick<
  Problem,
  'status' | 'detail' | 'errors' | 'current' | 'reason' | 'customer_id' | 'conflicts' | 'challenge'
> & {
  headers?: Record<string, string>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Status, Italian detail and headers of the response to an error. */
    toRefusal(error: unknown): Refusal
    /** Completes the error with a challenge for the browser. */
    addChallenge(error: ProofOfWorkRequired, request: FastifyRequest): Promise<void>
  }
}

function refusalOfDomainError(error: DomainError<unknown>): Refusal {
  const detail = error.message
  if (error instanceof NotFound) return { status: 404, detail, reason: error.reason }
  if (error instanceof InvalidField) return { status: 422, detail, errors: [{ path: error.path, message: detail }] }
  if (error instanceof ProofRequired) return { status: 428, detail, reason: 'proof-required' }
  if (error instanceof SecondFactorRequired) return { status: 428, detail, reason: 'second-factor-required' }
  if (error instanceof LimitReached) return { status: 429, detail, headers: retryAfter(error.data.retryAfter) }
  if (error instanceof ProofOfWorkRequired)
    return { status: 429, detail, reason: PROOF_OF_WORK_REQUIRED, challenge: error.challenge }
  const { current, reason, customer_id, conflicts } = error as Conflict<unknown>
  return { status: 409, detail, current, reason, customer_id, conflicts }
}

function toRefusal(error: FastifyError | HttpError): Refusal {
  if (error instanceof HttpError) {
    const { status, message: detail, errors, headers } = error
    return { status, detail, errors, headers }
  }

  if (hasZodFastifySchemaValidationErrors(error)) {
    // An invalid id is treated like an unknown one.
    if (error.validationContext === 'params') return { status: 404, detail: DETAILS[404]! }
    const errors = error.validation.map((issue) => ({
      path: issue.instancePath.slice(1).replaceAll('/', '.'),
      message: issue.message ?? 'Valore non valido.',
    }))
    return { status: 422, detail: errors[0]?.message ?? 'Dati non validi.', errors }
  }

  const status = error.statusCode ?? 500
  // 403 is reserved for unknown domains.
  if (status === 403) return { status: 404, detail: DETAILS[404]! }
  if (status < 500) return { status, detail: DETAILS[status] ?? DETAILS[400]! }
  return { status: 500, detail: UNEXPECTED }
}

const PROBLEM_TYPE = 'application/problem+json'

function problemText({ status, headers: _, ...refusal }: Refusal, requestId?: string) {
  const title = STATUS_CODES[status] ?? 'Error'
  const body: Problem = { type: 'about:blank', title, status, ...refusal, request_id: requestId }
  return JSON.stringify(body)
}

/** Whether the client closed the connection. */
const isAborted = ({ code, message }: FastifyError, { raw }: FastifyRequest) =>
  raw.socket.destroyed && (code === 'ERR_STREAM_PREMATURE_CLOSE' || (code === 'ECONNRESET' && message === 'aborted'))

/** Whether the timeout ended the reading of the body: the client is slow, not this process. */
const isTooSlow = ({ code }: FastifyError, { raw }: FastifyRequest) =>
  code === HANDLER_TIMEOUT && !raw.complete && raw.readableFlowing === true

/** These responses are logged once per interval, since clients can cause many of them; milliseconds. */
const LOG_INTERVAL_MS = 1_000
const nextLogAt = new Map([
  [422, 0],
  [429, 0],
  [503, 0],
])

function shouldLog(status: number) {
  const next = nextLogAt.get(status)
  if (next === undefined) return true
  const now = performance.now()
  if (now < next) return false
  nextLogAt.set(status, now + LOG_INTERVAL_MS)
  return true
}

/**
 * Maps an error to the response and sets its headers. Logs unexpected errors with the request id, and at most one 503, one
 * 429 and one invalid request per second.
 */
export function logFailure(cause: FastifyError, request: FastifyRequest, reply: FastifyReply): Refusal {
  if (isAborted(cause, request)) return { status: 400, detail: DETAILS[400]! }
  if (isTooSlow(cause, request)) {
    // Only closing the connection stops a client that keeps sending.
    reply.header('connection', 'close')
    return { status: 408, detail: DETAILS[408]! }
  }
  const error = isUnavailable(cause) || cause.code === HANDLER_TIMEOUT ? unavailable(DETAILS[503]!) : cause
  const refusal = request.server.toRefusal(error)
  if (refusal.status >= 500 && shouldLog(refusal.status))
    getLog(request).error(
      { err: cause, ms: Math.round(reply.elapsedTime) },
      isRefused(cause) ? 'the database refuses the credentials of this process' : 'request failed',
    )
  if (refusal.status === 429 && shouldLog(429)) getLog(request).warn('limit reached')
  // The forms of the web check the same schemas, so such a request was usually not made by them.
  if (hasZodFastifySchemaValidationErrors(cause) && shouldLog(422))
    getLog(request).info({ invalid: cause.validationContext }, 'invalid request')
  if (refusal.headers) reply.headers(refusal.headers)
  return refusal
}

function sendProblem(reply: FastifyReply, refusal: Refusal) {
  const text = problemText(refusal, refusal.status >= 500 ? reply.request.id : undefined)
  // Headers of the response that the error replaces.
  for (const header of ['etag', 'content-disposition', 'content-encoding']) reply.removeHeader(header)
  return reply.code(refusal.status).header('cache-control', 'no-store').type(PROBLEM_TYPE).send(text)
}

/** Turns every error of the API into a problem document. */
export function handleErrors(app: FastifyInstance) {
  app.decorate('toRefusal', (error: unknown) =>
    error instanceof DomainError ? refusalOfDomainError(error) : toRefusal(error as FastifyError | HttpError),
  )
  app.setNotFoundHandler(answerNotFound)
  app.setErrorHandler(async (cause: FastifyError, request, reply) => {
    if (cause instanceof ProofOfWorkRequired) await request.server.addChallenge(cause, request)
    return sendProblem(reply, logFailure(cause, request, reply))
  })
}

const UNREADABLE: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers input that is not HTTP on the bare socket. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const status = UNREADABLE[error.code ?? ''] ?? 400
  const text = problemText({ status, detail: DETAILS[status]! })
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'connection: close',
      `content-security-policy: ${STATIC_PAGE_POLICY}`,
      'strict-transport-security: max-age=31536000',
      'x-content-type-options: nosniff',
      `content-type: ${PROBLEM_TYPE}`,
      `content-length: ${Buffer.byteLength(text)}`,
      `\r\n${text}`,
    ].join('\r\n'),
  )
}

export const answerNotFound = (_request: FastifyRequest, reply: FastifyReply) =>
  sendProblem(reply, { status: 404, detail: DETAILS[404]! })

export const answerMalformed = (_request: FastifyRequest, reply: FastifyReply) =>
  sendProblem(reply, { status: 400, detail: DETAILS[400]! })

/** For browsers when no page of a tenant can be rendered. */
const STATIC_PAGES = {
  400: staticPage({
    title: 'Indirizzo non leggibile',
    text: 'L’indirizzo è scritto in un modo che non riusciamo a leggere.',
    link: { address: '/', label: 'Vai alla pagina iniziale' },
  }),
  408: staticPage({
    title: 'Connessione troppo lenta',
    text: 'I dati non sono arrivati in tempo: torna indietro e riprova.',
  }),
  503: staticPage({ title: 'Torniamo tra poco', text: DETAILS[503]!, link: { address: '', label: 'Riprova' } }),
}

const hasStaticPage = (status: number): status is keyof typeof STATIC_PAGES => status in STATIC_PAGES

/** Sends a static page if there is one for the status, else a problem document. */
export const sendRefusal = (reply: FastifyReply, refusal: Refusal) =>
  hasStaticPage(refusal.status) ? sendStaticPage(reply, refusal.status) : sendProblem(reply, refusal)

const sendStaticPage = (reply: FastifyReply, status: keyof typeof STATIC_PAGES) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', STATIC_PAGE_POLICY)
    .type('text/html; charset=utf-8')
    .send(STATIC_PAGES[status])

/** `answerMalformed` for browsers. */
export const showMalformed = (_request: FastifyRequest, reply: FastifyReply) => sendStaticPage(reply, 400)

const isApiRequest = ({ url }: Pick<FastifyRequest, 'url'>) => url.startsWith('/api/') || url.startsWith('/mcp')

/** For an address that the router cannot parse. */
export function answerUnroutable(error: FastifyError, request: Pick<FastifyRequest, 'url'>, reply: unknown) {
  const refusal = toRefusal(error)
  return refusal.status === 400 && !isApiRequest(request)
    ? sendStaticPage(reply as FastifyReply, 400)
    : sendProblem(reply as FastifyReply, refusal)
}

/** Load shedding. Not logged, since it may happen many times a second; the metrics count it. */
export function answerBusy(request: FastifyRequest, reply: FastifyReply) {
  reply.header('retry-after', '2')
  return isApiRequest(request) ? sendProblem(reply, { status: 503, detail: DETAILS[503]! }) : sendStaticPage(reply, 503)
}
