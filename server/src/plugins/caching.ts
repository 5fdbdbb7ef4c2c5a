import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Sends `no-store` unless a handler sets another policy. */
export function forbidCaching(scope: FastifyInstance) {
  scope.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

/** A weak ETag, the same for every content encoding. */
export const toEtag = (text: string | Buffer) => `W/"${hash('sha256', text, 'base64url')}"`

const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '')

/** Weak comparison with an `If-None-Match` header, since proxies may turn strong tags into weak ones. */
export const matchesEtag = (tag: string, ifNoneMatch = '') =>
  ifNoneMatch.split(',').some((one) => withoutWeakness(one) === withoutWeakness(tag))
