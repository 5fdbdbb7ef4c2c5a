import { once } from 'node:events'
import type { Server } from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds in which a balancer that looks every second, and waits for the answer, has noticed. */
const NOTICE = 3000

/** Milliseconds in which proxies under load have used the connections that they keep. */
const WIND_UP = 2000

/**
 * How a process goes without losing an answer. First it only says that it is going, and serves as before. Then it lets
 * nobody in any more, and each answer closes its connection: a proxy that keeps some open learns of it before it sends
 * the next request. Closed from here they could be cut under a request that is on its way.
 */
export function newDrain() {
  let phase: 'serving' | 'leaving' | 'closing' = 'serving'
  return {
    isUnderWay: () => phase !== 'serving',
    closesConnections: () => phase === 'closing',
    async begin(server: Server) {
      phase = 'leaving'
      await sleep(NOTICE)
      phase = 'closing'
      // The close of HTTP servers would also end their idle connections.
      net.Server.prototype.close.call(server)
      await Promise.race([once(server, 'close'), sleep(WIND_UP)])
    },
  }
}

export type Drain = ReturnType<typeof newDrain>

export function closeConnectionsWhenDraining(app: FastifyInstance, drain: Drain) {
  app.addHook('onSend', async (_request, reply) => {
    if (drain.closesConnections()) reply.header('connection', 'close')
  })
}
