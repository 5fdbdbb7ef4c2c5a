import type { FastifyInstance } from 'fastify'

/** Nobody keeps an answer of this scope unless its endpoint says so: most are somebody's own, and the others change. */
export function forbidCaching(scope: FastifyInstance) {
  scope.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
