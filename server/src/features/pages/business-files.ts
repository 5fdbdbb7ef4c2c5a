import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../../lib/errors.ts'
import { matchesEtag, toEtag } from '../../plugins/caching.ts'
import { REQUEST_TIMEOUT } from '../../plugins/endpoint-route.ts'
import { UNKNOWN_DOMAIN } from '../../plugins/tenant.ts'
import type { Context } from '../../tenants/context.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply, of: { ctx: Context; site: Configuration }) => unknown

export type ServeFile = (path: string, answer: Handler) => void

/** Returns the function that serves a file of the business at a path; 403 on an unknown domain. */
export const businessFiles =
  (app: FastifyInstance, readConfiguration: (ctx: Context) => Promise<Configuration>): ServeFile =>
  (path, answer) => {
    app.get(path, { schema: { hide: true }, handlerTimeout: REQUEST_TIMEOUT }, async (request, reply) => {
      const { ctx } = request
      if (!ctx) throw new HttpError(403, UNKNOWN_DOMAIN)
      return answer(request, reply, { ctx, site: await readConfiguration(ctx) })
    })
  }

/** Browsers keep the content and revalidate it by its ETag. */
export function sendRevalidated(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, content }: { type: string; content: string | Buffer },
) {
  const tag = toEtag(content)
  reply.header('cache-control', 'no-cache').header('etag', tag)
  if (matchesEtag(tag, request.headers['if-none-match'])) return reply.code(304).send()
  return reply.type(type).send(content)
}
