import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** Preloaded by the server; adds GET /api/constant/:bytes, which returns that number of bytes through the same hooks. */

const constants = new Map<string, Buffer>()

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.get<{ Params: { bytes: string } }>('/api/constant/:bytes', ({ params: { bytes } }, reply) => {
    const constant = constants.get(bytes) ?? Buffer.alloc(Number(bytes), 'x')
    constants.set(bytes, constant)
    return reply.type('application/json; charset=utf-8').header('content-encoding', 'br').send(constant)
  })
})
