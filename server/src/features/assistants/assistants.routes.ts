import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { revisionCache } from '../../cache/revision-cache.ts'
import { ProofOfWorkRequired } from '../../lib/errors.ts'
import { REQUEST_TIMEOUT } from '../../plugins/endpoint-route.ts'
import { answerNotFound, logFailure } from '../../plugins/error-handler.ts'
import { toOrigin } from '../../tenants/domain-name.ts'
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

type AssistantRouteParts = { services: PublicServices; port: number }

/**
 * The Model Context Protocol (streamable HTTP) at `/mcp`, without sessions: each request is answered by itself. 404 unless the
 * business has switched it on.
 */
export function assistantRoutes(app: FastifyInstance, { services, port }: AssistantRouteParts) {
  const readHours = hoursReader(BUSINESSES)
  const readConfiguration = revisionCache(findConfiguration, BUSINESSES)

  app.addHook('onRequest', async (request, reply) => {
    const { app_assistants: isOn } = await readConfiguration(request.ctx!)
    if (!isOn) return answerNotFound(request, reply)
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
      const handler = createMcpHandler(() => assistantServer(call, { services, readHours }), { maxSubscriptions: 0 })
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
    origin: toOrigin(request.ctx!.tenant.domain, port),
    measurePressure: async () => app.measurePressure?.(request, 'hold'),
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
