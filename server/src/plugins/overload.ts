import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served under overload, too: probes and metrics. */
    always?: true
  }
}

/** Open connections of a process; the same number may wait in the backlog. */
export const MAX_CONNECTIONS = 4_000

/** Pending requests of one connection. */
const MAX_PIPELINED = 32

/** Mean delay of the event loop within one second, milliseconds. */
const EVENT_LOOP_DELAY = 1_000

/** Share of the heap limit. */
const HEAP_USED = 0.85

/** Load shedding: calls `refuse` while the event loop is late or the heap nearly full. */
export async function limitLoad(
  app: FastifyInstance,
  refuse: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
  { maxEventLoopDelay = EVENT_LOOP_DELAY } = {},
) {
  app.server.maxConnections = MAX_CONNECTIONS
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
 * Closes a connection that pipelines many requests, which no browser or proxy does. Node starts all requests of a packet
 * before under-pressure can measure their load.
 */
function limitPipelining(app: FastifyInstance) {
  const pending = new WeakMap<object, number>()
  app.addHook('onRequest', (request, reply, next) => {
    const { socket } = request
    const requests = (pending.get(socket) ?? 0) + 1
    if (requests > MAX_PIPELINED) socket.destroy()
    if (socket.destroyed) return void reply.hijack()
    pending.set(socket, requests)
    next()
  })
  app.addHook('onSend', async ({ socket }) => {
    pending.set(socket, pending.get(socket)! - 1)
  })
}
