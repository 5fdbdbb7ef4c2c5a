import type { Endpoint, RequestOf, ResponseOf } from '@prenoto/core/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from './context.ts'
import type { Limit } from './plugins/rate-limits.ts'

/** Answers with the declared response; bytes are taken as ready-made JSON. */
export type Handler<E extends Endpoint> = (
  ctx: Context,
  request: RequestOf<E>,
  raw: FastifyRequest,
) => E extends { response: unknown } ? Promise<ResponseOf<E> | Buffer> : Promise<void>

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    limit?: Limit
  }
}

/** Serves a declared endpoint: its schemas check what comes in and shape what goes out. */
export function implement<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { limit }: { limit?: Limit } = {},
) {
  const { method, path, status, summary, access, params, query, headers, body, response } = endpoint
  app.route({
    method,
    url: path,
    config: { endpoint, limit },
    schema: {
      summary,
      description: access === 'visitor' ? 'No account needed.' : `Needs the role ${access} or a higher one.`,
      ...(access !== 'visitor' && { security: [{ token: [] }] }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      ...(body && { body }),
      ...(response && { response: { [status]: response } }),
    },
    handler: async (request, reply) => {
      const { params, query, headers, body } = request
      const answer = await handler(request.ctx!, { params, query, headers, body } as RequestOf<E>, request)
      reply.code(status)
      if (Buffer.isBuffer(answer)) reply.type('application/json; charset=utf-8')
      return answer
    },
  })
}

/** Calls `changed` with the tenant after each request of this scope that may have changed something, before it answers. */
export function announceChanges(scope: FastifyInstance, changed: (tenantId: number) => void) {
  scope.addHook('onSend', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && request.ctx) changed(request.ctx.tenant.id)
  })
}
