import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** 256 random bits for sessions and one-time links. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The database stores only this hash, so its tokens cannot be used to log in. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** The hash of the request's bearer token; undefined without one. */
export function hashBearerToken(request: FastifyRequest): Buffer | undefined {
  const [, token] = /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '') ?? []
  return token === undefined ? undefined : hashToken(token)
}
