import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/**
 * Preloaded by the server; adds GET /api/longest-turn, which returns the longest turn of the event loop since its last call, in
 * milliseconds of processor time of the main thread. Unlike a wait it does not grow while other programs use the processor.
 */

let longest = 0
let before = process.threadCpuUsage()

setInterval(() => {
  const { user, system } = process.threadCpuUsage(before)
  before = process.threadCpuUsage()
  longest = Math.max(longest, (user + system) / 1000)
}, 1).unref()

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.get('/api/longest-turn', { config: { always: true } }, () => {
    const answer = longest
    longest = 0
    return answer
  })
})
