import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it is counted among those that wait for their answer. */
    isPending: boolean
  }
  interface FastifyContextConfig {
    /** Answered however much there is to do. */
    always?: true
  }
}

/** What a process takes on at once. Each request costs some 10 kB until it is answered, each connection as much while it is open. */
const LIMITS = { requests: 1_000, requestsOfConnection: 32, connections: 4_000 }

/**
 * Turns away what is more than the process can hold. A connection that sends request after request without waiting for
 * answers is closed: no browser and no proxy does that, and a packet holds more of them than can be refused one by one.
 */
export function limitLoad(
  app: FastifyInstance,
  refuse: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
  { requests, requestsOfConnection, connections } = LIMITS,
) {
  app.server.maxConnections = connections
  const ofConnection = new WeakMap<object, number>()
  let pending = 0

  const count = (request: FastifyRequest, difference: 1 | -1) => {
    request.isPending = difference === 1
    pending += difference
    ofConnection.set(request.socket, (ofConnection.get(request.socket) ?? 0) + difference)
  }

  app.decorateRequest('isPending', false)
  app.addHook('onRequest', async (request, reply) => {
    const { socket, routeOptions } = request
    if ((ofConnection.get(socket) ?? 0) >= requestsOfConnection) socket.destroy()
    if (socket.destroyed) return reply.hijack()
    if (pending >= requests && !routeOptions.config.always) return refuse(request, reply)
    count(request, 1)
  })
  app.addHook('onSend', async (request) => {
    if (request.isPending) count(request, -1)
  })
}
