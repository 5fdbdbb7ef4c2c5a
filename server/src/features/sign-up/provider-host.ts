import type { FastifyRequest } from 'fastify'
import { parseHost } from '../../plugins/host.ts'
import { toOrigin } from '../../tenants/domain-name.ts'

/** The constraint of routes that only the provider's own domain has, on any port. */
export const atProvider = ({ domain }: { domain: string }) => ({
  host: new RegExp(`^${domain.replaceAll('.', '\\.')}\\.?(:\\d{0,5})?$`, 'i'),
})

/** The origin of the provider's domain, or of a business below it; local ones have the port of the request. */
export const originAt = (request: FastifyRequest, domain: string) =>
  toOrigin(domain, Number(parseHost(request)!.port.slice(1)) || 80)
