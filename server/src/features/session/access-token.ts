import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** 256 random bits, as they go out to whoever logs in or gets a private link. */
export const newToken = () => randomBytes(32).toString('base64url')

/** How a token is kept: who reads the database cannot log in with it. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** The hash of the request's Bearer token; undefined when it carries none. */
export function tokenHashOf(request: FastifyRequest): Buffer | undefined {
  const [, token] = /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '') ?? []
  return token === undefined ? undefined : hashToken(token)
}
