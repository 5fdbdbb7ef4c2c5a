import type { FastifyInstance } from 'fastify'
import { beginRequestSpan, isTracing, type RequestSpan } from '../lib/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null without tracing, and for health checks and metrics. */
    span: RequestSpan | null | undefined
  }
}

/** Traces requests by route, without their addresses, which may contain secrets. */
export function traceRequests(app: FastifyInstance) {
  if (!isTracing()) return
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, next) => {
    const { method, id, routeOptions } = request
    if (routeOptions.config.always) return next()
    const route = routeOptions.url ?? 'none'
    request.span = beginRequestSpan(`${method} ${route}`, {
      'http.request.method': method,
      'http.route': route,
      'prenoto.request_id': id,
    })
    if (!request.span) return next()
    request.span.run(next)
  })
  // Reading the body leaves the span.
  app.addHook('preValidation', ({ span }, _reply, next) => (span ? span.run(next) : next()))
  app.addHook('onResponse', async ({ span, ctx }, { statusCode }) => {
    span?.end({ 'http.response.status_code': statusCode, 'prenoto.tenant': ctx?.tenant.id }, statusCode >= 500)
  })
}
