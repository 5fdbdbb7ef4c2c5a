import type { FastifyRequest } from 'fastify'
import { parseHost } from '../../../plugins/host.ts'

/** The domain that a passkey belongs to, and the origins from which it may be used. */
export type Site = { domain: string; origins: string[] }

/** Browsers offer passkeys only over HTTPS and, without it, on this computer. */
export function toSite(request: FastifyRequest): Site {
  const { domain, port } = parseHost(request)!
  return { domain, origins: [`https://${domain}${port}`, `http://${domain}${port}`] }
}
