import { subscribe } from 'node:diagnostics_channel'
import { watchTurns } from '@prenoto/test-support/processes/watch-turns.ts'
import type { FastifyInstance } from 'fastify'

/** Preloaded by the server; adds GET /api/longest-turn, which returns the longest turn of its event loop since the last call. */

const turns = watchTurns()

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.get('/api/longest-turn', { config: { always: true } }, () => turns.takeLongest())
})
