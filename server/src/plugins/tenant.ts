import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TenantDirectory } from '../cache/tenant-directory.ts'
import type { Clock } from '../lib/clock.ts'
import { HttpError } from '../lib/errors.ts'
import type { Jobs } from '../queue/queue.ts'
import type { Context } from '../tenants/context.ts'
import { type Host, hostOf } from './host.ts'

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
  bodies?: 'first'
}

/**
 * Finds the business by the domain of each request of this scope and gives the request its context. Of `bodies: 'first'` after
 * the body was read, so that a form which nobody can be found for is not lost.
 */
export function findTenants(scope: FastifyInstance, { directory, clock, jobs, refuse, bodies }: Parts) {
  const find = async (request: FastifyRequest, { domain }: Host) => {
    const resident = await directory.find(domain)
    request.ctx = resident ? { ...resident, now: clock(), jobs } : null
  }
  scope.addHook('onRequest', async (request, reply) => {
    const host = hostOf(request)
    if (!host) return refuse(request, reply)
    if (!bodies) await find(request, host)
  })
  if (bodies) scope.addHook('preValidation', (request: FastifyRequest) => find(request, hostOf(request)!))
}

/** Refuses every request of this scope to an unknown domain: 403, which means this and nothing else. */
export function requireTenants(scope: FastifyInstance) {
  scope.addHook('onRequest', async (request) => {
    if (!request.ctx) throw new HttpError(403, UNKNOWN_DOMAIN)
  })
}
