import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fairSemaphore } from '../lib/fair-semaphore.ts'

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

/** Requests that begin in one turn of the event loop, of one domain and in all. */
const STARTS = { perKey: 8, total: 16 }

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
  await app.register(underPressure, {
    maxEventLoopDelay,
    maxHeapUsedBytes: HEAP_USED * getHeapStatistics().heap_size_limit,
    pressureHandler(request, reply) {
      if (!request.routeOptions.config.always) refuse(request, reply)
    },
  })
}

/** Begins few requests at once, of each connection and domain. Call it before other hooks, which take time. */
export function limitBursts(app: FastifyInstance) {
  limitPipelining(app)
  startFairly(app)
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

/** Begins few requests in each turn of the event loop, so that a burst at one business does not delay the others. */
function startFairly(app: FastifyInstance) {
  const starts = fairSemaphore<string>({ ...STARTS, maxQueuedPerKey: MAX_CONNECTIONS, timeout: 10_000 })
  app.addHook('onRequest', async ({ host }) => {
    setImmediate(await starts.acquire(host))
  })
}
