import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered under overload, too: probes and metrics. */
    always?: true
  }
}

/** Connections that a process holds at once, and as many that may wait until it accepts them. */
const CONNECTIONS = 4_000
export const BACKLOG = CONNECTIONS

/** Requests without an answer that one connection may have. */
const PIPELINED = 32

/** Milliseconds by which the event loop may be late, as a mean of one second. */
const EVENT_LOOP_DELAY = 1_000

/** The part of the heap's limit that may be in use. */
const HEAP_USED = 0.85

/** Refuses requests with `refuse` while the event loop is late or the heap nearly full. */
export async function limitLoad(
  app: FastifyInstance,
  refuse: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
  { maxEventLoopDelay = EVENT_LOOP_DELAY } = {},
) {
  app.server.maxConnections = CONNECTIONS
  limitPipelining(app)
  await app.register(underPressure, {
    maxEventLoopDelay,
    maxHeapUsedBytes: HEAP_USED * getHeapStatistics().heap_size_limit,
    pressureHandler(request, reply) {
      if (!request.routeOptions.config.always) refuse(request, reply)
    },
  })
}

/**
 * Closes a connection that sends request after request without waiting for answers, as no browser and no proxy does. Node
 * begins all requests of a packet at once, before under-pressure can measure them.
 */
function limitPipelining(app: FastifyInstance) {
  const pending = new WeakMap<object, number>()
  app.addHook('onRequest', (request, reply, next) => {
    const { socket } = request
    const requests = (pending.get(socket) ?? 0) + 1
    if (requests > PIPELINED) socket.destroy()
    if (socket.destroyed) return void reply.hijack()
    pending.set(socket, requests)
    next()
  })
  app.addHook('onSend', async ({ socket }) => {
    pending.set(socket, pending.get(socket)! - 1)
  })
}
