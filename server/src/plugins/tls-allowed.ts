import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TenantDirectory } from '../cache/tenant-directory.ts'
import { asciiDomain } from '../tenants/domain-name.ts'
import { isLoopback } from './client-address.ts'

/** Questions about unknown domains that a process answers in a second. A proxy asks before it gets or renews a certificate. */
const MAX_UNKNOWN_PER_SECOND = 100

/** Whether a proxy on this computer asks for itself: requests that it passes on have this header. */
const isFromThisComputer = (request: FastifyRequest) =>
  isLoopback(request) && request.headers['x-forwarded-for'] === undefined

/**
 * Tells a proxy on this computer whether to get a certificate for a domain: 200 if the domain is served, 404 if not.
 * Domains of suspended businesses are not served. `providerDomain`: the provider's own, which is served without a business.
 */
export function serveTlsAllowed(app: FastifyInstance, directory: TenantDirectory, providerDomain?: string) {
  const isWithinLimit = secondsCounter(MAX_UNKNOWN_PER_SECOND)

  app.get<{ Querystring: { domain?: unknown } }>(
    '/internal/tls-allowed',
    { schema: { hide: true } },
    async (request, reply) => {
      if (!isFromThisComputer(request)) return reply.callNotFound()
      const { domain: requestedDomain } = request.query
      const domain = typeof requestedDomain === 'string' ? asciiDomain(requestedDomain) : undefined
      const isServed =
        domain !== undefined && (domain === providerDomain || (await directory.find(domain)) !== undefined)
      if (isServed) return reply.code(200).send()
      return isWithinLimit() ? reply.code(404).send() : reply.code(429).header('retry-after', '1').send()
    },
  )
}

/** Returns whether fewer than `most` calls came before in this second. */
function secondsCounter(most: number) {
  let [second, calls] = [0, 0]
  return () => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) [second, calls] = [now, 0]
    calls += 1
    return calls <= most
  }
}
