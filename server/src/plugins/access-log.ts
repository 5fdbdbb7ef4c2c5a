import type { FastifyInstance } from 'fastify'
import { getLog } from './request-log.ts'

/** Logs one line for each response, without the address, which may contain secrets. Health checks and metrics are left out. */
export function logAccess(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.always) return
    getLog(request).info({ status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request')
  })
}
