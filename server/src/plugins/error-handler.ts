import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Problem } from '@prenoto/core/contract/problem.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isRefused, isUnavailable } from '../database/postgres-errors.ts'
import {
  type Conflict,
  DomainError,
  type ErrorTexts,
  HttpError,
  InvalidField,
  LimitReached,
  NotFound,
  retryAfter,
  textOf,
  unavailable,
} from '../lib/errors.ts'
import { logOf } from './request-log.ts'
import { PLAIN_PAGE_POLICY, plainPage } from './static-page.ts'

/** What is said when the framework refuses a request before any of our code has seen it. */
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

/** Nothing came in time: the database, or what else was asked, is slow. */
const OVERDUE = 'FST_ERR_HANDLER_TIMEOUT'

const UNEXPECTED = 'Si è verificato un errore imprevisto. Riprova tra poco.'

type Refusal = Pick<Problem, 'status' | 'detail' | 'errors' | 'current' | 'reason' | 'conflicts'> & {
  headers?: Record<string, string>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Status, Italian detail and headers of the response to an error. */
    refusalOf(error: unknown): Refusal
  }
}

function refusalOfDomainError(error: DomainError<unknown>, texts: ErrorTexts): Refusal {
  const detail = textOf(texts, error)
  if (error instanceof NotFound) return { status: 404, detail }
  if (error instanceof InvalidField) return { status: 422, detail, errors: [{ path: error.path, message: detail }] }
  if (error instanceof LimitReached) return { status: 429, detail, headers: retryAfter(error.retryAfter) }
  const { current, reason, conflicts } = error as Conflict<unknown>
  return { status: 409, detail, current, reason, conflicts }
}

function refusalOf(error: FastifyError | HttpError): Refusal {
  if (error instanceof HttpError) {
    const { status, message: detail, errors, headers } = error
    return { status, detail, errors, headers }
  }

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

const PROBLEM_TYPE = 'application/problem+json'

function problemText({ status, headers: _, ...refusal }: Refusal, requestId?: string) {
  const title = STATUS_CODES[status] ?? 'Error'
  const body: Problem = { type: 'about:blank', title, status, ...refusal, request_id: requestId }
  return JSON.stringify(body)
}

/** Whether a request failed because whoever sent it is gone; what else broke off is ours to tell. */
const hasLeft = ({ code, message }: FastifyError, { raw }: FastifyRequest) =>
  raw.socket.destroyed && (code === 'ERR_STREAM_PREMATURE_CLOSE' || (code === 'ECONNRESET' && message === 'aborted'))

/** Whether a request ran out of time while its body was being read: the sender is slow, not this process. */
const isTooSlow = ({ code }: FastifyError, { raw }: FastifyRequest) =>
  code === OVERDUE && !raw.complete && raw.readableFlowing === true

/** Milliseconds for which one line of the log speaks for all who are told to come back, for anybody can make them many. */
const QUIET = 1_000
let quietUntil = 0

function isWorthALine(status: number) {
  if (status !== 503) return true
  const now = performance.now()
  if (now < quietUntil) return false
  quietUntil = now + QUIET
  return true
}

/**
 * What an error means to the caller. The unexpected are logged, once, with the request's id, and one a second of those who are told
 * to come back; headers that go with it are set.
 */
export function noteFailure(cause: FastifyError, request: FastifyRequest, reply: FastifyReply): Refusal {
  if (hasLeft(cause, request)) return { status: 400, detail: DETAILS[400]! }
  if (isTooSlow(cause, request)) {
    // Closing is all that stops a sender who goes on.
    reply.header('connection', 'close')
    return { status: 408, detail: DETAILS[408]! }
  }
  const error = isUnavailable(cause) || cause.code === OVERDUE ? unavailable(DETAILS[503]!) : cause
  const refusal = request.server.refusalOf(error)
  if (refusal.status >= 500 && isWorthALine(refusal.status))
    logOf(request).error(
      { err: cause, ms: Math.round(reply.elapsedTime) },
      isRefused(cause) ? 'the database refuses the log-in of this process' : 'request failed',
    )
  if (refusal.headers) reply.headers(refusal.headers)
  return refusal
}

function sendProblem(reply: FastifyReply, refusal: Refusal) {
  const text = problemText(refusal, refusal.status >= 500 ? reply.request.id : undefined)
  // Of the answer that this one takes the place of.
  for (const header of ['etag', 'content-disposition', 'content-encoding']) reply.removeHeader(header)
  return reply.code(refusal.status).header('cache-control', 'no-store').type(PROBLEM_TYPE).send(text)
}

/** Turns every error of the API into a problem document. `texts` has the details of domain errors. */
export function handleErrors(app: FastifyInstance, texts: ErrorTexts) {
  app.decorate('refusalOf', (error: unknown) =>
    error instanceof DomainError ? refusalOfDomainError(error, texts) : refusalOf(error as FastifyError | HttpError),
  )
  app.setNotFoundHandler(answerNotFound)
  app.setErrorHandler((cause: FastifyError, request, reply) => sendProblem(reply, noteFailure(cause, request, reply)))
}

const UNREADABLE: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** For what is not HTTP at all: there is no request yet, only the socket. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const status = UNREADABLE[error.code ?? ''] ?? 400
  const text = problemText({ status, detail: DETAILS[status]! })
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'connection: close',
      `content-type: ${PROBLEM_TYPE}`,
      `content-length: ${Buffer.byteLength(text)}`,
      `\r\n${text}`,
    ].join('\r\n'),
  )
}

/** For addresses at which nothing is served. */
export const answerNotFound = (_request: FastifyRequest, reply: FastifyReply) =>
  sendProblem(reply, { status: 404, detail: DETAILS[404]! })

/** For what cannot be read, though it is HTTP. */
export const answerMalformed = (_request: FastifyRequest, reply: FastifyReply) =>
  sendProblem(reply, { status: 400, detail: DETAILS[400]! })

/** For people where no page of a business can be shown. */
const PLAIN_PAGES = {
  400: plainPage({
    title: 'Indirizzo non leggibile',
    text: 'L’indirizzo è scritto in un modo che non riusciamo a leggere.',
    link: { address: '/', label: 'Vai alla pagina iniziale' },
  }),
  408: plainPage({
    title: 'Connessione troppo lenta',
    text: 'I dati non sono arrivati in tempo: torna indietro e riprova.',
  }),
  503: plainPage({ title: 'Torniamo tra poco', text: DETAILS[503]!, link: { address: '', label: 'Riprova' } }),
}

const hasPlainPage = (status: number): status is keyof typeof PLAIN_PAGES => status in PLAIN_PAGES

/** A refusal as a page in nobody's looks if there is one for it, else as a problem document. */
export const showRefusal = (reply: FastifyReply, refusal: Refusal) =>
  hasPlainPage(refusal.status) ? showPlainly(reply, refusal.status) : sendProblem(reply, refusal)

const showPlainly = (reply: FastifyReply, status: keyof typeof PLAIN_PAGES) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', PLAIN_PAGE_POLICY)
    .type('text/html; charset=utf-8')
    .send(PLAIN_PAGES[status])

/** The same as `answerMalformed` where people look. */
export const showMalformed = (_request: FastifyRequest, reply: FastifyReply) => showPlainly(reply, 400)

const isForPrograms = ({ url }: Pick<FastifyRequest, 'url'>) => url.startsWith('/api/')

/** For an address that cannot be read, which no route has seen. */
export function answerUnroutable(error: FastifyError, request: Pick<FastifyRequest, 'url'>, reply: unknown) {
  const refusal = refusalOf(error)
  return refusal.status === 400 && !isForPrograms(request)
    ? showPlainly(reply as FastifyReply, 400)
    : sendProblem(reply as FastifyReply, refusal)
}

/** For more than can be done at once, in as little time as can be. Not logged: it comes many times a second, and the metrics count it. */
export function answerBusy(request: FastifyRequest, reply: FastifyReply) {
  reply.header('retry-after', '2')
  return isForPrograms(request) ? sendProblem(reply, { status: 503, detail: DETAILS[503]! }) : showPlainly(reply, 503)
}
