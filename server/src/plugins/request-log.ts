import type { FastifyRequest } from 'fastify'

/** The log of a request, with the route as it is declared, never the address itself, and the business. */
export function logOf(request: FastifyRequest) {
  const { method, routeOptions, ctx } = request
  return request.log.child({ route: routeOptions.url && `${method} ${routeOptions.url}`, tenant: ctx?.tenant.id })
}
