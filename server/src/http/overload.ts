import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it is counted among those that wait for their answer. */
    isPending: boolean
  }
  interface FastifyContextConfig {
    /** Answered at once, however much there is to do. */
    always?: true
  }
}

/**
 * What a process takes on at once. Each request costs some 10 kB until it is answered, each connection as much while it is
 * open. Who has waited longer for their turn, ms, is told to come back.
 */
const LIMITS = { requests: 1_000, requestsOfConnection: 32, connections: 4_000, patience: 5_000 }

/**
 * So many connections may wait until they are accepted. Linux drops what comes beyond, and whoever was dropped knocks again
 * after 1, 3, 7 and 15 s; Node would have 511 wait.
 */
export const BACKLOG = LIMITS.connections

/**
 * Turns away what is more than the process can hold. A connection that sends request after request without waiting for
 * answers is closed: no browser and no proxy does that, and a packet holds more of them than can be refused one by one.
 */
export function limitLoad(
  app: FastifyInstance,
  refuse: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
  { requests, requestsOfConnection, connections, patience } = LIMITS,
) {
  app.server.maxConnections = connections
  const ofConnection = new WeakMap<object, number>()
  let pending = 0

  const count = (request: FastifyRequest, difference: 1 | -1) => {
    request.isPending = difference === 1
    pending += difference
    ofConnection.set(request.socket, (ofConnection.get(request.socket) ?? 0) + difference)
  }

  const inTurn = turns()

  app.decorateRequest('isPending', false)
  app.addHook('onRequest', (request, reply, next) => {
    const { socket } = request
    const { always } = request.routeOptions.config
    if ((ofConnection.get(socket) ?? 0) >= requestsOfConnection) socket.destroy()
    if (socket.destroyed) return void reply.hijack()
    if (pending >= requests && !always) return void refuse(request, reply)
    count(request, 1)
    if (always) return next()
    const arrived = performance.now()
    inTurn(() => {
      if (socket.destroyed) {
        count(request, -1)
        reply.hijack()
      } else if (performance.now() - arrived > patience) refuse(request, reply)
      else next()
    })
  })
  app.addHook('onSend', async (request) => {
    if (request.isPending) count(request, -1)
  })
}

/**
 * Begins one piece of work with each turn of the event loop, in the order they came. Node accepts one connection with each
 * turn: one that began whatever had arrived let newcomers wait for as long as those who are here never rest.
 */
function turns() {
  const waiting: (() => void)[] = []
  let isBegun = false
  const beginNext = () => {
    const begin = waiting.shift()
    isBegun = begin !== undefined
    if (!begin) return
    setImmediate(beginNext)
    begin()
  }
  return (begin: () => void) => {
    waiting.push(begin)
    if (!isBegun) beginNext()
  }
}
