import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds between two pieces of a body that nobody reads; a piece has at most 64 kB. */
const PAUSE = 20

/**
 * Takes what is still to come of a body that nobody reads, after an answer that did not need it. Who sends it may not look at
 * the answer before all is sent; and Node by itself would take it as fast as it comes, or not at all when some was read.
 */
export function drainUnreadBodies(app: FastifyInstance) {
  app.addHook('onSend', ({ raw }, _reply, payload, done) => {
    // The request is answered already: a client that leaves now misses nothing.
    if (!raw.complete && !raw.readableFlowing) drain(raw).catch(() => {})
    done(null, payload)
  })
}

async function drain(body: IncomingMessage) {
  for await (const _ of body) await sleep(PAUSE)
}
