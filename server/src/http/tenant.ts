import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TenantDirectory } from '../cache/tenant-directory.ts'
import type { Clock } from '../lib/clock.ts'
import { HttpError } from '../lib/errors.ts'
import type { Jobs } from '../queue/queue.ts'
import type { Context } from '../tenants/context.ts'
import { hostOf } from './host.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Everything the request may touch; null on a domain that is unknown or suspended. */
    ctx: Context | null
  }
}

export const UNKNOWN_DOMAIN = 'Dominio non riconosciuto o disattivato.'

type Parts = {
  directory: TenantDirectory
  clock: Clock
  jobs: Jobs
  /** Answers what names no host that could be a business's; neither memory nor database is asked for it. */
  refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply
}

/** Finds the business by the domain of each request of this scope and gives the request its context. */
export function findTenants(scope: FastifyInstance, { directory, clock, jobs, refuse }: Parts) {
  scope.addHook('onRequest', async (request, reply) => {
    const host = hostOf(request)
    if (!host) return refuse(request, reply)
    const resident = await directory.find(host.domain)
    request.ctx = resident ? { ...resident, now: clock(), jobs } : null
  })
}

/** Refuses every request of this scope to an unknown domain: 403, which means this and nothing else. */
export function requireTenants(scope: FastifyInstance) {
  scope.addHook('onRequest', async (request) => {
    if (!request.ctx) throw new HttpError(403, UNKNOWN_DOMAIN)
  })
}
