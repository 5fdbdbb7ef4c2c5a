import type { FastifyRequest } from 'fastify'

/** The request's log with tenant and route pattern; never with the address, which may contain secrets. */
export function getLog(request: FastifyRequest) {
  const { method, routeOptions, ctx } = request
  return request.log.child({ route: routeOptions.url && `${method} ${routeOptions.url}`, tenant: ctx?.tenant.id })
}
