import { Readable } from 'node:stream'
import type { Endpoint, RequestOf, ResponseOf } from '@prenoto/core/contract/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { CachedJson } from '../cache/cached-text.ts'
import { Conflict } from '../lib/errors.ts'
import type { Context, StaffContext } from '../tenants/context.ts'
import { encodedFor } from './accepted-encoding.ts'
import { matchesTag } from './etag.ts'
import type { Limit } from './rate-limits.ts'

type ContextOf<E extends Endpoint> = E['access'] extends 'visitor' ? Context : StaffContext

/** An answer that is only made for a caller who has not got this version of it yet. */
type Versioned = { version: string; make(): Promise<Buffer> }

/** A file to be saved under a name of plain letters, digits and signs. */
type NamedFile = { name: string; content: Readable }

/** JSON as declared, or ready-made; what is sent as it is where the endpoint produces another type. */
type AnswerOf<E extends Endpoint> = E extends { produces: string }
  ? Promise<Buffer | Readable | Versioned | NamedFile>
  : E extends { response: unknown }
    ? Promise<ResponseOf<E> | CachedJson<ResponseOf<E>>>
    : Promise<void>

/** Answers a call. `raw` is for what no schema describes: the caller's address, a file. */
export type Handler<E extends Endpoint> = (ctx: ContextOf<E>, request: RequestOf<E>, raw: FastifyRequest) => AnswerOf<E>

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the endpoint's handler was called, whatever became of it. */
    wasHandled: boolean
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    limit?: Limit
  }
}

/**
 * Milliseconds after which a request that has no answer yet is given up; a database that says nothing is given up before.
 * Nobody is to wait for 20 seconds, and a busy process may read a request some seconds after it came.
 */
export const REQUEST_TIMEOUT = 15_000

const STREAMED = /^text\/(event-stream|csv)\b/

/** Streams go on for as long as they are listened to, and a file may take its time to arrive. */
const isUnhurried = ({ produces, file }: Endpoint) =>
  (produces !== undefined && STREAMED.test(produces)) || file !== undefined

type Options = {
  limit?: Limit
  /** Headers of every answer. */
  headers?: Record<string, string>
}

/** Serves a declared endpoint: its schemas check what comes in and shape what goes out. */
export function implement<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { limit, headers: answerHeaders = {} }: Options = {},
) {
  const { method, path, status, summary, access, params, query, headers, body, response, file, produces } = endpoint
  app.route({
    method,
    url: path,
    config: { endpoint, limit },
    ...(!isUnhurried(endpoint) && { handlerTimeout: REQUEST_TIMEOUT }),
    // Pictures are compressed already, and a stream must not wait for more.
    // A stream has no head: it would be begun and never ended.
    ...(produces && { compress: false, exposeHeadRoute: false }),
    schema: {
      summary,
      description: access === 'visitor' ? 'No account needed.' : `Needs the role ${access} or a higher one.`,
      ...(access !== 'visitor' && { security: [{ token: [] }] }),
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
      const call = { params, query, headers, body } as RequestOf<E>
      const answer: unknown = await answering(() => handler(request.ctx as ContextOf<E>, call, request), response)
      reply.code(status).headers(answerHeaders)
      if (produces) reply.type(produces)
      if (answer instanceof CachedJson) {
        reply.type('application/json; charset=utf-8')
        return encodedFor(request, reply, answer)
      }
      if (isNamedFile(answer)) {
        reply.header('content-disposition', `attachment; filename="${answer.name}"`)
        return answer.content
      }
      if (!produces || !isVersioned(answer)) return answer

      const tag = `"${answer.version}"`
      reply.header('etag', tag)
      return matchesTag(tag, request.headers['if-none-match']) ? reply.code(304).send() : answer.make()
    },
  })
}

/** The present state with which a change is refused looks as the endpoint's answers do, and holds no more. */
async function answering<T>(answer: () => Promise<T>, response: z.ZodMiniType | undefined): Promise<T> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof Conflict && error.current !== undefined) error.current = response?.parse(error.current)
    throw error
  }
}

const isNamedFile = (answer: unknown): answer is NamedFile =>
  typeof answer === 'object' && answer !== null && 'content' in answer && answer.content instanceof Readable

const isVersioned = (answer: unknown): answer is Versioned =>
  typeof answer === 'object' && answer !== null && 'version' in answer
