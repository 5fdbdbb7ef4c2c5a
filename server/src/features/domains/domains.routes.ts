import * as endpoints from '@prenoto/core/domains/domains.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { dnsLookup } from '../../lib/dns-lookup.ts'
import { implement } from '../../plugins/endpoint-route.ts'
import type { OwnDomainSettings } from '../../settings/settings.ts'
import { addDomain, chooseCanonicalDomain, readDomains, removeDomain, verifyDomain } from './change-domains.ts'

/** Without `settings` the domains are shown, but none can be added. */
export function domainRoutes(app: FastifyInstance, settings: OwnDomainSettings | undefined) {
  const lookUp = dnsLookup(settings?.dnsServers ?? [])

  implement(app, endpoints.listDomains, (ctx) => readDomains(ctx, settings))
  implement(
    app,
    endpoints.addDomain,
    async (ctx, { body }) => {
      await addDomain(ctx, body.domain, settings)
      return readDomains(ctx, settings)
    },
    { limit: 'domain' },
  )
  implement(
    app,
    endpoints.verifyDomain,
    async (ctx, { params }) => {
      await verifyDomain(ctx, params.domain, { settings, lookUp })
      return readDomains(ctx, settings)
    },
    { limit: 'domain' },
  )
  implement(app, endpoints.chooseCanonicalDomain, async (ctx, { params }) => {
    await chooseCanonicalDomain(ctx, params.domain)
    return readDomains(ctx, settings)
  })
  implement(app, endpoints.removeDomain, (ctx, { params }) => removeDomain(ctx, params.domain))
}
