import { createMcpHandler } from '@modelcontextprotocol/server'
import type { KeyRight } from '@prenoto/core/contract/key-right.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { revisionCache } from '../../cache/revision-cache.ts'
import { ProofOfWorkRequired } from '../../lib/errors.ts'
import { REQUEST_TIMEOUT } from '../../plugins/endpoint-route.ts'
import { answerNotFound, logFailure } from '../../plugins/error-handler.ts'
import type { RateLimiter } from '../../plugins/limits/rate-limits.ts'
import { isByKey } from '../../tenants/context.ts'
import { toOrigin } from '../../tenants/domain-name.ts'
import { authenticateKey, findApiKey } from '../accounts/api-keys/authenticate-key.ts'
import { hoursReader } from '../calendars/shown-hours.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { isForged } from '../pages/submitted-form.ts'
import type { PublicServices } from '../services/public-services.ts'
import { type AssistantCall, assistantServer } from './assistant-server.ts'

/** Businesses whose opening hours and switches are cached. */
const BUSINESSES = 500

/** Bytes of a request; a call of a tool takes some hundred. */
const MAX_BODY = 16 * 1024

const INVALID_REQUEST = -32_600

type AssistantRouteParts = {
  services: PublicServices
  /** The services that programs with a key see. */
  programServices: PublicServices
  /** Undefined if limits are off. */
  keyLimiter: RateLimiter | undefined
  port: number
}

declare module 'fastify' {
  interface FastifyRequest {
    keyRights?: KeyRight[]
  }
}

/**
 * The Model Context Protocol (streamable HTTP) at `/mcp`, without sessions: each request is answered by itself. 404 unless the
 * business has switched it on or the request has an API key.
 */
export function assistantRoutes(
  app: FastifyInstance,
  { services, programServices, keyLimiter, port }: AssistantRouteParts,
) {
  const readHours = hoursReader(BUSINESSES)
  const readConfiguration = revisionCache(findConfiguration, BUSINESSES)

  app.addHook('onRequest', async (request, reply) => {
    const ctx = request.ctx!
    const key = findApiKey(request)
    if (key !== undefined) {
      const { user, rights } = await authenticateKey(request, reply, { key, limiter: keyLimiter })
      request.ctx = { ...ctx, user }
      request.keyRights = rights
    } else if (!(await readConfiguration(ctx)).app_assistants) return answerNotFound(request, reply)
    // The standard asks for 403, against pages that reach a server through the visitor's browser.
    if (isForged(request)) return refuse(reply, 403, 'Origin not allowed')
  })

  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: (_request, reply) => refuse(reply.header('allow', 'POST'), 405, 'Method not allowed'),
  })

  app.post(
    '/mcp',
    {
      schema: { hide: true },
      bodyLimit: MAX_BODY,
      config: { limit: 'assistant' },
      handlerTimeout: REQUEST_TIMEOUT,
    },
    async (request, reply) => {
      const { body: parsedBody } = request
      // One call at a time: the protocol has no batches any more, and each would count as one request.
      if (typeof parsedBody !== 'object' || parsedBody === null || Array.isArray(parsedBody))
        return refuse(reply, 400, 'Invalid request')
      const call = toCall(request, reply)
      const parts = { services: isByKey(call.ctx) ? programServices : services, readHours }
      const handler = createMcpHandler(() => assistantServer(call, parts), { maxSubscriptions: 0 })
      const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' ? [[name, value]] : [],
      )
      const webRequest = new Request(`${call.origin}/mcp`, { method: 'POST', headers })
      const answer = await handler.fetch(webRequest, { parsedBody })
      const type = answer.headers.get('content-type')
      if (type) reply.type(type)
      return reply.code(answer.status).send(await answer.text())
    },
  )

  const toCall = (request: FastifyRequest, reply: FastifyReply): AssistantCall => ({
    ctx: request.ctx!,
    keyRights: request.keyRights,
    origin: toOrigin(request.ctx!.tenant.domain, port),
    // A key has a limit of its own.
    measurePressure: async () => (request.keyRights ? undefined : app.measurePressure?.(request, 'hold')),
    onHold() {
      request.wasHandled = true
    },
    describeError: (error) =>
      error instanceof ProofOfWorkRequired
        ? 'Ci sono molte richieste: in questo momento gli orari non si tengono.'
        : logFailure(error as Error & { code: string; name: string }, request, reply).detail,
  })
}

const refuse = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ jsonrpc: '2.0', id: null, error: { code: INVALID_REQUEST, message } })
