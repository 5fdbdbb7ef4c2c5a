import { Readable } from 'node:stream'
import type { Endpoint, EndpointRequest, EndpointResponse } from '@prenoto/core/contract/endpoint.ts'
import { withdrawableRights } from '@prenoto/core/rights/withdrawable-rights.ts'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CachedJson } from '../cache/cached-text.ts'
import { Conflict } from '../lib/errors.ts'
import { SerializedJson } from '../lib/json-in-turns.ts'
import { type Context, readTransaction, type StaffContext } from '../tenants/context.ts'
import { encodedFor } from './accepted-encoding.ts'
import { matchesEtag } from './caching.ts'
import { hideFields } from './hidden-fields.ts'
import type { Form } from './limits/pressure.ts'
import type { Limit } from './limits/rate-limits.ts'

type EndpointContext<E extends Endpoint> = E['access'] extends 'visitor' ? Context : StaffContext

/** A response with an ETag; `make` is called only if the client does not have this version. */
type Versioned = { version: string; make(): Promise<Buffer> }

/** A download; `name` is ASCII. */
type NamedFile = { name: string; content: Readable }

/** A download whose media type depends on its content. */
type TypedFile = { type: string; name: string; content: Buffer }

/** JSON as declared, cached or serialised JSON, or the raw content of endpoints with `produces`. */
type EndpointAnswer<E extends Endpoint> = E extends { produces: string }
  ? Promise<Buffer | Readable | Versioned | NamedFile | TypedFile>
  : E extends { response: unknown }
    ? Promise<EndpointResponse<E> | CachedJson<EndpointResponse<E>> | SerializedJson<EndpointResponse<E>>>
    : Promise<void>

/** `raw` is for data without a schema: the client's address, an uploaded file. */
export type Handler<E extends Endpoint> = (
  ctx: EndpointContext<E>,
  request: EndpointRequest<E>,
  raw: FastifyRequest,
) => EndpointAnswer<E>

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the handler was called, even if it failed. */
    wasHandled: boolean
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    limit?: Limit
  }
}

/**
 * Timeout of a handler in milliseconds; database timeouts are shorter. Responses must arrive within 20 seconds, and a busy
 * process may read a request some seconds late.
 */
export const REQUEST_TIMEOUT = 15_000

const STREAMED = /^(text\/(event-stream|csv)|application\/zip)\b/

/** Event streams, exports and uploads have no timeout. */
const hasNoTimeout = ({ produces, file }: Endpoint) =>
  (produces !== undefined && STREAMED.test(produces)) || file !== undefined

type RouteOptions = {
  limit?: Limit
  /** Measures the pressure on this form. */
  form?: Form
  /** Most answers come from a cache, so the handler begins a transaction only when it needs one. */
  isCached?: boolean
  /** Headers of every response. */
  headers?: Record<string, string>
}

function describeAccess(endpoint: Endpoint) {
  const { access, right, proof, keyRight } = endpoint
  if (access === 'visitor') return 'No account needed.'
  const isWithdrawable = withdrawableRights.some((withdrawable) => withdrawable === right)
  return [
    `Needs the role ${access} or a higher one.`,
    isWithdrawable && 'A business can withdraw it from operators.',
    keyRight && `An API key needs the right \`${keyRight}\`.`,
    proof && 'Answers 428 unless the user gave a proof in the last 15 minutes.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Serves a declared endpoint: validates requests and serializes responses with its schemas. */
export function implement<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { limit, form, isCached = false, headers: answerHeaders = {} }: RouteOptions = {},
) {
  const { method, path, status, summary, access, params, query, headers, body, response, file, produces } = endpoint
  const { keyRight } = endpoint
  const isOwnAccount = endpoint.right === 'account'
  const isRead = method === 'GET' && !produces && !isCached
  const handle = (ctx: EndpointContext<E>, call: EndpointRequest<E>, request: FastifyRequest) =>
    isRead ? readTransaction(ctx, (ctx) => handler(ctx, call, request)) : handler(ctx, call, request)
  app.route({
    method,
    url: path,
    config: { endpoint, limit, form },
    ...(!hasNoTimeout(endpoint) && { handlerTimeout: REQUEST_TIMEOUT }),
    // Pictures are already compressed, and compression would delay events. A HEAD request of a stream would never end.
    ...(produces && { compress: false, exposeHeadRoute: false }),
    schema: {
      summary,
      description: describeAccess(endpoint),
      ...(access !== 'visitor' && { security: [{ token: [] }, ...(keyRight ? [{ key: [] }] : [])] }),
      ...(file && { consumes: ['multipart/form-data'] }),
      ...(produces && { produces: [produces] }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      ...(body && { body }),
      ...(response && { response: { [status]: response } }),
    },
    handler: async (request, reply) => {
      request.wasHandled = true
      const { params, query, headers, body } = request
      const call = { params, query, headers, body } as EndpointRequest<E>
      const hide = <T>(answer: T) => (isOwnAccount || !request.ctx ? answer : hideFields(request.ctx, answer))
      const answer: unknown = await withParsedConflict(
        async () => hide(await handle(request.ctx as EndpointContext<E>, call, request)),
        (current) => hide(response?.parse(current)),
      )
      reply.code(status).headers(answerHeaders)
      if (produces) reply.type(produces)
      if (answer instanceof CachedJson) {
        reply.type('application/json; charset=utf-8')
        return encodedFor(request, reply, answer)
      }
      if (answer instanceof SerializedJson) {
        reply.type('application/json; charset=utf-8')
        return answer.content
      }
      if (isNamedFile(answer)) {
        reply.header('content-disposition', `attachment; filename="${answer.name}"`)
        return answer.content
      }
      if (isTypedFile(answer)) {
        reply.type(answer.type).header('content-disposition', contentDisposition(answer.name))
        return answer.content
      }
      if (!produces || !isVersioned(answer)) return answer

      const tag = `"${answer.version}"`
      reply.header('etag', tag)
      return matchesEtag(tag, request.headers['if-none-match']) ? reply.code(304).send() : answer.make()
    },
  })
}

/** Applies the response schema and the user's rights to the present record in a conflict. */
async function withParsedConflict<T>(handle: () => Promise<T>, parse: (current: unknown) => unknown): Promise<T> {
  try {
    return await handle()
  } catch (error) {
    if (error instanceof Conflict && error.current !== undefined) error.current = parse(error.current)
    throw error
  }
}

const isNamedFile = (answer: unknown): answer is NamedFile =>
  typeof answer === 'object' && answer !== null && 'content' in answer && answer.content instanceof Readable

const isTypedFile = (answer: unknown): answer is TypedFile =>
  typeof answer === 'object' && answer !== null && 'content' in answer && answer.content instanceof Buffer

const isVersioned = (answer: unknown): answer is Versioned =>
  typeof answer === 'object' && answer !== null && 'version' in answer
