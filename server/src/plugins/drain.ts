import { once } from 'node:events'
import type { Server } from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds after which load balancers that probe every second have noticed. */
const NOTICE_MS = 3000

/** Milliseconds for open connections to receive a last response with `connection: close`. */
const CLOSE_MS = 2000

/**
 * Graceful shutdown in two phases. First the health checks fail while requests are served. Then the server accepts no
 * connections and closes each one with its next response, so that no request is lost on a closing connection.
 */
export function newDrain() {
  let phase: 'serving' | 'draining' | 'closing' = 'serving'
  return {
    isUnderWay: () => phase !== 'serving',
    closesConnections: () => phase === 'closing',
    async begin(server: Server) {
      phase = 'draining'
      await sleep(NOTICE_MS)
      phase = 'closing'
      // Unlike `http.Server.close`, this keeps idle connections open.
      net.Server.prototype.close.call(server)
      await Promise.race([once(server, 'close'), sleep(CLOSE_MS)])
    },
  }
}

export type Drain = ReturnType<typeof newDrain>

export function closeConnectionsWhenDraining(app: FastifyInstance, drain: Drain) {
  app.addHook('onSend', async (_request, reply) => {
    if (drain.closesConnections()) reply.header('connection', 'close')
  })
}
